/** Numbers and times as pages show them. */
export const count = (value: number): string => Math.round(value).toLocaleString("en");

/** @param value from 0 to 1 */
export const percent = (value: number): string => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`;

/** @param at ISO 8601 or milliseconds since 1970 */
export const time = (at: string | number): string =>
  new Date(at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
