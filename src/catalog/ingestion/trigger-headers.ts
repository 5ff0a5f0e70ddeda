import { validationError } from "../../errors.js";
import type { Json } from "../product-document.js";
import { MAX_LENGTH, MODES, TRIGGER_TYPES, type IngestionMode, type TriggerSource } from "./ingestion-record.js";

/** Of the metadata; well below what the engine stores. */
const MAX_NESTING = 10;

/**
 * Reads what request headers say about why a job was started: `X-SERVICE-PROCESSING-MODE` (insert unless given) and,
 * for the record, `X-SERVICE-COMMENT`, `X-SERVICE-USER`, `X-SERVICE-METADATA` (JSON) and `X-SERVICE-TRIGGER` (api or cli).
 * @throws ServiceError validation_error naming the header
 */
export function parseTrigger(header: (name: string) => string | undefined): TriggerSource {
  return {
    type: oneOf(header, "X-SERVICE-TRIGGER", TRIGGER_TYPES),
    mode: oneOf<IngestionMode>(header, "X-SERVICE-PROCESSING-MODE", MODES),
    comment: bounded(header, "X-SERVICE-COMMENT"),
    metadata: metadata(header),
    user: bounded(header, "X-SERVICE-USER"),
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
