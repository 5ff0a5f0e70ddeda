import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inPackage } from "../../src/package.js";

/** Output folder of `npm run docs`. */
const FOLDER = inPackage("dist/handbook");

/** Documentation site built from `docs/`. */
export interface Handbook {
  readonly folder: string;
  /** Product feed with the sections of the site as products. */
  readonly feed: string;
  /** Hashes of the site's inline scripts, which the content security policy allows. */
  readonly scripts: readonly string[];
}

/** Reads the built handbook, or returns `undefined` if the handbook has not been built. */
export async function readHandbook(folder = FOLDER): Promise<Handbook | undefined> {
  const sections = join(folder, "sections.ndjson");
  if (!existsSync(sections)) return undefined;
  const pages = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".html"));
  const scripts = new Set<string>();
  for (const page of pages) {
    const html = await readFile(join(folder, page), "utf8");
    for (const [, script = ""] of html.matchAll(/<script(?![^>]* src=)[^>]*>([\s\S]*?)<\/script>/g))
      scripts.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  }
  return { folder, feed: feedOf(await readFile(sections, "utf8")), scripts: [...scripts] };
}

/** Converts sections of the handbook to products: the path becomes the product identifier, the heading the title. */
function feedOf(sections: string): string {
  const lines = sections.split("\n").filter((line) => line !== "");
  return lines
    .map((line) => {
      const { path, title, within, group, text } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      const product_data = { product_identifier: path, title, categories: [group], within, description: text };
      return JSON.stringify({ operation: "insert", product_data });
    })
    .join("\n");
}
