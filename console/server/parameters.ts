import { validationError } from "../../src/errors.js";

/** Parameters from the query string or path of a request. */
export type Parameters = Readonly<Record<string, unknown>>;

const MAX_LENGTH = 1_000;

/**
 * Returns a text parameter.
 * @throws {ServiceError} `validation_error` if the parameter is repeated or too long
 */
export function textOf(parameters: Parameters, name: string): string | undefined {
  const value = parameters[name];
  if (value === undefined || value === "") return undefined;
  if (typeof value !== "string" || value.length > MAX_LENGTH) {
    throw validationError(name, `${name}: expected a single value of at most ${MAX_LENGTH} characters`);
  }
  return value;
}

/**
 * Returns a nonnegative integer parameter, such as a job id.
 * @throws {ServiceError} `validation_error` if the parameter is not a nonnegative integer
 */
export function integerOf(parameters: Parameters, name: string): number | undefined {
  const text = textOf(parameters, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw validationError(name, `${name}: expected an integer`);
  return Number(text);
}
