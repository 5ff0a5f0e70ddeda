import { createGunzip } from "node:zlib";
import { privateFieldUses } from "../../../src/storefront/named-fields.js";
import { fieldFindings, FieldScan, type FieldTally, tally } from "../convert/field-scan.js";
import { parseFeedLine } from "../../../src/catalog/ingestion/feed-line.js";
import { readFeedLines } from "../../../src/catalog/ingestion/feed-reader.js";
import type { FieldValues } from "../../../src/catalog/fields.js";
import { proposeConfiguration } from "../convert/propose-configuration.js";
import type { Language } from "../../../src/languages/index.js";
import { detectLanguage, formatDetected } from "../convert/detect-language.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";
import type { StorefrontConfiguration } from "../../../src/storefront/configuration.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { callService, type ServiceAccess, uploadOf } from "../../../src/commands/service-client.js";

/** Returns the complete live configuration as JSON. @throws {ServiceCallError} if the request fails */
export async function showStorefrontCommand(access: ServiceAccess): Promise<string> {
  const { data } = await callService(access, "GET", "/v1/storefront");
  return JSON.stringify((data as { readonly configuration: unknown }).configuration, null, 2);
}

/**
 * Returns a proposed configuration for a feed as JSON, without applying the configuration.
 * @param given the catalogue's language, if the user specified the language
 * @throws {CommandError} if the language is neither given nor detectable
 */
export async function proposeStorefrontCommand(feed: string, given?: Language): Promise<string> {
  const scan = new FieldScan();
  for await (const fields of fieldsOf(feed)) scan.observe(fields);
  if (scan.variants === 0) throw new CommandError(`${feed} has no products to propose a configuration from`);
  return JSON.stringify(proposeConfiguration(scan, given ?? (await languageOf(scan))), null, 2);
}

/**
 * Detects the language of the texts.
 * @throws {CommandError} if the detection is inconclusive
 */
async function languageOf(scan: FieldScan): Promise<Language> {
  const detected = await detectLanguage(scan.texts, scan.beside());
  if (detected.language !== null) return detected.language;
  throw new CommandError(`The language of the texts is ${formatDetected(detected)}: ${LANGUAGE_HINT}`);
}

/** Hint that is printed if the language could not be detected. */
export const LANGUAGE_HINT = "set the language, for example --language german; `other` compares words without stemming";

/**
 * Validates a configuration.
 * @param feed path of a feed; if given, the configured fields are checked against the feed's values
 * @throws {CommandError} with all validation errors and their paths
 */
export async function checkStorefrontCommand(text: string, feed?: string): Promise<string> {
  const { configuration } = parseConfiguration(text);
  const values = new Map<string, FieldTally>();
  if (feed !== undefined) for await (const fields of fieldsOf(feed)) tally(values, fields);
  return formatResult("The configuration is valid.", configuration, values);
}

/**
 * Applies a configuration.
 * @param acceptImpact token that the service returned when it rejected this change; sending the token confirms the
 * impact
 * @throws {CommandError} with all validation errors and their paths
 * @throws {ServiceCallError} with the impact on shoppers if the service rejects the change
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
  return formatResult(`The configuration of ${client_id} is live within two seconds.`, configuration, new Map());
}

/**
 * Parses and validates a configuration.
 * @throws {CommandError} with all validation errors and their paths
 */
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
  throw new CommandError(["The configuration has validation errors:", ...lines].join("\n"));
}

function formatResult(
  done: string,
  configuration: StorefrontConfiguration,
  values: ReadonlyMap<string, FieldTally>,
): string {
  const unseen = privateFieldUses(configuration).map(({ path, warning }) => `${path}: ${warning}`);
  const findings = [...fieldFindings(configuration, values), ...unseen];
  if (findings.length === 0) return done;
  const more = findings.length - SHOWN;
  const shown = findings.slice(0, SHOWN).map((line) => `  ${line}`);
  return [done, "Check these fields:", ...shown, ...(more > 0 ? [`  … and ${more} more fields`] : [])].join("\n");
}

const SHOWN = 50;
const MAX_LINE_BYTES = 1_048_576;

/** Yields the fields of each variant in a feed. */
async function* fieldsOf(path: string): AsyncGenerator<FieldValues> {
  const { gzip, stream } = await uploadOf(path);
  for await (const lines of readFeedLines(gzip ? stream.pipe(createGunzip()) : stream, MAX_LINE_BYTES)) {
    for (const line of lines) {
      const parsed = "text" in line ? parseFeedLine(line.text) : undefined;
      if (parsed !== undefined && "fields" in parsed) yield parsed.fields;
    }
  }
}
