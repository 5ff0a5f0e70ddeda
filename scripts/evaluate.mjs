/** `npm run evaluate -- …`: evaluates the ranking with recorded and simulated behaviour. */
import { setUp } from "./setup.mjs";

await setUp();
await import("tsx");
await import("../quality/relevance/main.ts");
