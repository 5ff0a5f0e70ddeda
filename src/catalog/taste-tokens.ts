import { CATEGORIES_FIELD, CATEGORY_SEPARATOR, categoryPath, type FieldValues, type Scalar } from "./fields.js";

/** The fields of a product whose values make up the taste of shoppers who view it. */
export interface TasteTokenRules {
  readonly fields: readonly { readonly field: string }[];
  /** Numeric field whose values are grouped into price bands; `null` for no price bands. */
  readonly price: { readonly field: string } | null;
}

export const TASTE_FIELD = "taste";

export const PRICE_BAND = "price_band";

/** Number of price bands per doubling of the price. Each band is wider than the previous band by the factor √2. */
const BANDS_A_DOUBLING = 2;

/**
 * Maximum length in characters of a field value that becomes a taste token. Longer values are descriptions, which products do not share.
 */
const MAX_VALUE_LENGTH = 200;
/** Maximum number of values per field and product that become taste tokens. The limit keeps the index small. */
const MAX_VALUES_A_FIELD = 32;

/**
 * Returns the distinct taste tokens of a product's active variants: "designer=GUCCI", "price_band=13". Only the deepest categories are
 * used, because all products of a department share the upper categories.
 * @param variants field values as used by filters: categories include their ancestors
 */
export function tasteTokens(variants: readonly FieldValues[], rules: TasteTokenRules): string[] {
  const tokens: string[] = [];
  for (const { field } of rules.fields) {
    const values = valuesOf(variants, field);
    for (const value of field === CATEGORIES_FIELD ? deepest(values) : values) tokens.push(tasteToken(field, value));
  }
  if (rules.price !== null) {
    for (const band of priceBands(variants, rules.price.field)) tokens.push(tasteToken(PRICE_BAND, band));
  }
  return tokens;
}

export const tasteToken = (field: string, value: Scalar): string => `${field}=${String(value)}`;

/**
 * Creates a function that finds the parent categories of category tokens, because an interest in boots includes shoes. The returned
 * function omits the tokens that it receives. Results are cached per token, because many products share tokens.
 */
export function ancestorReader(): (tokens: readonly string[]) => string[] {
  const known = new Map<string, readonly string[]>();
  return (tokens) => {
    const ancestors = new Set<string>();
    for (const token of tokens) {
      let own = known.get(token);
      if (own === undefined) known.set(token, (own = ancestorsOf(token)));
      for (const ancestor of own) ancestors.add(ancestor);
    }
    for (const token of tokens) ancestors.delete(token);
    return [...ancestors];
  };
}

function ancestorsOf(token: string): string[] {
  const { field, value } = readToken(token);
  if (field !== CATEGORIES_FIELD) return [];
  return categoryPath(value)
    .slice(0, -1)
    .map((path) => tasteToken(field, path));
}

/** Splits a token into field and value. Only the value may contain "=". */
export function readToken(token: string): { readonly field: string; readonly value: string } {
  const end = token.indexOf("=");
  return { field: token.slice(0, end), value: token.slice(end + 1) };
}

export const tokenValues = (tokens: readonly string[], wanted: string): string[] =>
  tokens.map(readToken).flatMap(({ field, value }) => (field === wanted ? [value] : []));

/**
 * Returns the price band of a price in any currency: 2·log2(price), rounded down. A common factor, such as an exchange rate, shifts all
 * bands equally. Undefined unless the price is positive.
 */
export function priceBand(price: number): number | undefined {
  return price > 0 && Number.isFinite(price) ? Math.floor(BANDS_A_DOUBLING * Math.log2(price)) : undefined;
}

/** Returns the lowest price of a price band, and the lowest price of the next band. */
export const pricesOf = (band: number): readonly [from: number, below: number] => [
  2 ** (band / BANDS_A_DOUBLING),
  2 ** ((band + 1) / BANDS_A_DOUBLING),
];

/**
 * Returns the price level of a product on a logarithmic scale, which matches how shoppers perceive prices: log2 of the lowest price of
 * active variants, with three decimals. Undefined without a positive price.
 */
export function logPriceOf(
  variants: readonly FieldValues[],
  { price }: Pick<TasteTokenRules, "price">,
): number | undefined {
  if (price === null) return undefined;
  const prices = variants.flatMap((fields) => fields.get(price.field) ?? []);
  const logs = prices.flatMap((one) => (typeof one === "number" ? (logOfPrice(one) ?? []) : []));
  return logs.length === 0 ? undefined : logs.reduce((least, one) => Math.min(least, one));
}

/** Returns the binary logarithm of a price, with three decimals. Undefined unless the price is positive. */
export const logOfPrice = (price: number): number | undefined =>
  price > 0 && Number.isFinite(price) ? Math.round(Math.log2(price) * 1000) / 1000 : undefined;

function valuesOf(variants: readonly FieldValues[], field: string): Set<Scalar> {
  const values = new Set<Scalar>();
  for (const fields of variants) {
    for (const value of fields.get(field) ?? []) {
      if (typeof value === "string" && value.length > MAX_VALUE_LENGTH) continue;
      values.add(value);
      if (values.size === MAX_VALUES_A_FIELD) return values;
    }
  }
  return values;
}

function deepest(categories: ReadonlySet<Scalar>): Scalar[] {
  const all = [...categories];
  return all.filter((one) => !all.some((other) => String(other).startsWith(`${String(one)}${CATEGORY_SEPARATOR}`)));
}

function priceBands(variants: readonly FieldValues[], field: string): Set<number> {
  const bands = new Set<number>();
  for (const fields of variants) {
    for (const price of fields.get(field) ?? []) {
      const band = typeof price === "number" ? priceBand(price) : undefined;
      if (band !== undefined && bands.size < MAX_VALUES_A_FIELD) bands.add(band);
    }
  }
  return bands;
}
