/** `npm start`: everything from a fresh clone to a serving shop window, in this one process. */
import { setUp } from "./setup.mjs";

await setUp({ needsEngine: true });
await import("../dist/demo/main.js");
