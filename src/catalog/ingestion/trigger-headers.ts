import { validationError } from "../../errors.js";
import type { Json } from "../product-document.js";
import { compileSchema } from "../../schema/validator.js";
import {
  FEED_SOURCE,
  MAX_LENGTH,
  MODES,
  TRIGGER_TYPES,
  type FeedSource,
  type IngestionMode,
  type TriggerSource,
} from "./ingestion-record.js";

/** Of the metadata; well below what the engine stores. */
const MAX_NESTING = 10;

/**
 * Reads what request headers say about why a job was started: `X-SERVICE-PROCESSING-MODE` (insert unless given) and,
 * for the record, `X-SERVICE-COMMENT`, `X-SERVICE-USER`, `X-SERVICE-METADATA` (JSON) and `X-SERVICE-TRIGGER` (api or cli);
 * against mistakes, `X-SERVICE-DRY-RUN`, `X-SERVICE-MAX-REMOVED-SHARE` and `X-SERVICE-SOURCE` (JSON).
 * @throws ServiceError validation_error naming the header
 */
export function parseTrigger(header: (name: string) => string | undefined): TriggerSource {
  const share = removedShare(header);
  const source = feedSource(header);
  return {
    type: oneOf(header, "X-SERVICE-TRIGGER", TRIGGER_TYPES),
    mode: oneOf<IngestionMode>(header, "X-SERVICE-PROCESSING-MODE", MODES),
    comment: bounded(header, "X-SERVICE-COMMENT"),
    metadata: metadata(header),
    user: bounded(header, "X-SERVICE-USER"),
    ...(oneOf(header, "X-SERVICE-DRY-RUN", ["false", "true"]) === "true" ? { dry_run: true } : {}),
    ...(share === undefined ? {} : { max_removed_share: share }),
    ...(source === undefined ? {} : { source }),
  };
}

/** The first value is the default. */
function oneOf<T extends string>(header: (name: string) => string | undefined, name: string, values: readonly T[]): T {
  const given = header(name)?.trim();
  const value = given === undefined ? values[0] : values.find((known) => known === given);
  if (value === undefined) {
    throw validationError(name, `${name}: expected ${values.join(" or ")}, got ${JSON.stringify(given?.slice(0, 60))}`);
  }
  return value;
}

function bounded(header: (name: string) => string | undefined, name: string): string | null {
  const value = header(name)?.trim() ?? "";
  if (value.length > MAX_LENGTH) throw validationError(name, `${name}: longer than ${MAX_LENGTH} characters`);
  return value === "" ? null : value;
}

function removedShare(header: (name: string) => string | undefined): number | undefined {
  const name = "X-SERVICE-MAX-REMOVED-SHARE";
  const text = bounded(header, name);
  if (text === null) return undefined;
  const share = Number(text);
  if (share >= 0 && share <= 1) return share;
  throw validationError(name, `${name}: expected a number from 0 to 1, got ${JSON.stringify(text.slice(0, 60))}`);
}

const checkSource = compileSchema(FEED_SOURCE, { subject: "header", mistakes: "first" });

function feedSource(header: (name: string) => string | undefined): FeedSource | undefined {
  const name = "X-SERVICE-SOURCE";
  const text = bounded(header, name);
  if (text === null) return undefined;
  const value = parsed(text);
  const mistake = value === undefined ? { path: "", message: "expected JSON" } : checkSource(value)[0];
  if (mistake === undefined) return value as unknown as FeedSource;
  throw validationError(name, `${name}: ${mistake.path === "" ? "" : `${mistake.path}: `}${mistake.message}`);
}

function metadata(header: (name: string) => string | undefined): Json {
  const name = "X-SERVICE-METADATA";
  const text = bounded(header, name);
  if (text === null) return null;
  const value = parsed(text);
  if (value === undefined) throw validationError(name, `${name}: expected JSON`);
  if (isDeeperThan(MAX_NESTING, value))
    throw validationError(name, `${name}: nested deeper than ${MAX_NESTING} levels`);
  return value;
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

function isDeeperThan(levels: number, value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return (
    levels === 0 || Object.values(value as Record<string, Json>).some((member) => isDeeperThan(levels - 1, member))
  );
}
