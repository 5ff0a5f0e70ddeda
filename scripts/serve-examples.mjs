/** `npm run examples`: serves the examples of the packages. The examples use the shop started by `npm start`. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { checkout, setUp } from "./setup.mjs";

await setUp();
await import("tsx");
const { serveExamples } = await import("./example-pages.ts");
const demo = join(checkout, process.env.DATA_DIR ?? ".data", "demo.json");
const { origin } = await serveExamples(
  JSON.parse(await readFile(demo, "utf8")),
  Number(process.env.EXAMPLES_PORT ?? 8090),
);
console.log(["instantsearch", "react-instantsearch", "react"].map((page) => `${origin}/${page}`).join("\n"));
