/** `npm run schemathesis -- …`: tests the running service against its OpenAPI document. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/conformance/main.ts");
