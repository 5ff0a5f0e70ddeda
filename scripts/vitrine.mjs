/** `npm run --silent vitrine -- …`: runs the command line, after a build if its sources have changed. */
import { setUp } from "./setup.mjs";

await setUp();
await import("../dist/src/main.js");
