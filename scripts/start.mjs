/** `npm start`: everything from a fresh clone to a serving shop window, in this one process. */
import { setUp } from "./setup.mjs";

await setUp();
process.argv.splice(2, 0, "start");
await import("../dist/main.js");
