import type { FeedSource } from "../../../src/catalog/ingestion/ingestion-record.js";
import { type Language, LANGUAGE_NAMES } from "../../../src/languages/index.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import {
  type Doubt,
  doubtAboutLanguage,
  doubtAboutResult,
  doubtsAbout,
  openAssuming,
} from "../../../packages/import/convert/doubts.js";
import { headersOf } from "../../../packages/import/convert/field-scan.js";
import { convertFile, openFile, type Answers, type OpenedFile } from "../../../packages/import/convert/open-file.js";
import { proposeConfiguration } from "../../../packages/import/convert/propose-configuration.js";
import { Sample, textsOf, type SampleProduct } from "../../../packages/import/convert/sample.js";
import { detectLanguage } from "../../../packages/import/convert/detect-language.js";
import { FORMATS } from "../../../packages/import/src/import-file.js";

/** User's answers to the questions about an uploaded file. */
export interface FileAnswers {
  /** Field → columns of the file, in the syntax of the import command; `null` omits the field. */
  readonly columns: Answers;
  /** Names of the warnings about implausible import results that the user has confirmed as correct. */
  readonly accept: readonly string[];
  readonly language?: Language | undefined;
  /** ISO 4217 currency code of the prices; "" if the user does not select a currency. */
  readonly currency?: string | undefined;
  /** Base URL of relative image paths; "" keeps the relative paths. */
  readonly pictures?: string | undefined;
}

export interface FileQuestion extends Omit<Doubt, "kind"> {
  /** Type of the question. Questions of type `currency` and `pictures` are optional and have free-text answers. */
  readonly kind: Doubt["kind"] | "currency" | "pictures";
  /** Valid answers, in addition to the proposed ones. */
  readonly others: readonly string[];
}

/** Product as it would be imported. */
export interface PreviewedProduct {
  readonly product_identifier: string;
  readonly title: string | null;
  /** Texts shown below the product title: brand, first category, colours and sizes. */
  readonly about: readonly string[];
  readonly picture: string | null;
  /** Lowest and highest price of the variants; `null` without prices. */
  readonly prices: readonly [least: number, most: number] | null;
  readonly currency: string | null;
  readonly variants: number;
  readonly sold_out: boolean;
}

/** Records or values of the file with the same problem. */
export interface FileFinding {
  readonly kind: "skipped" | "not_for_sale" | "not_read" | "short" | "repeated" | "encoding";
  readonly text: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Content of an uploaded file as it would be imported. For open questions, the most likely answer is assumed. */
export interface FilePreview {
  readonly format: string;
  readonly products: number;
  readonly variants: number;
  readonly sample: readonly PreviewedProduct[];
  readonly questions: readonly FileQuestion[];
  readonly findings: readonly FileFinding[];
  /** Field → columns of the file that the field is read from; empty for export formats of shop platforms. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  readonly unused: readonly string[];
  /** Proposed storefront configuration for the file; `null` if the shop already has products. */
  readonly proposal: ConfigurationDocument | null;
  readonly source: FeedSource;
}

export interface ReadTask {
  /** Path of the uploaded file. */
  readonly path: string;
  /** Path of the converted feed. */
  readonly feed: string;
  readonly answers: FileAnswers;
  /**
   * Whether the shop has no products yet. In this case, the user is asked for the language and currency if the file
   * does not show them.
   */
  readonly isFirst: boolean;
}

const MAX_FINDINGS = 50;
const MAX_FEED_CHARACTERS = 2_000_000_000;

/**
 * Converts an uploaded file to a feed.
 * @param onBytes callback for the number of bytes read so far
 * @throws {ImportError} if the file cannot be imported or an answer is invalid
 */
export async function readFile(
  { path, feed, answers, isFirst }: ReadTask,
  onBytes: (read: number) => void,
): Promise<FilePreview> {
  const { columns, accept, language, currency, pictures } = answers;
  const options = { pictures: pictures === "" ? undefined : pictures };
  const { opened, questions } = await openAssuming((all) => openFile(path, options, all, onBytes), columns);
  const sample = new Sample();
  const converted = await convertFile(opened, feed, (data) => sample.observe(data), MAX_FEED_CHARACTERS);
  const { scan, shape, counts, hasPaths } = converted;
  const detected =
    isFirst && language === undefined ? await detectLanguage(scan.texts, scan.beside(headersOf(opened))) : undefined;
  const proposed = proposeConfiguration(scan, language ?? detected?.language ?? "other");
  const isCurrencyOpen = isFirst && currency === undefined && proposed.currency === undefined;
  const headers = [...new Set(headersOf(opened))];
  const asked: readonly FileQuestion[] = [
    ...doubtsAbout(questions).map((doubt) => ({ ...doubt, others: without(headers, doubt) })),
    ...(counts.variants === 0 ? [] : shape.oddities())
      .filter(({ name }) => !accept.includes(name))
      .map((oddity) => ({ ...doubtAboutResult(oddity), others: [] })),
    ...(detected === undefined || detected.language !== null || counts.variants === 0
      ? []
      : [doubtAboutLanguage(detected)].map((doubt) => ({ ...doubt, others: without(LANGUAGE_NAMES, doubt) }))),
    ...(isCurrencyOpen ? [optional("currency", "the file does not specify a currency")] : []),
    ...(hasPaths && pictures === undefined
      ? [optional("pictures", "the image addresses are incomplete, because they contain no host")]
      : []),
  ];
  const { report } = opened;
  return {
    format: FORMATS[opened.format],
    ...counts,
    sample: sample.products.map(previewed),
    questions: asked,
    findings: findingsOf(opened),
    columns: Object.fromEntries(Object.entries(opened.mapping?.fields ?? {}).map(([field, { from }]) => [field, from])),
    unused: report.unused,
    proposal: isFirst ? { ...proposed, ...(currency ? { currency } : {}) } : null,
    source: { format: opened.format, records: report.records, is_open: report.isOpen, last: report.last },
  };
}

const optional = (kind: "currency" | "pictures", why: string): FileQuestion => ({
  kind,
  about: kind,
  why,
  answers: [],
  others: [],
});

const without = (values: readonly string[], { answers }: Doubt): string[] =>
  values.filter((value) => !answers.some((answer) => answer.value === value));

function previewed({ first, prices, colors, sizes, variants, isSoldOut }: SampleProduct): PreviewedProduct {
  const { product_identifier, currency } = first;
  return {
    product_identifier,
    title: textsOf(first["title"])[0] ?? null,
    about: [
      ...textsOf(first["designer"]),
      ...textsOf(first["categories"]).slice(0, 1),
      ...[colors, sizes].map((values) => values.slice(0, 6).join(", ")),
    ].filter((text) => text !== ""),
    picture: textsOf(first["images"])[0] ?? null,
    prices: prices.length === 0 ? null : [Math.min(...prices), Math.max(...prices)],
    currency: typeof currency === "string" ? currency : null,
    variants,
    sold_out: isSoldOut,
  };
}

function findingsOf({ report, decodedTwice }: OpenedFile): FileFinding[] {
  const { leftOut, notSold, unread, short, repeated } = report;
  const encoding = [decodedTwice?.repaired, decodedTwice?.left].filter((one) => one !== undefined);
  const found = [
    ...[...leftOut.values()].map((one) => ({ kind: "skipped" as const, ...one })),
    ...[...notSold.values()].map((one) => ({ kind: "not_for_sale" as const, ...one })),
    ...[...unread.values()].map((one) => ({ kind: "not_read" as const, ...one })),
    { kind: "short" as const, ...short },
    { kind: "repeated" as const, ...repeated },
    ...encoding.map((one) => ({ kind: "encoding" as const, ...one })),
  ];
  return found.filter(({ count }) => count > 0).slice(0, MAX_FINDINGS);
}
