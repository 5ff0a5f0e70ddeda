/**
 * `node scripts/compile.mjs FOLDER`: compiles the service and the other Node code into a folder, file by file. `npm run
 * typecheck` checks the types.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { build } from "esbuild";

const [outdir] = process.argv.slice(2);
const sources = [
  "src",
  "console/server",
  "demo",
  "local-engine",
  "packages/import/command",
  "packages/import/convert",
  "packages/import/src",
]
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((path) => join(folder, path)))
  .filter(
    (path) => /(?<!\.d)\.ts$|^(?:src|demo.server)\b.*\.json$/.test(path) && !path.startsWith(join("demo", "shop")),
  );

await build({
  entryPoints: sources,
  outdir,
  outbase: ".",
  format: "esm",
  platform: "node",
  target: "es2023",
  // Copies data files next to the files that import them.
  loader: { ".json": "copy" },
  supported: { "import-attributes": true },
  sourcemap: true,
  logLevel: "warning",
});
