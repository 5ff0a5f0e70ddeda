/** `npm run --silent vitrine -- …`: the command line, built first when its sources have changed. */
import { setUp } from "./setup.mjs";

await setUp();
await import("../dist/src/main.js");
