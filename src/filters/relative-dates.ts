import { validationError } from "../errors.js";
import { DAY_MS } from "../lib/zone-clock.js";

/** Operators of rules that count days back from today (UTC), with the comparisons that replace them. */
export const RELATIVE_OPERATORS: ReadonlyMap<string, string> = new Map([
  ["$newer_than_days", "$gte"],
  ["$older_than_days", "$lt"],
]);

export const MAX_DAYS = 36_500;

/** The day that contains a time, in days since 1970. @param at milliseconds since 1970 */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Whether the matches of a filter depend on the current day. */
export const isRelative = (expression: object | null): boolean =>
  expression !== null &&
  [...RELATIVE_OPERATORS.keys()].some((operator) => JSON.stringify(expression).includes(`"${operator}"`));

/**
 * Replaces relative dates in a filter expression by absolute ones. Days start at midnight, so that results stay the same all day and can be
 * cached.
 * @param path name of the expression in error messages
 * @param day days since 1970
 * @throws {ServiceError} validation_error for an invalid number of days
 */
export function onDay(expression: unknown, path: string, day: number): unknown {
  if (Array.isArray(expression)) return expression.map((part, at) => onDay(part, `${path}[${at}]`, day));
  if (typeof expression !== "object" || expression === null) return expression;
  const members = Object.entries(expression).map(([name, value]): [string, unknown] => {
    const comparison = RELATIVE_OPERATORS.get(name);
    if (comparison === undefined) return [name, onDay(value, `${path}.${name}`, day)];
    if (typeof value !== "number" || !(value >= 0 && value <= MAX_DAYS)) {
      throw validationError(`${path}.${name}`, `\`${path}.${name}\` must be a number of days from 0 to ${MAX_DAYS}`);
    }
    return [comparison, new Date((day - value) * DAY_MS).toISOString()];
  });
  return Object.fromEntries(members);
}

/**
 * Rejects an expression with both a relative date and the comparison that the relative date is converted to, because
 * `onDay` would drop one of them. Only checked when rules are saved, because older stored rules may contain both.
 * @throws {ServiceError} validation_error
 */
export function checkAges(expression: unknown, path: string): void {
  if (typeof expression !== "object" || expression === null) return;
  for (const [name, value] of Object.entries(expression)) {
    const memberPath = Array.isArray(expression) ? `${path}[${name}]` : `${path}.${name}`;
    const comparison = RELATIVE_OPERATORS.get(name);
    if (comparison !== undefined && Object.hasOwn(expression, comparison)) {
      throw validationError(memberPath, `\`${memberPath}\` must not be combined with \`${comparison}\``);
    }
    checkAges(value, memberPath);
  }
}
