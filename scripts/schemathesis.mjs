/** `npm run schemathesis -- …`: the running service beside its OpenAPI document. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/conformance/main.ts");
