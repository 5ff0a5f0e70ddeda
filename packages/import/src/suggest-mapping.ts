import { Column, type ColumnSample } from "./column.js";
import type { Mapping } from "./mapping.js";
import { parseAnswer } from "./proposal/answers.js";
import { continuedRows } from "./proposal/continued.js";
import { type Answers, Draft } from "./proposal/draft.js";
import { takeIdentifiers } from "./proposal/identifiers.js";
import {
  takeCategories,
  takeImages,
  takeSizes,
  takeSold,
  takeStockAndDates,
  takeTagsAndOptions,
  takeText,
  takeTexts,
} from "./proposal/known-fields.js";
import { takeNamed } from "./proposal/named.js";
import { mergeAlike, takeOthers } from "./proposal/other-columns.js";
import { parentRows } from "./proposal/parents.js";
import { takePrices } from "./proposal/prices.js";
import { likelyTitle, takeTitle } from "./proposal/titles.js";
import type { Question } from "./question.js";

export interface Proposal {
  readonly mapping: Mapping;
  /** Nothing may be imported before they are answered. */
  readonly questions: readonly Question[];
}

export interface SuggestOptions {
  /** Where, in JSON, a product has the list of its variants. */
  readonly variants?: string | undefined;
  /** Answers by field, in the syntax of `parseAnswer`; null leaves the field out. */
  readonly answers?: Answers;
}

/**
 * Proposes where each feed field comes from: by names of columns, by what is in them, and by what they would do as that
 * field. What has a close rival, or nothing that fits where something should be, is a question.
 * @param records how many the samples are of
 * @throws ImportError for an answer that names a column that is not there
 */
export function suggestMapping(
  samples: readonly ColumnSample[],
  records: number,
  { variants, answers = {} }: SuggestOptions = {},
): Proposal {
  const names = samples.map(({ name }) => name);
  const reported = Object.hasOwn(answers, "title") ? parseAnswer("title", answers["title"] ?? null, names) : undefined;
  const isReported = reported === undefined ? undefined : reported.how === "continues" ? reported.columns[0] : null;
  const whole = samples.map((sample) => new Column(sample, records, variants));
  const continued = variants !== undefined || isReported === null ? undefined : continuedRows(whole, isReported);
  const parents = variants !== undefined || continued !== undefined ? undefined : parentRows(whole, records);
  const counted = parents?.records ?? records;
  const completed = (parents ?? continued)?.samples.map((sample) => new Column(sample, counted, variants)) ?? whole;
  const columns = completed.filter(({ values }) => values.length > 0);
  const draft = new Draft(columns, counted, variants, answers, names);
  const title = likelyTitle(draft);
  const group = takeIdentifiers(draft, title);
  if (continued !== undefined) askAboutContinued(draft, continued.columns);
  if (parents !== undefined) draft.replaceKey(parents.parent, parents.key);
  takeTitle(draft, title, group);
  takeSold(draft);
  takeTexts(draft);
  takeNamed(draft);
  takePrices(draft);
  takeText(draft, "designer");
  takeCategories(draft);
  takeText(draft, "color");
  takeSizes(draft);
  takeText(draft, "material");
  takeText(draft, "department");
  takeImages(draft);
  takeText(draft, "link");
  takeStockAndDates(draft);
  takeTagsAndOptions(draft);
  mergeAlike(draft);
  takeOthers(draft);
  const { fields, unused, questions } = draft;
  const mapping: Mapping = {
    ...(variants === undefined ? {} : { variants }),
    ...(continued === undefined ? {} : { continued: continued.columns }),
    ...(parents === undefined ? {} : { parents: { parent: parents.parent, key: parents.key } }),
    fields,
    ...(Object.keys(unused).length > 0 ? { unused } : {}),
  };
  return { mapping, questions };
}

/** Asks whether rows below a product are its variants if they have identifiers of their own. */
function askAboutContinued(draft: Draft, [title = "", ...others]: readonly string[]): void {
  const [name] = draft.fields["product_identifier"]?.from ?? [];
  const isUnique = draft.columns.some((column) => column.name === name && column.isUnique);
  if (name === undefined || !isUnique || name === title || others.includes(name)) return;
  const why = `rows that continue a product have a ${name} of their own: they are variants of the product, which only its ${title} identifies, or products of their own`;
  draft.addQuestion("product_identifier", why, [title, name]);
}
