/** `npm run fault-injection -- …`: the attacks. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/fault-injection/main.ts");
