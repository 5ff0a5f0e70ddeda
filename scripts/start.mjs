/** `npm start`: everything from a fresh clone to a serving shop window, in this one process. */
import { setUp } from "./setup.mjs";

await setUp();
await import("../dist/demo/main.js");
