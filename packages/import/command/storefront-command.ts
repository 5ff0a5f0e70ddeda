import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";
import type { ProductSource } from "../../../src/catalog/product-document.js";
import { unseenSteering } from "../../../src/storefront/named-fields.js";
import { type CheckedFields, fieldFindings, FieldSurvey, type FieldTally, tally } from "./field-survey.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { parseFeedLine } from "../../../src/catalog/ingestion/feed-line.js";
import { readFeedLines } from "../../../src/catalog/ingestion/feed-reader.js";
import { liveGeneration } from "../../../src/catalog/ingestion/generations.js";
import type { LeafTypes, Leaves } from "../../../src/catalog/leaves.js";
import { readLeafTypes } from "../../../src/catalog/live.js";
import { proposeConfiguration } from "./propose-configuration.js";
import type { Engine } from "../../../src/engine/engine.js";
import type { Language } from "../../../src/languages/languages.js";
import { tellLanguage, toldInWords } from "./tell-language.js";
import { scan } from "../../../src/engine/point-in-time.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import { getInForce } from "../../../src/storefront/clients.js";
import { type StorefrontConfiguration, wholeConfiguration } from "../../../src/storefront/configuration.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { publishByCommand } from "../../../src/commands/publish-by-command.js";

export async function showStorefrontCommand(engine: Engine, clientId: string): Promise<string> {
  const { configuration } = await getInForce({ engine }, clientId);
  return JSON.stringify(wholeConfiguration(configuration), null, 2);
}

/**
 * A configuration document that fits a client's catalogue. It is printed and not applied.
 * @param given the language of the catalogue, where a person says it
 * @throws CommandError when neither a person nor the texts say what language they are in
 */
export async function proposeStorefrontCommand(engine: Engine, clientId: string, given?: Language): Promise<string> {
  const survey = new FieldSurvey();
  for await (const leaves of activeVariants({ engine, clientId })) survey.observe(leaves);
  if (survey.variants === 0) throw new CommandError(`${clientId} has no catalogue to propose a configuration from`);
  return JSON.stringify(proposeConfiguration(survey, given ?? (await languageOf(survey))), null, 2);
}

/** The language of the texts. @throws CommandError when they do not tell it */
async function languageOf({ texts }: FieldSurvey): Promise<Language> {
  const told = await tellLanguage(texts);
  if (told.language !== null) return told.language;
  throw new CommandError(`The language of the texts is ${toldInWords(told)}: ${SAY_LANGUAGE}`);
}

/** How a person says what the texts do not tell. */
export const SAY_LANGUAGE = "say it, as with --language german; `other` compares words as they are written";

interface CheckOptions {
  /** A storefront whose running catalogue the fields are checked with. */
  readonly running?: Running;
  /** A feed file, plain or gzip: its values are taken instead of the catalogue's. */
  readonly feed?: string;
}

interface Running {
  readonly engine: Engine;
  readonly clientId: string;
}

/** @throws CommandError that lists every mistake with its path */
export async function checkStorefrontCommand(text: string, given: CheckOptions = {}): Promise<string> {
  const { configuration } = parseConfiguration(text);
  const live = given.running && (await typesOfCatalogue(given.running));
  return told("The configuration is valid.", configuration, { live, values: await valuesOf(given) });
}

/**
 * @param acceptLosses of the losses that this very change was refused for
 * @throws CommandError that lists every mistake with its path, or what shoppers would lose; the old configuration stays in force
 */
export async function applyStorefrontCommand(
  engine: Engine,
  clientId: string,
  text: string,
  acceptLosses?: string,
): Promise<string> {
  const { json, configuration } = parseConfiguration(text);
  await publishByCommand(engine, { clientId, configuration: json, acceptLosses });
  const live = await typesOfCatalogue({ engine, clientId });
  const done = `The configuration of ${clientId} is in force within two seconds.`;
  return told(done, configuration, { live, values: NO_VALUES });
}

/** A configuration as somebody wrote it, checked. @throws CommandError that lists every mistake with its path */
export function parseConfiguration(text: string): {
  readonly json: unknown;
  readonly configuration: StorefrontConfiguration;
} {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`the configuration is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const result = checkConfiguration(json);
  if (!("mistakes" in result)) return { json, configuration: result.configuration };
  const lines = result.mistakes.map(({ path, message }) => `  ${path === "" ? "" : `${path}: `}${message}`);
  throw new CommandError(["The configuration has mistakes:", ...lines].join("\n"));
}

function told(done: string, configuration: StorefrontConfiguration, fields: CheckedFields): string {
  const unseen = unseenSteering(configuration).map(({ place, remark }) => `${place}: ${remark}`);
  const findings = [...fieldFindings(configuration, fields), ...unseen];
  if (findings.length === 0) return done;
  const more = findings.length - SHOWN;
  const shown = findings.slice(0, SHOWN).map((line) => `  ${line}`);
  return [done, "Look at:", ...shown, ...(more > 0 ? [`  … and ${more} more fields`] : [])].join("\n");
}

const NO_VALUES: ReadonlyMap<string, FieldTally> = new Map();
const SHOWN = 50;
const PAGE = 200;

/** Undefined while there is no catalogue. */
async function typesOfCatalogue({ engine, clientId }: Running): Promise<LeafTypes | undefined> {
  const index = await liveGeneration(engine, clientId);
  return index === undefined ? undefined : readLeafTypes(engine, index);
}

async function valuesOf({ feed, running }: CheckOptions): Promise<ReadonlyMap<string, FieldTally>> {
  if (feed !== undefined) return valuesOfFeed(feed);
  return running === undefined ? NO_VALUES : valuesOfCatalogue(running);
}

async function valuesOfCatalogue(running: Running): Promise<Map<string, FieldTally>> {
  const values = new Map<string, FieldTally>();
  for await (const leaves of activeVariants(running)) tally(values, leaves);
  return values;
}

/** None while there is no catalogue. */
async function* activeVariants({ engine, clientId }: Running): AsyncGenerator<Leaves> {
  const index = await liveGeneration(engine, clientId);
  if (index === undefined) return;
  for await (const hits of scan<ProductSource>(engine, index, PAGE, { query: { term: { active: true } } })) {
    for (const { _source } of hits) {
      for (const variant of _source.source) if (variant.active) yield flatten(variant.data).leaves;
    }
  }
}

const MAX_LINE_BYTES = 1_048_576;

async function valuesOfFeed(path: string): Promise<Map<string, FieldTally>> {
  const values = new Map<string, FieldTally>();
  const file = createReadStream(path);
  for await (const lines of readFeedLines(path.endsWith(".gz") ? file.pipe(createGunzip()) : file, MAX_LINE_BYTES)) {
    for (const line of lines) {
      const parsed = "text" in line ? parseFeedLine(line.text) : undefined;
      if (parsed !== undefined && "leaves" in parsed) tally(values, parsed.leaves);
    }
  }
  return values;
}
