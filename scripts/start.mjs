/** `npm start`: sets up a fresh clone and starts the demo shop, all in this process. */
import { setUp } from "./setup.mjs";

await setUp({ needsEngine: true });
await import("../dist/demo/main.js");
