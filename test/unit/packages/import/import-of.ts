import { Readable } from "node:stream";
import type { ProductData } from "../../../../src/catalog/product-document.js";
import { openImport, type ImportOptions, type OpenedImport } from "../../../../packages/import/src/import-file.js";
import { readText, type Encoding } from "../../../../packages/import/src/text-source.js";

const NOW = new Date("2026-11-23T12:00:00Z");

export interface Imported extends OpenedImport {
  readonly encoding: Encoding;
  readonly data: readonly ProductData[];
}

/** Imports a whole file. */
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

/** Returns the locations of the first omitted records, by reason for the omission. */
export const leftOut = ({ report }: OpenedImport): Record<string, readonly string[]> =>
  Object.fromEntries([...report.leftOut].map(([why, { examples }]) => [why, examples]));

/** Returns the rows as table text. The columns are the keys that occur in the rows. */
export function tableOf(rows: readonly Readonly<Record<string, string>>[], separator = ","): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cell = (text: string) => (/[",;\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))]
    .map((cells) => cells.map(cell).join(separator))
    .join("\n");
}

/** Returns the questions that the importer asks after reading the start of a file. */
export async function questionsOf(
  content: string,
  options: Partial<ImportOptions> = {},
): Promise<OpenedImport["questions"]> {
  const text = await readText(Readable.from([Buffer.from(content)]) as AsyncIterable<Buffer>);
  return (await openImport(text, { now: NOW, ...options })).questions;
}

/** Returns the locations of the first products that are not for sale, by reason. */
export const notSold = ({ report }: OpenedImport): Record<string, readonly string[]> =>
  Object.fromEntries([...report.notSold].map(([why, { examples }]) => [why, examples]));
