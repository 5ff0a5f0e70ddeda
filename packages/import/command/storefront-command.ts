import { createGunzip } from "node:zlib";
import { unseenCuration } from "../../../src/storefront/named-fields.js";
import { fieldFindings, FieldScan, type FieldTally, tally } from "./field-scan.js";
import { parseFeedLine } from "../../../src/catalog/ingestion/feed-line.js";
import { readFeedLines } from "../../../src/catalog/ingestion/feed-reader.js";
import type { FieldValues } from "../../../src/catalog/fields.js";
import { proposeConfiguration } from "./propose-configuration.js";
import type { Language } from "../../../src/languages/index.js";
import { reportLanguage, formatReported } from "./tell-language.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import type { StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { callService, type ServiceAccess, uploadOf } from "../../../src/commands/service-client.js";

/** The complete configuration in force, as JSON. @throws ServiceCallError */
export async function showStorefrontCommand(access: ServiceAccess): Promise<string> {
  const { data } = await callService(access, "GET", "/v1/storefront");
  return JSON.stringify((data as { readonly configuration: unknown }).configuration, null, 2);
}

/**
 * A configuration document that fits a feed. It is printed and not applied.
 * @param given the language of the catalogue, where a person says it
 * @throws CommandError when neither a person nor the texts say what language they are in
 */
export async function proposeStorefrontCommand(feed: string, given?: Language): Promise<string> {
  const scan = new FieldScan();
  for await (const fields of fieldsOf(feed)) scan.observe(fields);
  if (scan.variants === 0) throw new CommandError(`${feed} has no products to propose a configuration from`);
  return JSON.stringify(proposeConfiguration(scan, given ?? (await languageOf(scan))), null, 2);
}

/** The language of the texts. @throws CommandError when they do not tell it */
async function languageOf(scan: FieldScan): Promise<Language> {
  const reported = await reportLanguage(scan.texts, scan.beside());
  if (reported.language !== null) return reported.language;
  throw new CommandError(`The language of the texts is ${formatReported(reported)}: ${SAY_LANGUAGE}`);
}

/** How a person says what the texts do not tell. */
export const SAY_LANGUAGE = "say it, as with --language german; `other` compares words as they are written";

/** @param feed checks the fields with its values @throws CommandError that lists every mistake with its path */
export async function checkStorefrontCommand(text: string, feed?: string): Promise<string> {
  const { configuration } = parseConfiguration(text);
  const values = new Map<string, FieldTally>();
  if (feed !== undefined) for await (const fields of fieldsOf(feed)) tally(values, fields);
  return reported("The configuration is valid.", configuration, values);
}

/**
 * @param acceptImpact of the losses that this very change was refused for
 * @throws CommandError that lists every mistake with its path
 * @throws ServiceCallError with what shoppers would lose; the old configuration stays in force
 */
export async function applyStorefrontCommand(
  access: ServiceAccess,
  text: string,
  acceptImpact?: string,
): Promise<string> {
  const { json, configuration } = parseConfiguration(text);
  const query = acceptImpact === undefined ? "" : `?${new URLSearchParams({ accept_impact: acceptImpact }).toString()}`;
  const { data } = await callService(access, "PUT", `/v1/storefront${query}`, json);
  const { client_id } = data as { readonly client_id: string };
  return reported(`The configuration of ${client_id} is in force within two seconds.`, configuration, new Map());
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
  if (!("errors" in result)) return { json, configuration: result.configuration };
  const lines = result.errors.map(({ path, message }) => `  ${path === "" ? "" : `${path}: `}${message}`);
  throw new CommandError(["The configuration has mistakes:", ...lines].join("\n"));
}

function reported(
  done: string,
  configuration: StorefrontConfiguration,
  values: ReadonlyMap<string, FieldTally>,
): string {
  const unseen = unseenCuration(configuration).map(({ path, warning }) => `${path}: ${warning}`);
  const findings = [...fieldFindings(configuration, values), ...unseen];
  if (findings.length === 0) return done;
  const more = findings.length - SHOWN;
  const shown = findings.slice(0, SHOWN).map((line) => `  ${line}`);
  return [done, "Look at:", ...shown, ...(more > 0 ? [`  … and ${more} more fields`] : [])].join("\n");
}

const SHOWN = 50;
const MAX_LINE_BYTES = 1_048_576;

/** The fields of each variant of a feed. */
async function* fieldsOf(path: string): AsyncGenerator<FieldValues> {
  const { gzip, stream } = await uploadOf(path);
  for await (const lines of readFeedLines(gzip ? stream.pipe(createGunzip()) : stream, MAX_LINE_BYTES)) {
    for (const line of lines) {
      const parsed = "text" in line ? parseFeedLine(line.text) : undefined;
      if (parsed !== undefined && "fields" in parsed) yield parsed.fields;
    }
  }
}
