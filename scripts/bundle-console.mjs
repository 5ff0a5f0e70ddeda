/**
 * `node scripts/bundle-console.mjs FOLDER`: bundles the console into a folder. Each console page becomes a separate
 * file that is loaded on demand.
 */
import { rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, URL } from "node:url";
import { build } from "esbuild";

const page = (name) => fileURLToPath(new URL(`../console/${name}`, import.meta.url));
const [outdir] = process.argv.slice(2);

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  entryPoints: [page("main.tsx")],
  outdir: join(outdir, "files"),
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  jsx: "automatic",
  metafile: true,
  logLevel: "warning",
  loader: { ".svg": "file" },
  define: { "process.env.NODE_ENV": '"production"' },
});
const [script, { cssBundle, imports }] = Object.entries(metafile.outputs).find(([, { entryPoint }]) =>
  entryPoint?.endsWith("main.tsx"),
);
const address = (path) => `/console/files/${basename(path)}`;
// Preloads the static imports of the main script.
const preloads = imports
  .filter(({ kind }) => kind === "import-statement")
  .map(({ path }) => `\n    <link rel="modulepreload" href="${address(path)}">`);
writeFileSync(
  join(outdir, "index.html"),
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Vitrine console</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${address(cssBundle)}">${preloads.join("")}
    <script type="module" src="${address(script)}"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>The console is made of requests that its pages send, so it needs JavaScript.</noscript>
  </body>
</html>
`,
);
