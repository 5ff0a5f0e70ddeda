/** `npm run docs`: makes the static site of `docs/` in `dist/handbook`. */
import { join } from "node:path";
import { checkout, setUp } from "./setup.mjs";

await setUp();
// Only now it is installed.
const { build } = await import("vitepress");
await build(join(checkout, "docs"));
