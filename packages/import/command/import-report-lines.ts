import type { ProductData } from "../../../src/catalog/product-document.js";
import { FORMATS, type OpenedImport } from "../src/import-file.js";
import type { Finding, ImportReport } from "../src/import-report.js";
import type { Question } from "../src/question.js";
import type { MappedField } from "../src/mapping.js";
import type { Encoding, TextSource } from "../src/text-source.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import { likelyOf, type DetectedLanguage, formatDetected } from "../convert/detect-language.js";
import { type Sample, type SampleProduct, textsOf } from "../convert/sample.js";
import { columns } from "../../../src/commands/output.js";
import { reportLines } from "../../../src/commands/ingest-command.js";

const number = (value: number) => value.toLocaleString("en-US");
const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16",
  "windows-1252": "Windows-1252",
  "windows-1250": "Windows-1250",
  "windows-1251": "Windows-1251",
};

/** Formats the heading of a report, like "products.csv: Shopify product export, UTF-8". */
export const headingOf = (
  path: string,
  { format, encoding }: Pick<OpenedImport, "format"> & { encoding: Encoding },
): string => `${path === "-" ? "standard input" : path}: ${FORMATS[format]}, ${ENCODING_NAMES[encoding]}`;

/** Maximum number of findings listed in a section of an import report. */
const SHOWN = 10;
const WIDTH = 48;
const PRICE_WIDTH = 26;

/** Formats the first products of a feed as a list of products. */
export const sampleLines = (sample: Sample): string[] =>
  sample.products.flatMap((product) => [...productLines(product), ""]);

/**
 * Minimum ratio of original price to price that is reported as suspicious. Such a ratio more often results from a price
 * in a wrong unit than from a real discount.
 */
const SUSPICIOUS_FACTOR = 10;

/** Collects implausible discounts, the largest first. */
export class Discounts {
  #count = 0;
  #largest: { readonly text: string; readonly factor: number }[] = [];

  observe({ price, original_price: before, ...data }: ProductData): void {
    if (typeof price !== "number" || typeof before !== "number" || !(price > 0)) return;
    const factor = before / price;
    if (factor < SUSPICIOUS_FACTOR) return;
    this.#count += 1;
    const title = shortened(textsOf(data["title"])[0] ?? "", WIDTH);
    const text = `${price.toFixed(2)} was ${before.toFixed(2)}: ${title} (${data.variant_identifier})`;
    this.#largest = [...this.#largest, { text, factor }].sort((a, b) => b.factor - a.factor).slice(0, SHOWN);
  }

  lines(): string[] {
    if (this.#count === 0) return [];
    return [
      `Suspicious ${number(this.#count)} × a price that is at most a tenth of the original price`,
      ...this.#largest.map(({ text }) => `  ${text}`),
    ];
  }
}

/** Formats the changes that a dry run would make to the live catalogue. */
export function differenceLines(record: IngestionRecord): string[] {
  const metrics = record.product_metrics;
  const { new: added = [], gone = [], prices = [] } = metrics?.differences ?? {};
  const names = (title: string, products: readonly { product_identifier: string; title: string | null }[]) =>
    products.map(
      ({ product_identifier: id, title: name }, at) =>
        `${at === 0 ? title.padEnd(13) : " ".repeat(13)}${shortened(name ?? id, WIDTH)} (${id})`,
    );
  return [
    "",
    ...reportLines(record),
    ...names("  new", added),
    ...names("  gone", gone),
    ...prices.map(
      ({ title, before, after, variant_identifier: id }, at) =>
        `${(at === 0 ? "  prices" : "").padEnd(13)}${after.toFixed(2)} was ${before.toFixed(2)}: ${shortened(title ?? id, WIDTH)} (${id})`,
    ),
    "",
  ];
}

function productLines({ first, prices, colors, sizes, variants, isSoldOut }: SampleProduct): string[] {
  const [image] = textsOf(first["images"]);
  const of = [
    variants === 1 ? "1 variant" : `${number(variants)} variants`,
    colors.slice(0, 6).join(", "),
    sizes.slice(0, 8).join(", "),
  ];
  const about = [...textsOf(first["designer"]), ...textsOf(first["categories"]).slice(0, 1)];
  const title = shortened(textsOf(first["title"])[0] ?? first.product_identifier, WIDTH);
  return [
    `  ${title.padEnd(WIDTH)}  ${priceOf(first, prices).padStart(PRICE_WIDTH)}${isSoldOut ? "  sold out" : ""}`,
    `    ${[...about, ...of].filter((part) => part !== "").join(" · ")}`,
    `    ${image ?? "no picture"}`,
  ];
}

function priceOf({ original_price: before, currency }: ProductData, prices: readonly number[]): string {
  const [least, most] = [Math.min(...prices), Math.max(...prices)];
  if (prices.length === 0) return "no price";
  const now = `${least < most ? "from " : ""}${least.toFixed(2)}${typeof currency === "string" ? ` ${currency}` : ""}`;
  return `${now}${typeof before === "number" ? ` (was ${before.toFixed(2)})` : ""}`;
}

const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1).toWellFormed()}…` : text;

/** Formats a report on the imported and skipped records of a file. */
export function reportedLines(
  { products, variants }: { readonly products: number; readonly variants: number },
  { report, mapping, decodedTwice }: Pick<OpenedImport, "report" | "mapping"> & Pick<TextSource, "decodedTwice">,
): string[] {
  return [
    `Read       ${number(report.records)} ${report.unit}s: ${number(products)} products, ${number(variants)} variants`,
    ...found("Left out", report.leftOut),
    ...found("Not sold", report.notSold),
    ...found("Not read", report.unread),
    ...(report.short.count === 0 ? [] : found("Short", new Map([["", report.short]]))),
    ...(report.repeated.count === 0 ? [] : found("Repeated", new Map([["", report.repeated]]))),
    ...decodedTwiceLines(decodedTwice),
    ...(report.unused.length === 0 ? [] : [`Not used   ${report.unused.join(", ")}`]),
    ...(mapping === undefined ? [] : mappingLines(mapping.fields)),
  ];
}

function decodedTwiceLines(values: TextSource["decodedTwice"]): string[] {
  const findings = [values?.repaired, values?.left].filter((one) => one !== undefined && one.count > 0);
  return found("Encoding", new Map(findings.map((one) => [one?.text ?? "", one as Finding])));
}

function found(title: string, findings: ImportReport["leftOut"]): string[] {
  const sorted = [...findings.values()].sort((a, b) => b.count - a.count);
  return sorted.slice(0, SHOWN).map(({ text, count, examples }: Finding, at) => {
    const more = count > examples.length ? ", …" : "";
    return `${(at === 0 ? title : "").padEnd(11)}${number(count)} × ${text} (${examples.join(", ")}${more})`;
  });
}

function mappingLines(fields: Readonly<Record<string, MappedField>>): string[] {
  const rows = Object.entries(fields).map(([name, { from, as }]) => [
    `  ${name}`,
    "←",
    from.join(", "),
    as === "text" ? "" : `(${as})`,
  ]);
  return ["Columns, in the format that --suggest prints:", ...columns(rows)];
}

/** Formats facets, like "Color, Price (range)". */
export const formatFacets = ({ facets = [] }: ConfigurationDocument): string =>
  facets.map(({ label, type }) => `${label}${type === "list" ? "" : ` (${type})`}`).join(", ");

/** Returns the command-line option that assigns the most likely column to the field of a question. */
export const answerTo = ({ field, rivals: [first = "COLUMN"], answer = first }: Question): string =>
  `--column=${field}=${answer}`;

/**
 * Formats a proposed configuration.
 * @param detected the detected language, unless the user gave one
 */
export function proposalLines(configuration: ConfigurationDocument, detected?: DetectedLanguage): string[] {
  const { sort_keys = [], availability, language, currency, fields } = configuration;
  return [
    "Proposed storefront",
    `  facets     ${formatFacets(configuration)}`,
    `  orders     ${sort_keys.map(({ label }) => label).join(", ")}`,
    ...(availability === undefined || availability === null ? [] : ["  stock      sold-out products come last"]),
    ...(fields?.private === undefined
      ? []
      : [
          `  private    ${fields.private.join(", ")}: hidden from public keys because of their names; change \`fields\` to show them`,
        ]),
    `  currency   ${currency ?? "not in the file; set it with --currency EUR"}`,
    `  language   ${detected === undefined ? (language ?? "english") : formatDetected(detected)}${detected?.language === null ? `; choose it with --language ${likelyOf(detected)}` : ""}`,
  ];
}
