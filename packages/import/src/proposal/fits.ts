import type { Column } from "../column.js";
import { amountOf, yesOrNo } from "../values.js";

/** Column whose value is the same in all rows of a product; undefined if each row is a separate product. */
export type Group = Column | undefined;

/** Minimum number of rows from which a pattern in column values is recognized. */
export const FEW = 8;
/** Minimum share of records with a value in the title column. Records without a title may be totals or headings. */
export const MOSTLY = 0.9;
/** Maximum share of rows in which two columns of the same meaning may differ. */
export const TOLERANCE = 0.05;

// The following functions rate how well a column's values fit a role, from 0 to 1.

export const over = (share: number, least: number): number => (share >= least ? 1 : 0);
export const asTitle = ({ addresses, numbers, meanLength, distinct, values }: Column): number =>
  addresses > 0.2 || numbers > 0.5 ? 0 : meanLength > 250 || (values.length >= FEW && distinct < 3) ? 0.4 : 1;
export const asKey = ({ meanLength, coverage, addresses, values }: Column): number =>
  meanLength > 100 || coverage < 0.05 || (addresses > 0.5 && values.length > 0) ? 0 : 1;
export const asName = ({ numbers, addresses, meanLength }: Column): number =>
  numbers > 0.5 || addresses > 0.2 || meanLength > 60 ? 0 : 1;
export const asChoice = ({ addresses, meanLength }: Column): number => (addresses > 0.2 || meanLength > 60 ? 0 : 1);
export const asChoiceOfVariant = ({ addresses, meanLength }: Column): number =>
  addresses > 0.2 || meanLength > 150 ? 0 : 1;
export const asAmount = (column: Column): number =>
  column.numbers > 0.5 && column.share(isAbove0) > 0 ? column.numbers : 0;

export const isAbove0 = (value: string): boolean => (amountOf(value)?.value ?? 0) > 0;
export const isYesOrNo = (value: string): boolean => yesOrNo(value) !== undefined;

/** Internal product types of shop systems, such as "configurable". They are not suitable as categories for shoppers. */
const PRODUCT_KINDS =
  /^(?:simple|variable|variation|variant|configurable|grouped|bundle|bundled|virtual|downloadable|external|physical|digital|service|product|default|standard|giftcard|gift card|parent|child|sku|p|v|(?:com|sem)-variacao|variacao|product[ _-](?:option|variation|variant)|(?:einfaches|konfigurierbares|virtuelles|gruppiertes) produkt|(?:produit|producto|prodotto|produto) (?:simple|semplice|simples|configurable|configurabile|configurável|virtuel|virtual|virtuale))$/i;

export const asKind = (column: Column): boolean =>
  column.share((value) => value.split(/[,;|]/).every((part) => PRODUCT_KINDS.test(part.trim()))) > 0.5;

/** Whether the values are generated ids, such as "pcat_01JDFNTMK79DFBS9". */
export const areReferences = (column: Column): boolean =>
  column.share((value) =>
    /^(?:[a-z]{2,8}_)?(?=\w*\d)[\da-z]{16,}$|^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value),
  ) > 0.5;

/** Groups record indexes by the value of a column. */
export function rowsBy({ cells }: Column): number[][] {
  const groups = new Map<string, number[]>();
  cells.forEach((cell, at) => {
    if (cell === "") return;
    const rows = groups.get(cell);
    if (rows === undefined) groups.set(cell, [at]);
    else rows.push(at);
  });
  return [...groups.values()];
}

/** Whether a column has different values in rows that have the same value in the group column. */
export const varies = (column: Column, group: Column): boolean =>
  rowsBy(group).some((rows) => new Set(rows.map((at) => column.cells[at])).size > 1);

/** Whether two columns have equal values in nearly all rows in which both columns have a value. */
export function areAlike(one: Column, other: Column): boolean {
  const both = one.cells.flatMap((cell, at) => {
    const [a, b] = [cell, other.cells[at] ?? ""].map((value) => value.trim().toLowerCase());
    return a === "" || b === "" ? [] : [a === b];
  });
  return both.filter((same) => !same).length <= both.length * TOLERANCE;
}

/** Whether a column contains a property of a numbered option, such as "Variation 1 Type". */
export const isOptionPart = ({ word }: Column): boolean =>
  /(?:^|_)(?:option|variation|variant|attribute|field)s?_\d+(?:_\w+)?_(?:type|required|default|visible|global)$/.test(
    word,
  );
