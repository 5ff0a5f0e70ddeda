import { constants, createReadStream } from "node:fs";
import { access, mkdtemp, open, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FieldSurvey, headersOf } from "./field-survey.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { type Language, LANGUAGE_NAMES } from "../../../src/languages/index.js";
import { tellLanguage, type ToldLanguage, toldInWords } from "./tell-language.js";
import { STATUS, type FeedMode, type IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import { proposeConfiguration } from "./propose-configuration.js";
import type { Config } from "../../../src/config.js";
import { openImport, type Format, type OpenedImport } from "../src/import-file.js";
import { parseMapping, proposalDocument } from "../src/mapping.js";
import { Shape } from "../src/shape.js";
import type { Question } from "../src/suggest-mapping.js";
import { readText, type Encoding, type TextSource } from "../src/text-source.js";
import { clientIdOf } from "../../../src/storefront/client.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { ensureClient } from "../../../src/commands/clients-command.js";
import { CommandError, readTextFile } from "../../../src/commands/command-error.js";
import { connected, shopFile } from "../../../src/commands/instance.js";
import {
  answerTo,
  differenceLines,
  Discounts,
  headingOf,
  Preview,
  proposalLines,
  reportedLines,
} from "./import-report-lines.js";
import { exitCodeOf, ingestFile, reportLines } from "../../../src/commands/ingest-command.js";
import { SAY_LANGUAGE } from "./storefront-command.js";
import { MEGABYTE, progressBar } from "../../../src/commands/output.js";
import { checkAnswers, type IngestionGuards, type ServiceAccess } from "../../../src/commands/service-client.js";

export interface ImportCommandOptions {
  readonly from?: Format;
  readonly mapping?: string;
  /** Columns that fields are read from, as "price=amount"; without a column, a field that the file has nothing for. */
  readonly column?: readonly string[];
  /** ISO 4217, of prices that the file says none of. */
  readonly currency?: string;
  /** Of the texts; told by them unless given. */
  readonly language?: Language | undefined;
  /** Where pictures are that the file has without an address. */
  readonly pictures?: string;
  /** Oddities of the result that are meant. */
  readonly accept?: readonly string[];
  readonly encoding?: Encoding;
  readonly suggest: boolean;
  readonly dryRun: boolean;
  /** The share (0–1) of products, and of the records of the file before, that may be missing; `MAX_REMOVED_SHARE` unless given. */
  readonly maxRemoved?: number;
  readonly mode: FeedMode;
  readonly client: string;
}

export interface ImportCommandDeps {
  readonly config: Config;
  readonly print: (text: string) => void;
  /** Where the service answers. @throws CommandError when there is none */
  readonly address: () => Promise<string>;
  /** A private key, where one is given: its client is imported to, and nothing is made. */
  readonly privateKey: string | undefined;
  /** What the file is called to people; its path unless given. */
  readonly name?: string;
  /** The moment that the file is of, RFC 3339: newer lines of `/v1/products` stay. Undefined where it is not known. */
  readonly snapshot?: string;
  /** Asks the person at the terminal; undefined where nobody is there. */
  readonly ask?: ((question: string) => Promise<string>) | undefined;
}

/** A tenth that is missing is more than what a shop takes out between two exports. */
export const MAX_REMOVED_SHARE = 0.1;

/** Some lines of the file are not in the catalogue. */
const IN_PART = 3;

/**
 * Imports an export of a shop: reads all of it into a feed in a temporary file, makes the client where it is missing, and
 * ingests. So a file that cannot be read to its end changes nothing.
 * @param path "-" is standard input
 * @returns the exit code
 */
export async function importCommand(
  { config, print, address, privateKey, ask, name, snapshot }: ImportCommandDeps,
  path: string,
  options: ImportCommandOptions,
): Promise<number> {
  const base_url = options.dryRun || options.suggest ? undefined : await address();
  if (base_url !== undefined) await checkAnswers({ base_url });
  const answers = answersOf(options.column);
  let opened = await opening(path, options, answers);
  if (options.suggest) {
    print(JSON.stringify(await suggestion(path, options, opened, answers), null, 2));
    return 0;
  }
  if (opened.questions.length > 0) {
    opened.close();
    if (ask === undefined || path === "-")
      throw new CommandError(questionLines(opened.questions, name ?? path).join("\n"));
    opened = await opening(path, options, await answered(opened.questions, answers, ask));
  }
  const folder = await mkdtemp(join(tmpdir(), "vitrine-import-"));
  try {
    const feed = join(folder, "feed.ndjson");
    const converted = await convert(opened, feed);
    const told =
      options.language === undefined
        ? await tellLanguage(converted.survey.texts, converted.survey.beside(headersOf(opened)))
        : undefined;
    const proposalIn = (language: Language) => withCurrency(proposeConfiguration(converted.survey, language), options);
    const read = [...reportedLines(converted.counts, opened), ...converted.discounts.lines()];
    print([headingOf(name ?? path, opened), "", ...converted.preview.lines(), ...read].join("\n"));
    if (converted.counts.variants === 0) throw new CommandError("there is nothing to import");
    await checkOddities(converted.shape, options, ask);
    const inPart = opened.report.leftOut.size > 0 ? IN_PART : 0;
    const guards = {
      ...guardsOf(opened, options),
      ...(snapshot !== undefined && options.mode === "soft_replace" && { snapshot }),
    };
    const ingest = (access: ServiceAccess) => ingestFile(access, feed, options.mode, guards);
    if (base_url === undefined) {
      const access = await accessToCompare({ config, address, privateKey }, options.client);
      const record = typeof access === "string" ? undefined : await ingest(access);
      if (record !== undefined) print(differenceLines(record).join("\n"));
      if (typeof access === "string") print(`\nNot compared with a live catalogue: ${access}.\n`);
      const language = options.language ?? told?.language ?? "other";
      print(
        [
          ...proposalLines(proposalIn(language), told),
          "",
          "Nothing was changed. Without --dry-run it is imported.",
        ].join("\n"),
      );
      return (record && exitCodeOf(record)) || inPart;
    }
    const key = privateKey ?? (await ownKey({ config, print, ask }, options, told, proposalIn));
    const record = await ingest({ base_url, private_key: key });
    print(["", ...reportLines(record)].join("\n"));
    if (record.status === STATUS.FAILED && options.mode === "soft_replace") print(WHAT_HELPS);
    if (record.status === STATUS.COMPLETED) print(["", ...(await whereToSee(config, base_url, record))].join("\n"));
    return exitCodeOf(record) || inPart;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const WHAT_HELPS =
  "  --dry-run shows what would change. What shall go all the same, goes with --max-removed 50 (percent); an export of a part of\n" +
  "  the catalogue is added to it by --mode insert.";

function guardsOf(
  { format, report: { records, isOpen, last } }: OpenedImport,
  { dryRun, mode, maxRemoved = MAX_REMOVED_SHARE }: ImportCommandOptions,
): IngestionGuards {
  return {
    ...(dryRun && { dry_run: true as const }),
    ...(mode === "soft_replace" && { max_removed_share: maxRemoved }),
    source: { format, records, is_open: isOpen, last },
  };
}

/**
 * A service and a key to compare a feed with what is live.
 * @returns why there is none, where that is no mistake
 * @throws ServiceCallError when no service answers where one is said to be
 */
async function accessToCompare(
  { config, address, privateKey }: Pick<ImportCommandDeps, "config" | "address" | "privateKey">,
  client: string,
): Promise<ServiceAccess | string> {
  const private_key = privateKey ?? (await shopFile(clientIdOf(client)).read(config.dataDir))?.private_key;
  if (private_key === undefined) return `no key of ${client} is known here; all of it would be new, or give --key`;
  try {
    const base_url = await address();
    await checkAnswers({ base_url });
    return { base_url, private_key };
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/** The private key of a client of this machine, which is made with the proposed configuration where there is none. */
async function ownKey(
  { config, print, ask }: Pick<ImportCommandDeps, "config" | "print" | "ask">,
  options: Pick<ImportCommandOptions, "client" | "language">,
  told: ToldLanguage | undefined,
  proposalIn: (language: Language) => ConfigurationDocument,
): Promise<string> {
  const client_id = clientIdOf(options.client);
  const file = shopFile(client_id);
  const known = await file.read(config.dataDir);
  let proposal: ConfigurationDocument | undefined;
  const propose = async () => (proposal = proposalIn(options.language ?? (await languageOf(told, ask))));
  const client = await connected(config, (engine) => ensureClient(engine, client_id, known, propose));
  const { public_key, private_key } = client;
  await file.write(config.dataDir, { client_id, public_key, private_key });
  print(
    proposal !== undefined
      ? ["", ...proposalLines(proposal, told), `The client ${client_id} was added with it.`].join("\n")
      : `\nThe configuration of ${client_id} stays as it is; --dry-run shows the one that is proposed for the file.`,
  );
  return private_key;
}

/** What the texts or a person say. @throws CommandError when neither does */
async function languageOf(told: ToldLanguage | undefined, ask: ImportCommandDeps["ask"]): Promise<Language> {
  if (told?.language) return told.language;
  const words = told === undefined ? "not told" : toldInWords(told);
  if (ask === undefined)
    throw new CommandError(`Nothing was imported: the language of the texts is ${words}; ${SAY_LANGUAGE}`);
  const said = (await ask(`The language of the texts is ${words}. Which is it? `)).trim().toLowerCase();
  const language = LANGUAGE_NAMES.find((name) => name === said);
  if (language !== undefined) return language;
  throw new CommandError(`Nothing was imported: expected one of ${LANGUAGE_NAMES.join(", ")}, not "${said}"`);
}

/** The page that shows the catalogue, where the service has the demo's pages; else how to ask for it. */
async function whereToSee({ dataDir }: Config, base_url: string, { client_id }: IngestionRecord): Promise<string[]> {
  const page = new URL(`/shops/${client_id}/`, base_url);
  const response = await fetch(page, { headers: { Accept: "text/html" } });
  const isPage = response.ok && response.headers.get("content-type")?.startsWith("text/html") === true;
  await response.body?.cancel();
  const known = await shopFile(client_id).read(dataDir);
  return [
    ...(isPage ? [`See it     ${page.href}`] : []),
    ...(known === undefined ? [] : [`Keys       ${shopFile(client_id).path(dataDir)}`]),
    ...(isPage ? [] : [`API docs   ${new URL("/docs", base_url).href}`]),
  ];
}

function withCurrency(proposal: ConfigurationDocument, { currency }: ImportCommandOptions): ConfigurationDocument {
  if (currency === undefined) return proposal;
  if (!/^[A-Z]{3}$/.test(currency)) throw new CommandError(`--currency ${currency}: expected three letters, like EUR`);
  return { ...proposal, currency };
}

/** "price=amount" as what the field is read from; "price=" is nothing. @throws CommandError for what is neither */
function answersOf(columns: readonly string[] = []): Record<string, string | null> {
  return Object.fromEntries(
    columns.map((text) => {
      const at = text.indexOf("=");
      if (at < 1)
        throw new CommandError(`--column ${text}: expected FIELD=COLUMN, like price=amount, or price= for none`);
      return [text.slice(0, at), text.slice(at + 1) || null];
    }),
  );
}

/** A mapping to be changed, also of a table in a format of its own, as if it had none. */
async function suggestion(
  path: string,
  options: ImportCommandOptions,
  opened: Opening,
  answers: Record<string, string | null>,
) {
  opened.close();
  if (opened.mapping !== undefined) return proposalDocument({ mapping: opened.mapping, questions: opened.questions });
  if (path === "-" || opened.shape === "xml")
    throw new CommandError(`${headingOf(path, opened)}: this format needs no mapping`);
  const plain = await opening(path, { ...options, from: opened.shape === "json" ? "json" : "csv" }, answers);
  return proposalDocument({ mapping: plain.mapping ?? { fields: {} }, questions: plain.questions });
}

/** What a person has to say, and the ways to say it. */
function questionLines(questions: readonly Question[], path: string): string[] {
  const file = path.includes(" ") ? JSON.stringify(path) : path;
  return [
    "Nothing was imported: the file does not say for certain what some fields are.",
    ...questions.flatMap(({ field, why, rivals }) => [
      `  ${field}: ${why}.`,
      ...(rivals.length === 0 ? [] : [`    It may be ${rivals.join(", ")}.`]),
    ]),
    "Say it with an option for each, of which one without a column leaves the field out:",
    `  vitrine import ${file} ${questions.map((question) => JSON.stringify(answerTo(question))).join(" ")}`,
    "or write the mapping to a file, change it, and give it back:",
    `  vitrine import ${file} --suggest > mapping.json`,
    `  vitrine import ${file} --mapping mapping.json`,
  ];
}

async function answered(
  questions: readonly Question[],
  known: Record<string, string | null>,
  ask: (question: string) => Promise<string>,
): Promise<Record<string, string | null>> {
  const answers = { ...known };
  for (const { field, why, rivals } of questions) {
    const choices = rivals.map((rival, at) => `  ${at + 1}  ${rival}\n`).join("");
    const said = (await ask(`${field}: ${why}.\n${choices}Column (number or name; empty: none): `)).trim();
    answers[field] = said === "" ? null : (rivals[Number(said) - 1] ?? said);
  }
  return answers;
}

/** @throws CommandError when the result is what nobody means, and nobody says so */
async function checkOddities(
  shape: Shape,
  { accept = [] }: ImportCommandOptions,
  ask: ImportCommandDeps["ask"],
): Promise<void> {
  for (const { name, text } of shape.oddities().filter((one) => !accept.includes(one.name))) {
    if (ask !== undefined && /^y(?:es)?$/i.test((await ask(`${text}. Is that meant? (y/N) `)).trim())) continue;
    throw new CommandError(
      `Nothing was imported: ${text}. If that is meant, say so with --accept ${name}; else look at the columns with --suggest`,
    );
  }
}

interface Opening extends OpenedImport {
  readonly encoding: Encoding;
  readonly decodedTwice: TextSource["decodedTwice"];
  /** Stops the progress bar. */
  readonly close: () => void;
}

async function opening(
  path: string,
  { from, mapping, encoding, suggest, pictures }: ImportCommandOptions,
  answers: Record<string, string | null>,
): Promise<Opening> {
  const size = path === "-" ? undefined : await sizeOf(path);
  const bar = size === undefined || suggest ? undefined : progressBar("Reading", size);
  let read = 0;
  async function* bytes(): AsyncGenerator<Buffer> {
    for await (const chunk of (path === "-" ? process.stdin : createReadStream(path)) as AsyncIterable<Buffer>) {
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

/** @throws CommandError when it cannot be read */
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

interface Converted {
  readonly counts: Shape["counts"];
  readonly shape: Shape;
  readonly survey: FieldSurvey;
  readonly preview: Preview;
  readonly discounts: Discounts;
}

const WRITE_CHARACTERS = 1_000_000;

async function convert({ variants, report, close }: Opening, path: string): Promise<Converted> {
  const survey = new FieldSurvey();
  const preview = new Preview();
  const discounts = new Discounts();
  const shape = new Shape(report);
  const file = await open(path, "w", 0o600);
  try {
    let text = "";
    for await (const some of variants) {
      for (const data of some) {
        shape.observe(data);
        survey.observe(flatten(data).leaves);
        preview.observe(data);
        discounts.observe(data);
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
  return { counts: shape.counts, shape, survey, preview, discounts };
}
