import type { AffectedListing, Losses as Impact } from "./affected-listings.js";

// This file is also used by pages of the console, so it must not import code of the service.

const MOST_NAMED = 5;

export function formatImpact(impact: Impact): string {
  const lines = warningLines(impact);
  const shown = lines.slice(0, MOST_NAMED);
  const more = lines.length - shown.length;
  return `${shown.join("; ")}${more === 0 ? "" : `; and ${count(more)} more`}`;
}

/**
 * Returns one warning for each listing that becomes empty or nearly empty, and one warning if more than a tenth of all products is hidden.
 * @param shown function that formats an ISO 8601 time for display
 */
export function warningLines({ hidden, listings }: Impact, shown = (moment: string) => moment): string[] {
  const circumstances = ({ from, who }: Pick<AffectedListing, "from" | "who">) => {
    const since = from === undefined ? "" : `, from ${shown(from)} on`;
    return `${since}${who === undefined ? "" : ", for devices that get the variant"}`;
  };
  const all =
    hidden === null
      ? []
      : [`${formatShare(hidden.products, hidden.of)} products would no longer be found${circumstances(hidden)}`];
  const lost = listings.map((one) => {
    const what = one.left === 0 ? "would be empty" : `would keep ${formatProducts(one.left)}`;
    return `${one.name} ${what} (${formatProducts(one.products)} now)${circumstances(one)}`;
  });
  return [...all, ...lost];
}

const count = (value: number) => value.toLocaleString("en");

const formatProducts = (products: number) => `${count(products)} ${products === 1 ? "product" : "products"}`;

/** Formats a share, such as "1,322 of 6,610 (20 %)". A percentage between 0 % and 100 % is never rounded to 0 % or 100 %. */
export function formatShare(part: number, of: number): string {
  const percent = of === 0 ? 0 : (100 * part) / of;
  const between = part > 0 && percent < 1 ? "less than 1" : part < of && percent > 99 ? "more than 99" : undefined;
  return `${count(part)} of ${count(of)} (${between ?? Math.round(percent)} %)`;
}

export const formatReduced = ({ name, products, left }: AffectedListing): string =>
  `${name} would lose ${formatShare(products - left, products)} products`;

/** @param path path of a setting whose change takes full effect only after the catalogue has been rebuilt */
export const formatLater = (path: string): string =>
  path === "fields"
    ? `${path}: private fields are hidden immediately, and removed from searches and suggestions after the catalogue has been rebuilt`
    : `${path}: the change takes effect after an automatic rebuild of the catalogue`;
