import { validationError } from "../errors.js";
import { DAY_MS } from "../lib/zone-clock.js";

/** Operators of rules that count days back from today, in UTC, and the comparisons that they stand for. */
export const RELATIVE_OPERATORS: ReadonlyMap<string, string> = new Map([
  ["$newer_than_days", "$gte"],
  ["$older_than_days", "$lt"],
]);

export const MAX_DAYS = 36_500;

/** The day of a moment, in days since 1970. @param at milliseconds since 1970 */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** Whether what a filter matches depends on the day. */
export const isRelative = (expression: object | null): boolean =>
  expression !== null &&
  [...RELATIVE_OPERATORS.keys()].some((operator) => JSON.stringify(expression).includes(`"${operator}"`));

/**
 * A filter expression as it is meant on a day. Days begin at midnight, so that what is found is the same all day and can be cached.
 * @param path what the expression is called in errors
 * @param day days since 1970
 * @throws ServiceError validation_error for a number of days that is none
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
 * Refuses an age in days beside the comparison that it stands for, of which `onDay` would keep one. Not when rules are read: some may be
 * in force that were written before.
 * @throws ServiceError validation_error
 */
export function checkAges(expression: unknown, path: string): void {
  if (typeof expression !== "object" || expression === null) return;
  for (const [name, value] of Object.entries(expression)) {
    const memberPath = Array.isArray(expression) ? `${path}[${name}]` : `${path}.${name}`;
    const comparison = RELATIVE_OPERATORS.get(name);
    if (comparison !== undefined && Object.hasOwn(expression, comparison)) {
      throw validationError(memberPath, `\`${memberPath}\` must not be beside \`${comparison}\`, for which it stands`);
    }
    checkAges(value, memberPath);
  }
}
