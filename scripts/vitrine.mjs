/** `npm run --silent vitrine -- …`: runs the command-line interface, after a build if the sources have changed. */
import { setUp } from "./setup.mjs";

await setUp();
await import("../dist/src/main.js");
