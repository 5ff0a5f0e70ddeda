/** `node scripts/bundle-shop.mjs FOLDER`: bundles the pages of the demo shop, including the tracker, into a folder. */
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, URL } from "node:url";
import { build } from "esbuild";

const shop = (name) => fileURLToPath(new URL(`../demo/shop/${name}`, import.meta.url));
const [outdir] = process.argv.slice(2);

await build({
  entryPoints: [
    { in: shop("main.ts"), out: "shop" },
    { in: shop("styles/shop.css"), out: "shop" },
  ],
  outdir,
  bundle: true,
  minify: true,
  format: "iife",
  platform: "browser",
  target: "es2022",
  logLevel: "warning",
});
copyFileSync(shop("favicon.svg"), join(outdir, "favicon.svg"));
