/** Number formats of the console, in the browser's language. */
const WHOLE = new Intl.NumberFormat(undefined, { maximumFractionDigits: 0 });
const TENTHS = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });
const SIGNED = new Intl.NumberFormat(undefined, {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: "exceptZero",
});
const HUNDREDTHS = new Intl.NumberFormat(undefined, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

export const count = (value: number): string => WHOLE.format(value);

/** Formats a number with its noun: "1 click", "2 clicks". */
export const counted = (number: number, one: string, several = `${one}s`): string =>
  `${count(number)} ${number === 1 ? one : several}`;

export const money = (value: number): string => HUNDREDTHS.format(value);

/**
 * Formats an amount with its currency. Events may contain invalid currency codes.
 * @param currency ISO 4217 code, or `null` if unknown
 */
export const amount = (value: number, currency: string | null): string =>
  currency !== null && /^[A-Z]{3}$/u.test(currency)
    ? new Intl.NumberFormat(undefined, { style: "currency", currency }).format(value)
    : `${money(value)} (${currency ?? "currency unknown"})`;

interface Revenue {
  readonly currency: string | null;
  readonly revenue: number | null;
  readonly without_price: number;
}

/** Formats a revenue, followed by the number of sold products without a price. */
export const formatRevenue = ({ currency, revenue, without_price }: Revenue): string =>
  revenue === null
    ? "unknown: no prices"
    : `${amount(revenue, currency)}${without_price === 0 ? "" : `, and ${count(without_price)} without a price`}`;

/**
 * Formats a share as percent. A small positive share is formatted as "under 0.1 %", never as 0 %.
 * @param share number from 0 to 1
 */
export const percent = (share: number): string =>
  share > 0 && share < 0.001 ? "under 0.1 %" : `${TENTHS.format(100 * share)} %`;

/** Formats a relative difference in percent. The difference 0.05 becomes "+5.0 %". */
export const lift = (value: number): string => `${SIGNED.format(100 * value)} %`;

/**
 * Formats as percent how certain a difference between two groups is. The result is never rounded to 100 %.
 * @param p p-value
 */
export const confidence = (p: number): string => (p < 0.001 ? "over 99.9 %" : percent(1 - p));

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
