import type { Column } from "../column.js";
import { isProductId, nameScore, namesIdentifier, namesProduct } from "../header-words.js";
import type { Draft } from "./draft.js";
import { optionValues } from "./named.js";
import { areCommon } from "./titles.js";
import { asChoice, asChoiceOfVariant, asKey, asName, FEW, type Group, rowsBy, varies } from "./fits.js";

/**
 * Proposes columns for the identifiers of products and variants.
 * @param title the likely title column
 */
export function takeIdentifiers(draft: Draft, title: Column | undefined): Group {
  const { columns, variants } = draft;
  const answered = draft.choose("product_identifier", []);
  const products = rankedKeys(draft);
  const variantKeys = draft.ranked("variant", asKey).map(({ column }) => column);
  if (variants !== undefined) {
    takeOfObjects(draft, answered[0], products, variantKeys);
    return undefined;
  }
  if (answered.length > 1) {
    draft.take("product_identifier", answered, { as: "joined" });
    for (const column of answered) draft.release(column);
    return undefined;
  }
  const [only] = answered;
  const keys = new Set(
    [...products, ...variantKeys].filter(({ isUnique }) => isUnique).flatMap(({ values }) => values),
  );
  const namesOthers = (column: Column) => column.coverage < 1 && asKey(column) > 0 && column.values.length > 0 && column.values.every((value) => keys.has(value)); // prettier-ignore
  const own = products.find((column) => column.isUnique && namesProduct(column.word));
  const groups = [
    ...draft.ranked("group", asKey).map(({ column }) => column),
    ...columns.filter((column) => !draft.isUsed(column) && namesOthers(column)),
    // Rows with different product identifiers are different products, even if another identifier is the same.
    ...(own === undefined ? products.filter(({ coverage }) => coverage > 0.9) : []),
  ];
  const found = groups.find((column) => isGroup(column, title));
  const [key] = [...products, ...variantKeys].filter(({ isUnique }) => isUnique);
  const isDoubtful = found !== undefined && key !== undefined && title !== undefined && !isProductId(found.word) && !namesOthers(found) && !haveOneTitle(found, title); // prettier-ignore
  if (isDoubtful)
    draft.addQuestion(
      "product_identifier",
      `rows with the same ${found.name} have unrelated titles: they may be variants of one product or separate products`,
      [key, found],
    );
  const group = only === undefined ? (isDoubtful ? undefined : found) : only.isUnique ? undefined : only;
  if (group !== undefined) return takeVariantsOf(draft, group, [...variantKeys, ...products]);
  return takeProducts(draft, only, products, title);
}

/**
 * Returns columns whose names suggest an identifier: first known names, then similar names of columns with unique
 * values.
 */
function rankedKeys(draft: Draft): Column[] {
  const known = draft.ranked("identifier", asKey).map(({ column }) => column);
  const others = draft.free.filter((column) => !known.includes(column) && asKey(column) > 0 && column.isUnique && namesIdentifier(column.word)); // prettier-ignore
  return [...known, ...others];
}

function takeOfObjects(
  draft: Draft,
  answered: Column | undefined,
  products: readonly Column[],
  variantKeys: readonly Column[],
): void {
  const product = answered ?? products.find((column) => !column.isInVariants);
  if (product === undefined)
    draft.addQuestion("product_identifier", "no column identifies products", draft.columns.filter(asKey));
  else draft.take("product_identifier", [product], { as: "text" });
  const unique = variantKeys.filter((column) => column.isInVariants && column.distinct === column.values.length);
  draft.take("variant_identifier", draft.choose("variant_identifier", unique.slice(0, 1)), { as: "text" });
}

/** Proposes that rows with the same value in the group column are variants of one product. */
function takeVariantsOf(draft: Draft, group: Column, keys: readonly Column[]): Group {
  const found = keys.filter((column) => column !== group && column.isUnique).slice(0, 1);
  const own = draft.choose("variant_identifier", found);
  const why = `rows with the same ${group.name} are variants of one product`;
  const [key] = own;
  if (key !== undefined) {
    const product = group.coverage < 1 && own.length === 1 ? [group, key] : [group];
    draft.take("product_identifier", product, { as: "text" }, why);
    if (own.length > 1) draft.take("variant_identifier", own, { as: "joined" });
    else draft.take("variant_identifier", own, { as: "text" }, key.isUnique ? "unique per row" : undefined);
    return group;
  }
  draft.take("product_identifier", [group], { as: "text" }, why);
  if (draft.isAnswered("variant_identifier")) {
    draft.take("variant_identifier", [group], { as: "text" }, `rows with the same ${group.name} are the same variant`);
    return group;
  }
  const values = optionValues(draft);
  const parts = tellingApart(group, values, [values]) ?? tellingApart(group, optionColumns(draft, ["variant"]));
  if (parts !== undefined) {
    const note = `no column is unique per row, but the combination with ${parts.map(({ name }) => name).join(" and ")} is`;
    draft.fields["variant_identifier"] = { from: [group, ...parts].map(({ name }) => name), as: "joined", note };
  } else if (draft.columns.every((column) => !varies(column, group)))
    draft.take("variant_identifier", [group], { as: "text" }, `rows with the same ${group.name} are the same variant`);
  else {
    const varying = draft.columns.filter((column) => column !== group && varies(column, group));
    draft.addQuestion(
      "variant_identifier",
      `several rows have the same ${group.name}, and no column reliably distinguishes them; without a column, they are one variant`,
      varying,
    );
  }
  return group;
}

function takeProducts(
  draft: Draft,
  answered: Column | undefined,
  products: readonly Column[],
  title: Column | undefined,
): Group {
  const unique = products.find(({ isUnique }) => isUnique);
  if (answered === undefined && title !== undefined && (unique === undefined || !namesProduct(unique.word))) {
    const rows = variantsByTitle(draft, title);
    if (rows === "variants" && unique?.word !== "id") return takeVariantsOf(draft, title, products);
    if (rows !== undefined && unique?.word === "id") {
      const why = `rows with the same ${title.name} differ in their options: they may be variants of one product or separate products`;
      draft.addQuestion("product_identifier", why, [unique, title]);
    }
  }
  const links = draft.ranked("link", ({ addresses, pictures }) => addresses - pictures).map(({ column }) => column);
  const names = title === undefined || title.values.length < FEW ? [] : [title];
  const candidates = answered === undefined ? [...products, ...links, ...names] : [answered];
  const product = candidates.find(({ isUnique }) => isUnique) ?? candidates.find((column) => isNearlyUnique(draft, column, title)) ?? answered; // prettier-ignore
  if (product === undefined) {
    const keys = draft.columns.filter(
      (column) => column.coverage > 0.5 && column.distinct > 1 && column.meanLength < 100,
    );
    const joined = title === undefined ? undefined : joinedWith(title, draft);
    const rivals = [...products, ...(joined === undefined ? [] : [joined]), ...keys.sort((a, b) => b.distinct - a.distinct)]; // prettier-ignore
    draft.addQuestion("product_identifier", "no column is unique per product", rivals);
    return undefined;
  }
  const twice = product.values.length - product.distinct;
  const again = twice === 0 ? undefined : `${twice} rows repeat an earlier value; the last row with a value is used`;
  const named = "no other column is unique; a renamed product becomes a new product";
  draft.take("product_identifier", [product], { as: "text" }, product === title ? named : again);
  // The column of product URLs provides both the identifier and the field `link`.
  if (product.addresses > 0.5) draft.release(product);
  return undefined;
}

/** Whether nearly all values of a column are distinct, and rows with equal values describe the same product. */
function isNearlyUnique(draft: Draft, column: Column, title: Column | undefined): boolean {
  if (column.coverage <= 0.9 || column.distinct < column.values.length * 0.98) return false;
  // A product URL identifies a product, because each product has its own page.
  if (column !== title) return title === undefined || column.addresses > 0.5 || !varies(title, column);
  return draft.columns.every((other) => !varies(other, column));
}

/** Returns the title column and a second column whose combined values are unique, such as "name+price". */
function joinedWith(title: Column, { columns }: Draft): string | undefined {
  const others = columns.filter((column) => column !== title && asChoiceOfVariant(column) > 0 && column.coverage > 0.5);
  const [found] = tellingApart(title, others) ?? [];
  return found === undefined ? undefined : `${title.name}+${found.name}`;
}

/** Whether the rows of each group have the same title, or titles with a common part. */
const haveOneTitle = (column: Column, title: Column): boolean =>
  !varies(title, column) || areCommon(rowsBy(column).map((rows) => rows.map((at) => title.cells[at] ?? "")));

/** Whether the values of a column repeat, and rows with equal values have similar titles. */
function isGroup(column: Column, title: Column | undefined): boolean {
  const groups = rowsBy(column).filter((rows) => rows.length > 1);
  const repeated = groups.reduce((sum, rows) => sum + rows.length, 0);
  const isNamed = nameScore(column.word, "group") > 0.6;
  if (repeated < column.values.length * 0.1 || (column.distinct < 2 && !isNamed)) return false;
  if (title === undefined || title === column) return nameScore(column.word, "group") > 0;
  // Rows with the same product id are one product, regardless of their titles.
  if (isProductId(column.word)) return true;
  const alike = groups.filter((rows) => {
    const names = rows.map((at) => title.cells[at] ?? "");
    return names.every((name) => firstWord(name) === firstWord(names[0] ?? ""));
  });
  return alike.length >= groups.length * 0.7;
}

type OptionRole = "variant_title" | "options" | "sizes" | "color" | "variant";

/** Columns that distinguish the variants of a product. */
function optionColumns(draft: Draft, more: readonly "variant"[] = []): Column[] {
  const roles: readonly OptionRole[] = ["variant_title", "options", "sizes", "color", ...more];
  return [
    ...new Set([
      ...optionValues(draft),
      ...roles.flatMap((role) => draft.ranked(role, asChoiceOfVariant).map(({ column }) => column)),
    ]),
  ];
}

/** Maximum number of options per product. */
const MAX_OPTIONS = 4;

/**
 * Columns that together distinguish all rows of each group: a single column, a pair of columns, or otherwise the first
 * `MAX_OPTIONS` columns whose values differ within a group.
 * @param among column sets to choose from
 */
function tellingApart(
  group: Column,
  columns: readonly Column[],
  among?: readonly (readonly Column[])[],
): readonly Column[] | undefined {
  const varying = columns.filter((column) => column !== group && varies(column, group));
  const pairs = varying.flatMap((one, at) => varying.slice(at + 1).map((other) => [one, other]));
  const sets = among ?? [...varying.map((one) => [one]), ...pairs, varying.slice(0, MAX_OPTIONS)];
  return sets.find((parts) => {
    const keys = group.cells.map((cell, at) => [cell, ...parts.map(({ cells }) => cells[at])].join("\n"));
    return parts.length > 0 && new Set(keys).size === keys.length;
  });
}

/** Minimum share of rows with a repeated name for rows with the same name to be considered variants. */
const REPEATED = 0.2;

/**
 * Whether rows with the same name are variants of a product: their options differ, and brand and category are equal.
 * @returns "maybe" if most names are unique; undefined if rows with the same name are not variants
 */
function variantsByTitle(draft: Draft, name: Column): "variants" | "maybe" | undefined {
  const repeated = rowsBy(name)
    .filter((rows) => rows.length > 1)
    .flat().length;
  if (name.values.length < FEW || repeated < name.values.length * REPEATED) return undefined;
  const shared = [...draft.ranked("designer", asName), ...draft.ranked("category", asChoice)];
  if (shared.some(({ column }) => varies(column, name))) return undefined;
  const options = optionColumns(draft).filter((column) => column !== name && !column.isUnique);
  if (tellingApart(name, options) === undefined) return undefined;
  const isNamed = options.some((column) => nameScore(column.word, "variant_title") > 0.85 && varies(column, name));
  return name.distinct > name.values.length * 0.5 && !isNamed ? "maybe" : "variants";
}

const firstWord = (text: string): string => text.trim().toLowerCase().split(/\s+/, 1)[0] ?? "";
