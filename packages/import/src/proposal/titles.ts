import type { Column } from "../column.js";
import { commonTitle, commonTitleOfMost } from "../common-title.js";
import { isBackOffice, nameScore } from "../header-words.js";
import type { Draft } from "./draft.js";
import { percent } from "./draft.js";
import { asTitle, type Group, MOSTLY, rowsBy, varies } from "./fits.js";

/** Returns the most likely title column. Prefers columns with product names to columns with variant names. */
export function likelyTitle(draft: Draft): Column | undefined {
  if (draft.isAnswered("title")) return draft.choose("title", [])[0];
  const named = draft.ranked("title", asTitle).map(({ column }) => column);
  const own = named.filter((column) => !isOfVariants(column));
  return own[0] ?? named[0] ?? titleByContent(draft);
}

const isOfVariants = ({ word, isInVariants }: Column): boolean =>
  isInVariants || nameScore(word, "variant_title") > nameScore(word, "title");

/** Language suffixes of column names: "name_de", "name(en-gb)". */
const LANGUAGE_MARK = /_(?:en|de|fr|es|it|nl|pl|pt|cs|sk|da|sv|fi|nb|no|hu|ro|bg|hr|sr|sl|tr|el|ru|uk|ar|ja|zh|ko|pol|eng|ger|deu|fra|fre|ita|spa|ces|cze|rus|ukr|укр|рус)(?:_[a-z]{2})?$/; // prettier-ignore
const baseOf = (word: string): string => word.replace(LANGUAGE_MARK, "");

/**
 * Proposes the title column or adds a question about the title.
 * @param group column whose value is the same in all rows of a product
 */
export function takeTitle(draft: Draft, title: Column | undefined, group: Group): void {
  if (title === undefined) {
    draft.addQuestion("title", "no column appears to contain product names", textsOf(draft));
    return;
  }
  const asked = draft.answer("title")?.how;
  const as = title.markup > 0.05 ? "html" : "text";
  const others = draft.columns.filter(({ name, word }) => name !== title.name && LANGUAGE_MARK.test(word) && baseOf(word) === baseOf(title.word)); // prettier-ignore
  const isNamed = LANGUAGE_MARK.test(title.word) || others.some(({ word }) => /_(?:укр|рус)$/.test(word));
  if (others.length > 0 && isNamed)
    draft.addQuestion("title", "the file has names in several languages, but a catalogue has one language; choose the description with --column description=COLUMN", [title, ...others]); // prettier-ignore
  if (asked === "common") draft.take("title", [title], { as: "common" }, "the common part of the product's titles");
  else if (draft.isAnswered("title")) draft.take("title", [title], { as });
  else takeTitleOfProducts(draft, title, group);
  if (asked === "continues" || title.coverage >= MOSTLY || draft.records - title.values.length < 2) return;
  const unit = draft.variants === undefined ? "rows" : "objects";
  const why = `${percent(1 - title.coverage)} of the ${unit} have no title: they either belong to the product above or are left out`;
  draft.addQuestion("title", why, draft.variants === undefined ? [`${title.name}:continues`, title] : [title]);
}

/** Proposes the title that all rows of a product share: a column, or the common part of the titles in a column. */
function takeTitleOfProducts(draft: Draft, title: Column, group: Group): void {
  const as = title.markup > 0.05 ? "html" : "text";
  if (draft.variants !== undefined && title.isInVariants) {
    draft.addQuestion("title", `${title.name} contains variant names, and there are no product names`, [`${title.name}:common`, ...textsOf(draft)]); // prettier-ignore
    return;
  }
  if (group === undefined || group === title || !varies(title, group)) {
    draft.take("title", [title], { as });
    return;
  }
  const named = draft.ranked("title", asTitle).map(({ column }) => column);
  const own = named.find((column) => column.coverage >= MOSTLY && !varies(column, group));
  if (own !== undefined) {
    draft.take("title", [own], { as: own.markup > 0.05 ? "html" : "text" }, `${title.name} contains variant names`);
    return;
  }
  const names = rowsBy(group).map((rows) => rows.map((at) => title.cells[at] ?? "").filter(Boolean));
  if (areCommon(names) && areTogether(group)) {
    draft.take("title", [title], { as: "common" }, "the common part of the product's titles");
    return;
  }
  const isName = (column: Column) => column.share((value) => /\S\s+\S/.test(value)) > 0.5;
  const constant = textsOf(draft).filter((column) => isName(column) && !varies(column, group));
  draft.addQuestion("title", `rows of the same product have different titles, such as ${examplesOf(names)}`, [
    ...constant,
    ...(areTogether(group) && areMostlyCommon(names) ? [`${title.name}:common`] : []),
    title,
  ]);
}

/** Formats two different titles of one product, as examples for a question. */
function examplesOf(names: readonly (readonly string[])[]): string {
  const different = names.map((titles) => [...new Set(titles)]).find(({ length }) => length > 1) ?? [];
  return different
    .slice(0, 2)
    .map((title) => JSON.stringify(title))
    .join(" and ");
}

/** Minimum number of different common title parts, as a share of the products whose variant titles differ. */
const DIFFERENT = 0.8;

/**
 * Whether the common first words of titles are product names: the titles of every product have common first words,
 * which differ between products.
 */
export function areCommon(names: readonly (readonly string[])[]): boolean {
  const different = names.filter((titles) => new Set(titles).size > 1);
  const common = different.flatMap((titles) => {
    const title = commonTitle(titles);
    return title !== undefined && isWhole(title, titles) ? [title] : [];
  });
  const whole = new Set(different.map((titles) => titles.join("\n"))).size;
  return common.length === different.length && new Set(common).size >= whole * DIFFERENT;
}

/**
 * Whether the common start of several titles is a complete product name. A single word is complete only if a separator
 * follows: "Lamp: Red", "Lamp: Blue". In "Oxley Red" and "Oxley Blue", the common word "Oxley" may be the brand.
 */
function isWhole(common: string, titles: readonly string[]): boolean {
  return (
    /\s/.test(common) || titles.every((title) => /^\s*(?:$|[-–—/|,;:([{•])/u.test(title.trim().slice(common.length)))
  );
}

/** Whether, for most products, most titles start with the same words. */
function areMostlyCommon(names: readonly (readonly string[])[]): boolean {
  return names.map(commonTitleOfMost).filter((title) => title !== undefined).length > names.length / 2;
}

/** Whether the rows of each product are consecutive. */
function areTogether(group: Column): boolean {
  return rowsBy(group).every((rows) => (rows.at(-1) ?? 0) - (rows[0] ?? 0) === rows.length - 1);
}

export const textsOf = (draft: Draft): Column[] =>
  draft.columns.filter(
    (column) => !draft.isUsed(column) && asTitle(column) > 0 && !isBackOffice(column.word) && column.meanLength > 3,
  );

/** Returns the column of short, mostly distinct texts if there is exactly one such column. */
function titleByContent(draft: Draft): Column | undefined {
  const found = textsOf(draft).filter(
    (column) =>
      column.coverage > 0.9 &&
      column.distinct > column.values.length * 0.7 &&
      column.meanLength >= 8 &&
      column.share((value) => /\S\s+\S/.test(value)) > 0.5,
  );
  return found.length === 1 ? found[0] : undefined;
}
