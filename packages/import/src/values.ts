/** "A > B" → "A: B", as feeds have it. A name that holds the separator itself loses its space. */
export const categoryOf = (levels: readonly string[]): string =>
  levels
    .map((level) => level.trim().replaceAll(": ", ":"))
    .filter((level) => level !== "")
    .join(": ");

export const categoryAt = (path: string, separator = ">"): string => categoryOf(path.split(separator));

/** The parts of a list, without blank ones and repetitions. */
export const listOf = (text: string, separator: string | RegExp = ","): string[] => [
  ...new Set(
    text
      .split(separator)
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
];

/** "In stock?" → "in_stock", "Größe (EU)" → "größe_eu": a field name that a filter can be written with. */
export const fieldNameOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
    .replaceAll(/^_+|_+$/g, "")
    .slice(0, 100);

export interface Amount {
  readonly value: number;
  /** ISO 4217, where one is named. */
  readonly currency: string | null;
}

const AMOUNT = /^([A-Z]{3}|[^\d\s.,-]{1,3})?\s*(\d[\d\s.,'’]*)\s*([A-Z]{3}|[^\d\s.,-]{1,3})?$/u;
const SYMBOLS: Readonly<Record<string, string>> = {
  "€": "EUR",
  "£": "GBP",
  $: "USD",
  "¥": "JPY",
  "₹": "INR",
  zł: "PLN",
};

/**
 * "12.99 USD", "€1.234,50", "1 299,00": an amount of at least 0. Of two separators the later one is the decimal one; a
 * single one is, unless exactly three digits follow a comma.
 * @param decimal the decimal separator, where it is known
 * @returns undefined for what is no amount
 */
export function amountOf(text: string, decimal?: "." | ","): Amount | undefined {
  const [, before, digits, after] = AMOUNT.exec(text.trim()) ?? [];
  if (digits === undefined) return undefined;
  const named = before ?? after;
  const plain = digits.replaceAll(/[\s'’]/g, "");
  const point = decimal ?? decimalOf(plain);
  const normal = plain.replaceAll(point === "," ? "." : ",", "").replace(point, ".");
  const value = Number(normal);
  if (!Number.isFinite(value)) return undefined;
  const currency = named === undefined ? null : (SYMBOLS[named] ?? (/^[A-Z]{3}$/.test(named) ? named : null));
  return { value, currency };
}

function decimalOf(digits: string): "." | "," {
  const [comma, dot] = [digits.lastIndexOf(","), digits.lastIndexOf(".")];
  if (comma === -1) return digits.indexOf(".") === dot ? "." : ",";
  if (dot !== -1) return comma > dot ? "," : ".";
  const isThousands = digits.indexOf(",") !== comma || digits.length - comma === 4;
  return isThousands ? "." : ",";
}

const YES = new Set([
  "1",
  "true",
  "yes",
  "y",
  "ja",
  "oui",
  "si",
  "sí",
  "in stock",
  "in_stock",
  "instock",
  "available",
  "active",
]);
const NO = new Set([
  "0",
  "false",
  "no",
  "n",
  "nein",
  "non",
  "out of stock",
  "out_of_stock",
  "outofstock",
  "sold out",
  "unavailable",
]);

/** Undefined for neither. */
export function yesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : undefined;
}

const COLOR = /^(?:colou?rs?|couleur|farbe|colore|kleur|kolor|cor|colou?r name|renk|färg|farve)$/i;
const SIZE =
  /^(?:sizes?|taille|gr(?:ö|oe)(?:ß|ss)e|talla|taglia|maat|rozmiar|tamanho|storlek|størrelse|beden|pointure|shoe size|clothing size)$/i;

/** The feed field that an option of products goes to: "Colour" → `color`, "Size" → `sizes`, "Neck" → `attributes.neck`. */
export function optionField(name: string): string {
  const word = name.trim();
  if (COLOR.test(word)) return "color";
  if (SIZE.test(word)) return "sizes";
  return fieldNameOf(word) === "material" ? "material" : `attributes.${fieldNameOf(word)}`;
}

type Value = string | number | boolean | readonly string[] | Readonly<Record<string, string | readonly string[]>>;

/** Without what is blank or empty. */
export const given = (fields: Readonly<Record<string, Value | undefined>>): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, Value] =>
        entry[1] !== undefined && entry[1] !== "" && (typeof entry[1] !== "object" || Object.keys(entry[1]).length > 0),
    ),
  );
