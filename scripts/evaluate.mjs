/** `npm run evaluate -- …`: how well the service ranks, on recorded and simulated behaviour. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/relevance/main.ts");
