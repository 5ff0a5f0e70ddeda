import { createReadStream } from "node:fs";
import { openImport } from "../../../packages/import/src/import-file.js";
import { readText as readExportText } from "../../../packages/import/src/text-source.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { FieldScan, headersOf } from "../../../packages/import/convert/field-scan.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { readText } from "../judgements.js";
import { detectLanguage } from "../../../packages/import/convert/detect-language.js";

export interface Catalogue {
  /** Lines of the product feed, without newlines. */
  readonly feed: readonly string[];
  /** Settings that the import derives from the texts, such as the language; empty for a feed. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

/**
 * Reads a feed (`….ndjson`, optionally compressed with gzip), or converts a shop export in the same way as `vitrine
 * import`.
 * @throws {CommandError} if the export has open questions
 */
export async function readCatalogue(path: string): Promise<Catalogue> {
  if (/\.ndjson(?:\.gz)?$/.test(path)) {
    return { feed: (await readText(path)).split("\n").filter((line) => line !== ""), configuration: {} };
  }
  const text = await readExportText(createReadStream(path) as AsyncIterable<Buffer>);
  const opened = await openImport(text, { now: new Date() });
  if (opened.questions.length > 0) {
    throw new CommandError(`${path} has open questions: ${opened.questions.map(({ field }) => field).join(", ")}.`);
  }
  const feed: string[] = [];
  const scan = new FieldScan();
  for await (const some of opened.variants) {
    for (const data of some) {
      scan.observe(flatten(data).fields);
      feed.push(JSON.stringify({ operation: "insert", product_data: data }));
    }
  }
  const { language } = await detectLanguage(scan.texts, scan.beside(headersOf(opened)));
  return { feed, configuration: language === null ? {} : { language } };
}
