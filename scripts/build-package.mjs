/**
 * `npm run build --workspaces`: builds the package in the current folder. Writes a bundle and type declarations for
 * each entry point to `dist`. `npm run typecheck` checks the types.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { checkout } from "./setup.mjs";

const { exports } = JSON.parse(readFileSync("package.json", "utf8"));
const sources = Object.values(exports).map((entry) => join("src", `${basename(entry.default, ".js")}.ts`));
rmSync("dist", { recursive: true, force: true });
await build({
  entryPoints: sources,
  outdir: "dist",
  bundle: true,
  packages: "external",
  format: "esm",
  platform: "neutral",
  target: "es2022",
  logLevel: "warning",
  // Ignore tsconfig.json, which resolves package names to TypeScript sources.
  tsconfigRaw: { compilerOptions: { jsx: "react-jsx" } },
});
const compiler = join(checkout, "node_modules", "typescript", "bin", "tsc");
const { status } = spawnSync(process.execPath, [compiler, "-p", "tsconfig.build.json"], { stdio: "inherit" });
process.exitCode = status ?? 1;
