import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { CommandError, readTextFile } from "../../../src/commands/command-error.js";
import { MEGABYTE, progressBar } from "../../../src/commands/output.js";
import { type Answers, convertFile, type Converted, openFile, type OpenedFile } from "../convert/open-file.js";
import { Sample } from "../convert/sample.js";
import type { Format } from "../src/import-file.js";
import { parseMapping } from "../src/mapping.js";
import type { Encoding } from "../src/text-source.js";
import { Discounts } from "./import-report-lines.js";

export interface Opening extends OpenedFile {
  /** Stops the progress bar. */
  readonly close: () => void;
}

export interface OpeningOptions {
  readonly from?: Format;
  /** Path of a mapping file. */
  readonly mapping?: string;
  readonly encoding?: Encoding;
  readonly pictures?: string;
  readonly suggest: boolean;
}

/** Opens an export and shows the progress of reading it. */
export async function openExport(path: string, options: OpeningOptions, answers: Answers): Promise<Opening> {
  const size = await sizeOf(path);
  const bar = options.suggest ? undefined : progressBar("Reading", size);
  const close = () => bar?.stop();
  try {
    const mapping = options.mapping === undefined ? undefined : parseMapping(await readTextFile(options.mapping));
    const opened = await openFile(path, { ...options, mapping }, answers, (read) => bar?.update(read / MEGABYTE));
    return { ...opened, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Returns the file size in bytes. @throws {CommandError} if the file cannot be read */
async function sizeOf(path: string): Promise<number> {
  try {
    await access(path, constants.R_OK);
    const found = await stat(path);
    if (found.isDirectory()) throw new CommandError(`${path} is a folder: expected a file`);
    return found.size;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    throw new CommandError(isMissing ? `the file ${path} does not exist` : (error as Error).message, { cause: error });
  }
}

export interface ConvertedExport extends Converted {
  readonly sample: Sample;
  readonly discounts: Discounts;
}

/**
 * Converts an export to a feed file.
 * @throws {ImportError} if the export cannot be read completely
 */
export async function convert(opened: Opening, path: string): Promise<ConvertedExport> {
  const sample = new Sample();
  const discounts = new Discounts();
  try {
    const converted = await convertFile(opened, path, (data) => {
      sample.observe(data);
      discounts.observe(data);
    });
    return { ...converted, sample, discounts };
  } finally {
    opened.close();
  }
}
