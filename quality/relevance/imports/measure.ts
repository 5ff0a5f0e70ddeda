import { createReadStream } from "node:fs";
import { openImport, type OpenedImport } from "../../../packages/import/src/import-file.js";
import { ImportError } from "../../../packages/import/src/import-error.js";
import { Shape } from "../../../packages/import/src/shape.js";
import { readText } from "../../../packages/import/src/text-source.js";
import type { ProductData } from "../../../src/catalog/product-document.js";
import { FieldScan, headersOf } from "../../../packages/import/convert/field-scan.js";
import { flatten } from "../../../src/catalog/flatten.js";
import { proposeConfiguration } from "../../../packages/import/convert/propose-configuration.js";
import { answerTo } from "../../../packages/import/command/import-report-lines.js";
import {
  likelyOf,
  detectLanguage,
  type DetectedLanguage,
  formatDetected,
} from "../../../packages/import/convert/detect-language.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";

/**
 * The expected result of importing a file, determined by a person. Shares are fractions of the file's variants, from 0
 * to 1.
 */
export interface Expected {
  readonly products: number;
  readonly variants: number;
  readonly price: number;
  readonly category: number;
  readonly image: number;
  /** Expected field values of some products, keyed by product title. */
  readonly samples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export type Verdict = "right" | "asked" | "refused" | "wrong" | "unjudged";

export interface Measured {
  /** Detected currency (ISO 4217); undefined if neither the file nor its URLs determine it. */
  readonly currency?: string | undefined;
  /** Detected language of the texts; undefined if the file was not converted. */
  readonly detected?: DetectedLanguage;
  /** Command-line options that answer the open questions of the import, with the reason for each question. */
  readonly todo: readonly string[];
  readonly format: string;
  readonly products: number;
  readonly variants: number;
  readonly price: number;
  readonly category: number;
  readonly image: number;
  readonly verdict: Verdict;
  /** Reasons for a rejection or a wrong result, and implausible values in the result. */
  readonly warnings: readonly string[];
  readonly storefront: ConfigurationDocument | undefined;
}

/** Imports a file in the same way as `vitrine import` and evaluates the result. */
export async function measured(path: string, now: Date, expected: Expected | undefined): Promise<Measured> {
  let opened: OpenedImport | undefined;
  const feed: ProductData[] = [];
  const scan = new FieldScan();
  const nothing = { products: 0, variants: 0, price: 0, category: 0, image: 0, storefront: undefined };
  try {
    const text = await readText(createReadStream(path) as AsyncIterable<Buffer>);
    opened = await openImport(text, { now });
    if (opened.questions.length > 0) {
      const todo = opened.questions.map(
        (question) => `${answerTo(question)}: ${question.why}${among(question.rivals)}`,
      );
      return { ...nothing, format: opened.format, verdict: "asked", todo, warnings: [] };
    }
    for await (const some of opened.variants) feed.push(...some);
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    return { ...nothing, format: opened?.format ?? "–", verdict: "refused", todo: [], warnings: [error.message] };
  }
  const shape = new Shape(opened.report);
  for (const data of feed) {
    shape.observe(data);
    scan.observe(flatten(data).fields);
  }
  const last = new Map(feed.map((data) => [`${data.product_identifier}\n${data.variant_identifier}`, data]));
  const share = (has: (data: ProductData) => boolean) => [...last.values()].filter(has).length / Math.max(1, last.size);
  const detected = await detectLanguage(scan.texts, scan.beside(headersOf(opened)));
  const storefront = proposeConfiguration(scan, detected.language ?? "other");
  const { currency } = storefront;
  const hasPaths = feed.some(({ images }) => Array.isArray(images) && images.some((one) => !/^(?:https?:)?\/\//.test(String(one)))); // prettier-ignore
  const oddities = shape.oddities();
  const result = {
    detected,
    currency,
    format: opened.format,
    ...shape.counts,
    price: share(({ price }) => typeof price === "number"),
    category: share(({ categories }) => Array.isArray(categories) && categories.length > 0),
    image: share(({ images }) => Array.isArray(images) && images.length > 0),
    storefront,
    todo: [
      ...oddities.map(
        ({ name, text }) => `--accept ${name} if the finding is correct, or --suggest to check the columns: ${text}`,
      ),
      ...(detected.language === null
        ? [`--language ${likelyOf(detected)}: the language of the texts is ${formatDetected(detected)}`]
        : []),
      ...(currency === undefined ? ["--currency EUR (for example): the file does not specify a currency"] : []),
      ...(hasPaths ? ["--pictures https://shop.example/media: images are paths without a host"] : []),
    ],
  };
  const lost = [...opened.report.leftOut.values(), ...opened.report.unread.values()].map(({ count, text, examples: [first = ""] }) => `${count} × ${text} (${first})`); // prettier-ignore
  if (oddities.length > 0 || detected.language === null) return { ...result, verdict: "asked", warnings: lost };
  const differences = expected === undefined ? [] : differencesOf(result, feed, expected);
  const warnings = [...differences, ...suspicions(feed), ...lost];
  const verdict = expected === undefined ? "unjudged" : differences.length === 0 ? "right" : "wrong";
  return { ...result, verdict, warnings };
}

const among = (rivals: readonly string[]): string => (rivals.length < 2 ? "" : ` (candidates: ${rivals.join(", ")})`);

const COUNTED = ["products", "variants", "price", "category", "image"] as const;
/** Maximum difference between an expected and a measured share, because expected shares are rounded. */
const TOLERANCE = 0.005;

function differencesOf(
  result: Pick<Measured, (typeof COUNTED)[number]>,
  feed: readonly ProductData[],
  { samples = {}, ...expected }: Expected,
): string[] {
  const counts = COUNTED.flatMap((name) =>
    Math.abs(result[name] - expected[name]) <= TOLERANCE
      ? []
      : [`${name}: ${result[name]}, expected ${expected[name]}`],
  );
  const values = Object.entries(samples).flatMap(([title, fields]) => {
    const found = feed.filter((data) => data["title"] === title);
    if (found.length === 0) return [`no product has the title ${JSON.stringify(title)}`];
    return Object.entries(fields).flatMap(([name, value]) =>
      found.some((data) => JSON.stringify(data[name]) === JSON.stringify(value))
        ? []
        : [`${title}: ${name} is ${JSON.stringify(found[0]?.[name])}, expected ${JSON.stringify(value)}`],
    );
  });
  return [...counts, ...values];
}

/** Minimum number of feed lines for plausibility checks. */
const MIN_LINES = 20;

/** Returns implausible properties of an import result, determined independently of the importer. */
function suspicions(feed: readonly ProductData[]): string[] {
  if (feed.length < MIN_LINES) return [];
  const products = new Set(feed.map(({ product_identifier: id }) => id)).size;
  const categories = new Set(feed.flatMap(({ categories: all }) => (Array.isArray(all) ? all.map(String) : [])));
  const images = feed.flatMap(({ images: all }) => (Array.isArray(all) ? all.map(String) : []));
  const isKind = (value: string) => /^(?:simple|variable|configurable|grouped|bundle|variation)$/i.test(value);
  const most = (has: (data: ProductData) => boolean) => feed.filter(has).length > feed.length / 2;
  const found = [
    products === 1 && "all variants belong to one product",
    categories.size > products * 0.7 && "almost every product has its own category",
    [...categories].some(isKind) && 'categories contain internal product types such as "simple"',
    images.some((image) => !/^(?:https?:)?\/|\.(?:jpe?g|png|webp|gif|avif)/i.test(image)) && "some images are not URLs",
    most(({ title }) => typeof title === "string" && /^(?:\d+|https?:.*)$/.test(title)) && "titles are numbers or URLs",
    most(({ price }) => price === 0) && "most prices are 0",
  ];
  return found.filter((one) => one !== false);
}
