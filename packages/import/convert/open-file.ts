import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { flatten } from "../../../src/catalog/flatten.js";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { openImport, type Format, type OpenedImport } from "../src/import-file.js";
import { ImportError } from "../src/import-error.js";
import type { Mapping } from "../src/mapping.js";
import { Shape } from "../src/shape.js";
import { readText, type Encoding, type TextSource } from "../src/text-source.js";
import { FieldScan } from "./field-scan.js";

/** Answers to questions about columns, keyed by feed field. An answer of null omits the field from the import. */
export type Answers = Readonly<Record<string, string | null>>;

export interface OpenedFile extends OpenedImport {
  readonly encoding: Encoding;
  readonly decodedTwice: TextSource["decodedTwice"];
}

export interface FileOptions {
  readonly from?: Format | undefined;
  readonly mapping?: Mapping | undefined;
  readonly encoding?: Encoding | undefined;
  /** Base URL of relative image paths. */
  readonly pictures?: string | undefined;
}

/**
 * Opens an export.
 * @param onBytes function that receives the number of bytes read so far
 * @throws {ImportError} if the export cannot be opened; file system errors
 */
export async function openFile(
  path: string,
  { from, mapping, encoding, pictures }: FileOptions,
  answers: Answers,
  onBytes: (read: number) => void = () => undefined,
): Promise<OpenedFile> {
  let read = 0;
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      read += chunk.length;
      onBytes(read);
      yield chunk;
    }
  }
  const text = await readText(bytes(), encoding);
  const opened = await openImport(text, {
    ...(from === undefined ? {} : { format: from }),
    ...(mapping === undefined ? {} : { mapping }),
    answers,
    ...(pictures === undefined ? {} : { pictures }),
    now: new Date(),
  });
  return { ...opened, encoding: text.encoding, decodedTwice: text.decodedTwice };
}

export interface Converted {
  readonly counts: Shape["counts"];
  readonly shape: Shape;
  readonly scan: FieldScan;
  /** Whether some image values are paths, to which the shop's host must be added. */
  readonly hasPaths: boolean;
}

const WRITE_CHARACTERS = 1_000_000;

/**
 * Converts an export to a feed file.
 * @param observe function that receives each variant
 * @param maxCharacters maximum length of the feed in characters
 * @throws {ImportError} if the export cannot be read completely or the feed is too long; also errors that `observe`
 * throws
 */
export async function convertFile(
  { variants, report }: OpenedFile,
  path: string,
  observe: (data: ProductData) => void,
  maxCharacters = Infinity,
): Promise<Converted> {
  const scan = new FieldScan();
  const shape = new Shape(report);
  let hasPaths = false;
  const file = await open(path, "w", 0o600);
  try {
    let text = "";
    let written = 0;
    for await (const some of variants) {
      for (const data of some) {
        shape.observe(data);
        scan.observe(flatten(data).fields);
        observe(data);
        hasPaths ||= Array.isArray(data["images"]) && data["images"].some(isPath);
        text += `${JSON.stringify({ operation: "insert", product_data: data })}\n`;
      }
      if (text.length < WRITE_CHARACTERS) continue;
      written += text.length;
      if (written > maxCharacters) throw new ImportError("the file has too much product data for one import");
      await file.write(text);
      text = "";
    }
    await file.write(text);
  } finally {
    await file.close();
  }
  return { counts: shape.counts, shape, scan, hasPaths };
}

const isPath = (image: unknown): boolean => typeof image === "string" && !/^(?:https?:)?\/\//i.test(image);
