/** `npm run docs:configuration`: makes the tables of settings in the docs anew, from the schemas that validate them. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkout, setUp } from "./setup.mjs";

await setUp();
await import("tsx");
const { REFERENCE, withTables } = await import("./settings-tables.ts");
const path = join(checkout, REFERENCE);
await writeFile(path, await withTables(await readFile(path, "utf8")));
