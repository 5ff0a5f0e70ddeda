import { Readable } from "node:stream";
import type { ProductData } from "../../../../src/catalog/product-document.js";
import { openImport, type ImportOptions, type OpenedImport } from "../../../../packages/import/src/import-file.js";
import { readText, type Encoding } from "../../../../packages/import/src/text-source.js";

const NOW = new Date("2026-11-23T12:00:00Z");

export interface Imported extends OpenedImport {
  readonly encoding: Encoding;
  readonly data: readonly ProductData[];
}

/** Imports a file whole. @param pieces how its bytes are cut */
export async function imported(
  content: string | Buffer | readonly Buffer[],
  options: Partial<ImportOptions> & { readonly encoding?: Encoding } = {},
): Promise<Imported> {
  const pieces = Array.isArray(content) ? (content as readonly Buffer[]) : [Buffer.from(content as string)];
  const text = await readText(Readable.from(pieces) as AsyncIterable<Buffer>, options.encoding);
  const opened = await openImport(text, { now: NOW, ...options });
  const data: ProductData[] = [];
  for await (const some of opened.variants) data.push(...some);
  return { ...opened, encoding: text.encoding, data };
}

/** What was left out, by why, with the first places. */
export const leftOut = ({ report }: OpenedImport): Record<string, readonly string[]> =>
  Object.fromEntries([...report.leftOut].map(([why, { examples }]) => [why, examples]));
