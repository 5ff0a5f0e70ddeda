/** `npm run bench -- …`: runs the benchmarks. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/performance/main.ts");
