import type { Column } from "../column.js";
import { isBackOffice, nameScore, type Role } from "../header-words.js";
import { amountOf } from "../values.js";
import type { Draft } from "./draft.js";
import { areAlike, areReferences, asKind, isOptionPart, isYesOrNo } from "./fits.js";
import { separatedByEvidence } from "./lists.js";
import { decimalOf, isCost, isNet, isOnSale } from "./prices.js";

/** Additional identifiers, such as the SKU, that are shown to shoppers. */
const OWN_IDENTIFIERS = [
  ["sku", /^(?:sku|ugs|variant_sku|артикул|mpn)$/],
  [
    "barcode",
    /^(?:eans?|ean_?1?[38]|gtins?(?:_?1[234])?|upcs?|barcode|isbn|ean_(?:code|number|or_\w+)|(?:code|kod)_ean)$/,
  ],
  ["handle", /^(?:handle|slug|product_slug)$/],
] as const;
/** Roles whose columns never become attributes, even if no field uses the columns. */
const MISFITS = ["images", "link", "identifier", "group", "description", "price", "sale_price", "original_price", "currency"] as const; // prettier-ignore
/** Feed fields whose values may come from several columns. */
const MERGED = ["designer", "color", "sizes", "material", "department", "tags", "in_stock", "rating"] as const satisfies readonly Role[]; // prettier-ignore

/**
 * Adds unused columns as fallbacks to a field whose column has the same name, or the same role and nearly equal values.
 */
export function mergeAlike(draft: Draft): void {
  const taken = new Map(draft.columns.map((column) => [column.name, column]));
  for (const column of draft.free)
    for (const field of MERGED) {
      const [name] = draft.fields[field]?.from ?? [];
      const first = name === undefined ? undefined : taken.get(name);
      if (first === undefined) continue;
      const isSameName = first.word === column.word;
      if (isSameName || (nameScore(column.word, field) > 0.85 && areAlike(first, column))) {
        draft.merge(field, column);
        break;
      }
    }
}

/** Maps remaining columns with short, repeated values to attributes. */
export function takeOthers(draft: Draft): void {
  for (const column of draft.free) {
    const identifier = OWN_IDENTIFIERS.find(([, names]) => names.test(column.word))?.[0];
    if (identifier !== undefined && !column.isOfOther && draft.fields[identifier] === undefined) {
      draft.take(identifier, [column], { as: "text" });
      continue;
    }
    const why = whyNot(column, draft);
    const field = `attributes.${column.field}`;
    const known = draft.fields[field];
    if (known?.as === "text" || known?.as === "list") draft.merge(field, column);
    else if (why !== undefined) draft.leaveOut(column, why);
    else if (known === undefined) takeAttribute(draft, field, column);
    else draft.leaveOut(column, "another column has the same field name");
  }
}

/** Returns the reason why a column does not become an attribute; undefined if it becomes an attribute. */
function whyNot(column: Column, { fields }: Draft): string | undefined {
  const { word, distinct, values, numbers } = column;
  return word === "" ? "the column has no name"
    : word === "key" || (/\.id$/i.test(column.name) && !column.isInVariants) ? "the column contains IDs of other objects"
    : column.isOfOther ? "the column does not describe the product"
    : distinct === 1 && values.length > 1 ? "all values of the column are the same"
    : isBackOffice(word) ? "the column name suggests internal data"
    : areReferences(column) ? "the column contains generated IDs"
    : isOptionPart(column) ? "the column belongs to an option that is read from other columns"
    : asKind(column) ? "the column contains internal product types of the shop system"
    : MISFITS.some((role) => nameScore(word, role) > 0.75) ? "the values do not match the column name"
    : numbers > 0.5 && nameScore(word, "category") > 0.75 ? "the column contains category IDs"
    : fields["categories"] !== undefined && nameScore(word, "category") > 0.35 ? "categories are read from another column"
    : numbers > 0.5 && nameScore(word, "color") > 0.75 ? "the column contains color IDs"
    : numbers > 0.5 && fields["in_stock"] !== undefined && nameScore(word, "in_stock") > 0.75 ? "the stock is read from another column"
    : isOnSale(column) && fields["original_price"] !== undefined ? "the price columns show which products are on sale"
    : numbers > 0.5 && (nameScore(word, "price") > 0.3 || /(?:^|_)(?:gross|brutto)(?:_|$)/.test(word) || isNet(column) || /price|preis|цена|ціна/.test(word)) ? "the column contains an amount other than the price"
    : column.addresses > 0.5 ? "addresses"
    : column.meanLength > 60 ? "the column contains long texts"
    : distinct > 20 && distinct > values.length * 0.9 && numbers < 0.9 ? "nearly all values of the column are unique"
    : isCost(column) ? "the column contains a cost, or an amount that shoppers do not see as the price"
    : undefined; // prettier-ignore
}

function takeAttribute(draft: Draft, field: string, column: Column): void {
  if (column.share(isYesOrNo) === 1) draft.take(field, [column], { as: "yes_no" });
  else if (column.numbers > 0.9 && column.share((value) => amountOf(value)?.currency == null) > 0.9)
    draft.take(field, [column], { as: "number", ...decimalOf([column]) });
  else {
    const list = separatedByEvidence(column);
    // Columns of JSON lists have several values per record.
    const hasSeveral = column.values.length > column.cells.filter(Boolean).length;
    if (hasSeveral && !column.isInVariants && !("separator" in list)) {
      draft.take(field, [column], { as: "list" });
      return;
    }
    draft.take(field, [column], { as: "separator" in list ? "list" : "text", ...list });
  }
}
