/** `npm run docs`: builds the static site of `docs/` in `dist/handbook`. */
import { join } from "node:path";
import { checkout, setUp } from "./setup.mjs";

await setUp();
// Import the package dynamically, because it is only available after `setUp`.
const { build } = await import("vitepress");
await build(join(checkout, "docs"));
