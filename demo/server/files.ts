import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { inPackage } from "../../src/package.js";

/** Folder of the built files of the demo shop. */
const FOLDER = inPackage("dist/demo/shop");

const TYPES = {
  "shop.js": "text/javascript",
  "shop.css": "text/css",
  "favicon.svg": "image/svg+xml",
} as const;

/** Bundled script, style sheet and icon of the demo shop. */
export interface ShopFiles {
  /** Hash of all files. */
  readonly catalogVersion: string;
  /** Media type and content of each file, by file name. */
  readonly files: ReadonlyMap<string, { readonly type: string; readonly text: string }>;
}

/**
 * Reads the built pages of the demo shop.
 * @throws Error if the pages have not been built
 */
export async function readShopFiles(folder = FOLDER): Promise<ShopFiles> {
  const hash = createHash("sha256");
  const files = new Map<string, { type: string; text: string }>();
  for (const [name, type] of Object.entries(TYPES)) {
    const text = await readFile(join(folder, name), "utf8").catch((cause: unknown) => {
      throw new Error("the pages of the demo shop have not been built; `npm run build` does", { cause });
    });
    files.set(name, { type, text });
    hash.update(text).update("\0");
  }
  return { catalogVersion: hash.digest("hex").slice(0, 12), files };
}
