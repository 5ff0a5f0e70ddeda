import { constants, createReadStream } from "node:fs";
import { access, open, stat } from "node:fs/promises";
import { CommandError, readTextFile } from "../../../src/commands/command-error.js";
import { MEGABYTE, progressBar } from "../../../src/commands/output.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { openImport, type Format, type OpenedImport } from "../src/import-file.js";
import { parseMapping } from "../src/mapping.js";
import { Shape } from "../src/shape.js";
import { readText, type Encoding, type TextSource } from "../src/text-source.js";
import { FieldScan } from "./field-scan.js";
import { Discounts, Preview } from "./import-report-lines.js";

/** Answers to questions by field; null omits the field. */
export type Answers = Readonly<Record<string, string | null>>;

export interface Opening extends OpenedImport {
  readonly encoding: Encoding;
  readonly decodedTwice: TextSource["decodedTwice"];
  /** Stops the progress bar. */
  readonly close: () => void;
}

export interface OpeningOptions {
  readonly from?: Format;
  readonly mapping?: string;
  readonly encoding?: Encoding;
  readonly pictures?: string;
  readonly suggest: boolean;
}

/** Opens an export. @throws CommandError, ImportError */
export async function openExport(
  path: string,
  { from, mapping, encoding, suggest, pictures }: OpeningOptions,
  answers: Answers,
): Promise<Opening> {
  const size = await sizeOf(path);
  const bar = suggest ? undefined : progressBar("Reading", size);
  let read = 0;
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
      read += chunk.length;
      bar?.update(read / MEGABYTE);
      yield chunk;
    }
  }
  const close = () => bar?.stop();
  try {
    const text = await readText(bytes(), encoding);
    const given = mapping === undefined ? {} : { mapping: parseMapping(await readTextFile(mapping)) };
    const opened = await openImport(text, {
      ...(from === undefined ? {} : { format: from }),
      ...given,
      answers,
      ...(pictures === undefined ? {} : { pictures }),
      now: new Date(),
    });
    return { ...opened, encoding: text.encoding, decodedTwice: text.decodedTwice, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** @throws CommandError if the file cannot be read */
async function sizeOf(path: string): Promise<number> {
  try {
    await access(path, constants.R_OK);
    const found = await stat(path);
    if (found.isDirectory()) throw new CommandError(`${path} is a folder: expected a file`);
    return found.size;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new CommandError(isMissing ? `there is no file ${path}` : (error as Error).message, { cause: error });
  }
}

export interface Converted {
  readonly counts: Shape["counts"];
  readonly shape: Shape;
  readonly scan: FieldScan;
  readonly preview: Preview;
  readonly discounts: Discounts;
  /** Whether images are paths without a host. */
  readonly hasPaths: boolean;
}

const WRITE_CHARACTERS = 1_000_000;

/**
 * Converts an export to a feed file.
 * @throws ImportError if the export cannot be read completely
 */
export async function convert({ variants, report, close }: Opening, path: string): Promise<Converted> {
  const scan = new FieldScan();
  const preview = new Preview();
  const discounts = new Discounts();
  const shape = new Shape(report);
  let hasPaths = false;
  const file = await open(path, "w", 0o600);
  try {
    let text = "";
    for await (const some of variants) {
      for (const data of some) {
        shape.observe(data);
        scan.observe(flatten(data).fields);
        preview.observe(data);
        discounts.observe(data);
        hasPaths ||= Array.isArray(data["images"]) && data["images"].some(isPath);
        text += `${JSON.stringify({ operation: "insert", product_data: data })}\n`;
      }
      if (text.length < WRITE_CHARACTERS) continue;
      await file.write(text);
      text = "";
    }
    await file.write(text);
  } finally {
    close();
    await file.close();
  }
  return { counts: shape.counts, shape, scan, preview, discounts, hasPaths };
}

const isPath = (image: unknown): boolean => typeof image === "string" && !/^(?:https?:)?\/\//i.test(image);
