import type { Column } from "../column.js";
import { nameScore } from "../header-words.js";
import { isSold } from "../values.js";
import type { Draft } from "./draft.js";
import { areReferences, asChoice, asKind, asName, FEW, isOptionPart, isYesOrNo, over } from "./fits.js";
import { levelsOf, separated, separatedByEvidence } from "./lists.js";

/** Proposes the columns that specify whether the shop sells a product. */
export function takeSold(draft: Draft): void {
  const says = (value: string) => isSold(value) !== undefined;
  const found = draft
    .ranked("sold", (column) => ofRecord(column) * over(column.share(says), 0.5))
    .map(({ column }) => column);
  const [doubtful] = found.filter((column) => column.share(says) < 1 && column.share((value) => isSold(value) === false) > 0); // prettier-ignore
  if (doubtful !== undefined)
    draft.addQuestion(
      "sold",
      `${doubtful.name} marks some rows as not sold, but also has values of unknown meaning; with this column, rows with such values are sold; without it, all rows are`,
      [doubtful],
    );
  const all = draft.isAnswered("sold") ? draft.choose("sold", []) : found.filter((column) => column !== doubtful);
  draft.take("sold", all, { as: "sold" }, "products with “no”, “draft”, “hidden” or a similar value are left out");
  const taken = draft
    .ranked("unsold", (column) => ofRecord(column) * over(column.share(isYesOrNo), 1))
    .map(({ column }) => column);
  draft.take(
    "unsold",
    draft.choose("unsold", taken),
    { as: "unsold" },
    "products with “yes” in this column are left out",
  );
}

/** Returns 0 for columns of nested objects, such as the status of an image, and 1 for other columns. */
const ofRecord = ({ name, isInVariants }: Column): number =>
  isInVariants || !/^[^.\s]+\.(?!(?:name|value|code|label|title)$)[^.\s]+/.test(name) ? 1 : 0;

export function takeTexts(draft: Draft): void {
  const long = draft
    .ranked("description", (column) => (column.addresses > 0.5 || column.numbers > 0.5 ? 0 : 1))
    .sort((a, b) => (Math.abs(b.score - a.score) < 0.3 ? b.column.meanLength - a.column.meanLength : b.score - a.score))
    .map(({ column }) => column);
  const description = draft.choose("description", long.slice(0, 1));
  draft.take("description", description, { as: description.some(({ markup }) => markup > 0.05) ? "html" : "text" });
  const short = draft.choose(
    "short_description",
    draft.likeliest("short_description", ({ addresses }) => 1 - addresses),
  );
  draft.take("short_description", short, { as: short.some(({ markup }) => markup > 0.05) ? "html" : "text" });
}

/** Maps the most likely column to a text field. */
export function takeText(draft: Draft, field: "designer" | "color" | "material" | "department" | "link"): void {
  const fit = field === "link" ? ({ addresses }: Column) => addresses : asName;
  const found = draft.choose(field, draft.likeliest(field, fit));
  const [column] = found;
  const list = field === "material" && column !== undefined ? separatedByEvidence(column) : {};
  draft.take(field, found, { as: "separator" in list ? "list" : "text", ...list });
}

export function takeSizes(draft: Draft): void {
  const sizes = draft.choose("sizes", draft.likeliest("sizes", asChoice));
  draft.take("sizes", sizes, { as: "list", ...separated(sizes) });
}

export function takeCategories(draft: Draft): void {
  const isAnswered = draft.isAnswered("categories");
  const levels = draft.free.filter(({ word }) => /\d$/.test(word) && nameScore(word.replace(/_?(?:level)?_?\d+$/, ""), "category") > 0.6); // prettier-ignore
  if (levels.length > 1 && !isAnswered) {
    const sorted = [...levels].sort((a, b) => (a.word < b.word ? -1 : 1));
    draft.take("categories", sorted, { as: "category_levels" });
    return;
  }
  const [found] = draft.choose("categories", draft.likeliest("category", asCategory));
  if (found === undefined) return;
  const [below] = isAnswered
    ? []
    : draft.likeliest("subcategory", (column) => (column === found ? 0 : asCategory(column)));
  if (below !== undefined) {
    draft.take("categories", [found, below], { as: "category_levels" });
    return;
  }
  const list = separatedByEvidence(found);
  draft.take("categories", [found], { as: "categories", ...list, ...levelsOf([found], list.separator) });
}

/** Rates how well a column fits as the category column. Category columns contain names and have few distinct values. */
function asCategory(column: Column): number {
  const { values, distinct, addresses, meanLength, numbers } = column;
  if (addresses > 0.2 || meanLength > 200 || numbers > 0.5 || column.share((value) => /<[a-z]/i.test(value)) > 0.5)
    return 0;
  if (asKind(column) || isOptionPart(column)) return 0;
  if (areReferences(column)) return 0;
  const isTree = column.share((value) => />|»|::|\//.test(value)) > 0.3;
  const isOwn = values.length >= FEW && distinct > values.length * (isTree ? 0.95 : 0.7);
  // Prefer category names to ids.
  const isReference = /(?:^|[._])ids?$/i.test(column.name);
  return (isReference ? 0.5 : 1) * (isOwn ? 0.25 : distinct === 1 ? 0.6 : 1);
}

const LARGE = /(?:^|_)(?:zoom|large|original|full)(?:_|$)/;
const parentOf = ({ name }: Column): string => (name.includes(".") ? name.replace(/\.[^.]*$/, "") : name);

/** Whether the number in a column name indicates an additional image, as in "Image 2". */
const isFurther = ({ word }: Column): boolean => /_?(?:[2-9]|\d\d+)(?:_|$)/.test(word);

export function takeImages(draft: Draft): void {
  const named = draft
    .ranked("images", ({ addresses, pictures }) => Math.max(addresses, pictures))
    .map(({ column }) => column);
  const pictures = draft.free.filter((column) => column.pictures > 0.5 && column.share((value) => /\.(?:jpe?g|png|webp|gif|avif)\b/i.test(value)) > 0.5); // prettier-ignore
  const some = named.length > 0 ? named : pictures;
  const whole = some.filter(({ values }) => values.some((value) => /^(?:https?:)?\/\//.test(value)));
  const all = (whole.length > 0 ? whole : some).toSorted((a, b) => Number(isFurther(a)) - Number(isFurther(b)));
  for (const column of some)
    if (!all.includes(column)) draft.leaveOut(column, "the image URLs are read from other columns");
  const sized = all.filter(({ word }) => !/thumb|small|mini|tiny|icon|swatch|logo/.test(word));
  // If the file has several sizes of an image, import only the largest size.
  const large = sized.filter((column) => LARGE.test(column.word) || !sized.some((other) => LARGE.test(other.word) && parentOf(other) === parentOf(column))); // prettier-ignore
  draft.take("images", draft.choose("images", large.length > 0 ? large : all), { as: "addresses" });
}

const isStock = (value: string) =>
  isYesOrNo(value) || value === "+" || value === "-" || /^[<>]?\s*-?\d+(?:[.,]0+)?\+?$/.test(value);
/**
 * Matches the names of columns with the stock of a single location: "Current Quantity Mill Street",
 * "inventory_Main_Outlet".
 */
const OF_PLACE = /_stock$|^(?:current_quantity|inventory|stock|bestand|stock_en|estoque)_(?!policy|track|management|threshold|status|alert|min|max)/; // prettier-ignore
const isDate = (value: string) => /^\d{4}-\d\d-\d\d|^\d{1,2}\.\d{1,2}\.\d{4}|^\d{10}(?:\d{3})?$/.test(value);

export function takeStockAndDates(draft: Draft): void {
  const stock = draft.likeliest("in_stock", (column) => over(column.share(isStock), 0.9));
  const places = draft.free.filter((column) => OF_PLACE.test(column.word) && column.share(isStock) > 0.9);
  draft.take("in_stock", draft.choose("in_stock", stock.length > 0 ? stock : places), { as: "stock" });
  const dates = draft.likeliest("released_at", (column) => over(column.share(isDate), 0.9));
  draft.take("released_at", draft.choose("released_at", dates), { as: "date" });
}

const isPairs = (value: string) =>
  value.split(/[;|\n]|,(?=[^,:=]{1,40}[:=])/).every((part) => /^[^:=/]{1,60}[:=]\s*[^\s/][^:=]*$/.test(part.trim()));

export function takeTagsAndOptions(draft: Draft): void {
  const tags = draft.choose(
    "tags",
    draft.likeliest("tags", () => 1),
  );
  draft.take("tags", tags, { as: "list", ...separated(tags) });
  const ratings = draft.likeliest("rating", ({ numbers }) => over(numbers, 0.9));
  draft.take("rating", draft.choose("rating", ratings), { as: "number" });
  const pairs = draft.likeliest("options", (column) => over(column.share(isPairs), 0.5));
  draft.take("options", draft.choose("options", pairs), { as: "pairs" }, "each option name becomes a field");
}
