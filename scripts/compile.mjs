/** `node scripts/compile.mjs FOLDER`: compiles the service, and what runs beside it in Node, into a folder, a file for each. `npm run typecheck` checks their types. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { build } from "esbuild";

const [outdir] = process.argv.slice(2);
const sources = ["src", "console/server", "demo", "local-engine", "packages/import/command", "packages/import/src"]
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
  // Files of data stand beside what imports them.
  loader: { ".json": "copy" },
  supported: { "import-attributes": true },
  sourcemap: true,
  logLevel: "warning",
});
