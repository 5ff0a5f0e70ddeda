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
  /** Unanswered questions, which the user must answer before the import. */
  readonly questions: readonly Question[];
}

export interface SuggestOptions {
  /** JSON field that contains a product's list of variants. */
  readonly variants?: string | undefined;
  /** Answers by field, in the syntax of `parseAnswer`; null omits the field. */
  readonly answers?: Answers;
}

/**
 * Proposes a column for each feed field, based on the names and values of columns and on the resulting products. Adds a
 * question about a field if two columns fit equally well, or if a required field has no fitting column.
 * @param records number of sampled records
 * @throws {ImportError} if an answer contains an unknown column name
 */
export function suggestMapping(
  samples: readonly ColumnSample[],
  records: number,
  { variants, answers = {} }: SuggestOptions = {},
): Proposal {
  const names = samples.map(({ name }) => name);
  const chosen = Object.hasOwn(answers, "title") ? parseAnswer("title", answers["title"] ?? null, names) : undefined;
  const isReported = chosen === undefined ? undefined : chosen.how === "continues" ? chosen.columns[0] : null;
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

/**
 * Adds a question if continuation rows have their own identifiers, because the rows may be variants or separate
 * products.
 */
function askAboutContinued(draft: Draft, [title = "", ...others]: readonly string[]): void {
  const [name] = draft.fields["product_identifier"]?.from ?? [];
  const isUnique = draft.columns.some((column) => column.name === name && column.isUnique);
  if (name === undefined || !isUnique || name === title || others.includes(name)) return;
  const why = `rows without a ${title} have their own ${name}, so they may be separate products or variants of the product above`;
  draft.addQuestion("product_identifier", why, [title, name]);
}
