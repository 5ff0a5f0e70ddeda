/** `npm run fault-injection -- …`: runs the fault-injection scenarios. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/fault-injection/main.ts");
