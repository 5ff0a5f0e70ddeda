import { CommandError } from "../../../src/commands/command-error.js";
import type { Question } from "../src/question.js";
import type { Oddity } from "../src/shape.js";
import { headersOf } from "../convert/field-scan.js";
import { type ImportCommandOptions, MAX_REMOVED_SHARE } from "./import-options.js";
import type { Answers, Converted } from "../convert/open-file.js";
import { convert, type ConvertedExport, openExport, type Opening } from "./open-export.js";
import { proposeConfiguration } from "../convert/propose-configuration.js";
import {
  doubtAboutLanguage,
  doubtAboutResult,
  doubtsAbout,
  MAX_ROUNDS,
  openAssuming,
  openQuestions,
} from "../convert/doubts.js";
import { type Prompt, askAbout, isAboutAnswer, refusal } from "./questions.js";
import { detectLanguage, type DetectedLanguage } from "../convert/detect-language.js";

export interface Exported {
  readonly opened: Opening;
  readonly converted: ConvertedExport;
  /** Detected language of the texts; undefined if a command-line option specifies the language. */
  readonly detected: DetectedLanguage | undefined;
  readonly currency: string | undefined;
}

interface Reading {
  readonly prompt: Prompt | undefined;
  readonly name: string;
  /** Whether the import creates the client, with the proposed configuration. */
  readonly isNew: boolean;
}

/**
 * Converts an export to a feed and prompts the user to answer open questions.
 * @throws {CommandError} with all open questions and the options that answer them, if no terminal is available
 */
export async function readExport(
  { prompt, name, isNew }: Reading,
  path: string,
  options: ImportCommandOptions,
  feed: string,
): Promise<Exported> {
  const { opened, questions, answers } = await openAnswered(prompt, path, options);
  const converted = await convert(opened, feed);
  const detected =
    options.language === undefined
      ? await detectLanguage(converted.scan.texts, converted.scan.beside(headersOf(opened)))
      : undefined;
  const isUnsure = detected !== undefined && detected.language === null && isNew;
  const hasCurrency = (options.currency ?? proposeConfiguration(converted.scan, "other").currency) !== undefined;
  if (prompt === undefined) {
    const isRead = converted.counts.variants > 0;
    const doubts = [
      ...doubtsAbout(questions),
      ...(isRead ? odditiesOf(converted, options).map(doubtAboutResult) : []),
      ...(isRead && isUnsure && (!options.dryRun || questions.length > 0) ? [doubtAboutLanguage(detected)] : []),
    ];
    const hints = [...(hasCurrency ? [] : [CURRENCY_HINT]), ...(converted.hasPaths ? [PICTURES_HINT] : [])];
    if (doubts.length > 0) throw new CommandError(refusal(name, flagsOf(options), doubts, isRead ? hints : []));
    return { opened, converted, detected, currency: options.currency };
  }
  if (converted.hasPaths && options.pictures === undefined) {
    const given = (await prompt("Images are paths without a host. Base URL of the images (empty: keep the paths)? ")).trim(); // prettier-ignore
    const column = Object.entries(answers).map(([field, value]) => `${field}=${value ?? ""}`);
    if (given !== "") return readExport({ prompt, name, isNew }, path, { ...options, column, pictures: given }, feed);
  }
  if (hasCurrency || !isNew || converted.counts.variants === 0) return { opened, converted, detected, currency: options.currency }; // prettier-ignore
  const given = (await prompt("The file has no currency. Currency of the prices (like EUR; empty: none)? "))
    .trim()
    .toUpperCase();
  return { opened, converted, detected, currency: given === "" ? undefined : given };
}
const CURRENCY_HINT = "--currency CODE       the currency of the prices, like EUR";
const PICTURES_HINT = "--pictures ADDRESS    base URL of the images, which are paths without a host";

interface Answered {
  readonly opened: Opening;
  /** Questions to which the import assumed the most likely answer, because no terminal was available. */
  readonly questions: readonly Question[];
  readonly answers: Answers;
}

/**
 * Opens an export with the user's answers to questions about columns. If there is no terminal, the most likely answers
 * are used.
 */
async function openAnswered(
  prompt: Prompt | undefined,
  path: string,
  options: ImportCommandOptions,
): Promise<Answered> {
  const open = (given: Answers) => openExport(path, options, given);
  let answers = answersOf(options.column);
  if (prompt === undefined) return openAssuming(open, answers, (opened) => opened.close());
  let opened = await open(answers);
  let notice = "";
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const asked = openQuestions(opened.questions, answers);
    if (asked.length === 0) break;
    opened.close();
    const before = answers;
    answers = await askAbout(asked, answers, (question) => prompt(`${notice}${question}`));
    notice = "";
    try {
      opened = await open(answers);
    } catch (error) {
      if (!isAboutAnswer(error)) throw error;
      notice = `${error.message}\n`;
      answers = before;
    }
  }
  const left = openQuestions(opened.questions, answers);
  if (left.length > 0) throw new CommandError(refusal(path, flagsOf(options), doubtsAbout(left), []));
  return { opened, questions: [], answers };
}

export const odditiesOf = ({ shape }: Pick<Converted, "shape">, { accept = [] }: ImportCommandOptions): Oddity[] =>
  shape.oddities().filter(({ name }) => !accept.includes(name));

/** Converts import options back to command-line options, without default values. */
function flagsOf(options: ImportCommandOptions): string[] {
  const {
    from,
    mapping,
    column = [],
    currency,
    language,
    pictures,
    accept = [],
    encoding,
    dryRun,
    maxRemoved,
  } = options;
  const flag = (name: string, value: string | undefined) => (value === undefined ? [] : [`--${name} ${value}`]);
  return [
    ...flag("client", options.client === DEFAULT_CLIENT ? undefined : options.client),
    ...flag("from", from),
    ...flag("encoding", encoding),
    ...flag("mode", options.mode === "soft_replace" ? undefined : options.mode),
    ...flag("mapping", mapping),
    ...column.map((one) => `--column=${one}`),
    ...flag("currency", currency),
    ...flag("language", language),
    ...flag("pictures", pictures),
    ...accept.map((one) => `--accept ${one}`),
    ...flag(
      "max-removed",
      maxRemoved === undefined || maxRemoved === MAX_REMOVED_SHARE ? undefined : String(maxRemoved * 100),
    ),
    ...(dryRun ? ["--dry-run"] : []),
  ];
}

const DEFAULT_CLIENT = "my-shop";

/**
 * Parses `--column` options: "price=amount", or "price=" to leave the field out.
 * @throws {CommandError} if an option is invalid
 */
export function answersOf(columns: readonly string[] = []): Answers {
  return Object.fromEntries(
    columns.map((text) => {
      const at = text.indexOf("=");
      if (at < 1)
        throw new CommandError(`--column ${text}: expected FIELD=COLUMN, like price=amount, or price= for none`);
      return [text.slice(0, at), text.slice(at + 1) || null];
    }),
  );
}
