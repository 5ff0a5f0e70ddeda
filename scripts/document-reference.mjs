/**
 * `npm run docs:reference`: regenerates the settings tables and the API reference in `docs/` from the schemas that
 * validate requests.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { checkout, setUp } from "./setup.mjs";

await setUp();
await import("tsx");
const { REFERENCE, withTables } = await import("./settings-tables.ts");
const { API_REFERENCE, apiPages, formatPage } = await import("./api-pages.ts");
for (const page of REFERENCE) {
  const path = join(checkout, page);
  await writeFile(path, await withTables(await readFile(path, "utf8")));
}
await mkdir(join(checkout, API_REFERENCE), { recursive: true });
for (const page of apiPages())
  await writeFile(join(checkout, API_REFERENCE, `${page.name}.md`), await formatPage(page));
