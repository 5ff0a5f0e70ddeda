import type { Column, ColumnSample } from "../column.js";
import { isBackOffice, nameScore } from "../header-words.js";
import type { MappedField } from "../mapping.js";
import { amountOf, isCurrency, timesOf, yesOrNo } from "../values.js";
import type { How } from "./answers.js";
import type { Draft, Ranked } from "./draft.js";
import { asAmount, isAbove0, isYesOrNo, over, TOLERANCE } from "./fits.js";

/** Maximum difference between the name scores (0 to 1) of two equally suitable columns. */
const CLOSE = 0.12;

/** Proposes the columns for price, original price and currency. */
export function takePrices(draft: Draft): void {
  const found = draft
    .ranked("price", asAmount)
    .filter(
      ({ column }) =>
        (!isCost(column) || isOfCustomers(draft, column)) &&
        (["sale_price", "original_price"] as const).every(
          (role) => nameScore(column.word, role) <= nameScore(column.word, "price"),
        ),
    );
  const sales = draft.ranked("sale_price", asAmount).map(({ column }) => column);
  const before = draft.ranked("original_price", asAmount).map(({ column }) => column).filter((column) => !found.some((one) => one.column === column && one.score > 0.9)); // prettier-ignore
  const best = bestPrice(draft, found);
  const [chosen] = draft.choose("price", best === undefined ? [] : [best]);
  const price = chosen ?? (draft.isAnswered("price") ? undefined : before[0]);
  if (price === undefined) {
    askForPrice(draft, sales);
    return;
  }
  const how = draft.answer("price")?.how;
  const fallback = found
    .map(({ column }) => column)
    .find((column) => saysVariant(price) && !saysVariant(column) && !isHundredfold(column, price) && !isCents(column));
  const reduced = (column: Column) => column !== price && column.share(isAbove0) > 0 && agrees(column, price, (a, b) => a <= b || b === 0); // prettier-ignore
  const hasSale = !draft.isAnswered("price") || how === "sale" || how === "on-sale";
  const sale = hasSale && !isCurrent(price) ? sales.find(reduced) : undefined;
  const flag = onSaleFlag(draft);
  const discount = discountColumn(draft);
  const now = [sale, price, fallback].filter((column) => column !== undefined);
  const reducedFrom = sale !== undefined || (how?.startsWith("less-") === true && discount !== undefined);
  const formers = reducedFrom ? [before.find((column) => agrees(column, price, (a, b) => a >= b)) ?? price] : former(price, [...before, ...found.map(({ column }) => column)]); // prettier-ignore
  const [full] = draft.choose("original_price", formers);
  const amounts = [...now, ...(full === undefined ? [] : [full])];
  const decimal = how === "thousands" ? ("," as const) : undefined;
  const format = { as: "number" as const, ...(decimal === undefined ? decimalOf(amounts) : { decimal }) };
  const inCents = isCents(price) || how === "cents" ? { factor: 0.01 } : {};
  const between = sale === undefined ? undefined : saleDays(draft);
  const rule = { ...priceRule(how, flag, discount), ...(between === undefined ? {} : { between }) };
  const why = sale === undefined ? undefined : "the sale price, if there is one";
  const days = Object.values(between ?? {});
  for (const column of draft.free)
    if (days.includes(column.name)) draft.leaveOut(column, `the price is read from ${sale?.name ?? ""} between these dates`); // prettier-ignore
  draft.take("price", now, { ...format, ...inCents, ...rule }, "factor" in inCents ? "in cents" : why);
  if (full !== undefined) {
    const fullInCents = isCents(full) || (how === "cents" && full === price) ? { factor: 0.01 } : {};
    // If a row has a regular price and a lower sale price, the regular price is the original price.
    const all = sale === undefined || full === price ? [full] : [full, price];
    draft.take(
      "original_price",
      all,
      { ...format, ...fullInCents },
      "used as the original price if it is higher than the price",
    );
  }
  for (const { column } of found)
    if (!draft.isUsed(column)) draft.leaveOut(column, isHundredfold(column, price) ? `the column contains ${price.name} in cents` : `the price is read from ${price.name}`); // prettier-ignore
  for (const column of before)
    if (!draft.isUsed(column)) draft.leaveOut(column, isHundredfold(column, price) ? "the column contains the price in cents" : "not an original price, because the amounts are not higher than the price"); // prettier-ignore
  if (!("decimal" in format) && price.share((value) => POINT.test(value)) > 0.5)
    draft.addQuestion("price", "the amounts have three digits after a point, which may be a thousands separator or a decimal point", [`${price.name}:thousands`, price]); // prettier-ignore
  askAboutDiscount(draft, price, { sale, full, flag, discount });
  takeCurrency(draft, price);
}

function takeCurrency(draft: Draft, price: Column): void {
  const [currency] = draft.choose("currency", draft.likeliest("currency", asCurrency)); // prettier-ignore
  if (currency !== undefined) draft.take("currency", [currency], { as: "text" });
  else if (price.share((value) => (amountOf(value)?.currency ?? null) !== null) > 0.5)
    draft.fields["currency"] = { from: [price.name], as: "currency", note: "the currency is read from the amounts" };
}

/**
 * Selects the price column: prefers variant prices to product prices, and gross prices to net prices. Adds a question
 * if the choice is uncertain. Returns undefined if `found` is empty.
 */
function bestPrice(draft: Draft, found: readonly Ranked[]): Column | undefined {
  const usable = found.filter(
    ({ column }) => !isNet(column) || !found.some((one) => !isNet(one.column) && one.score > 0.5),
  );
  const [first] = usable;
  if (first === undefined) return undefined;
  const plain = usable.filter(({ column }) => !usable.some((one) => isHundredfold(column, one.column)));
  const withTax = plain.filter(({ column }) => WITH_TAX.test(column.word));
  const ordered = [...withTax, ...plain.filter((one) => !withTax.includes(one))];
  const own = ordered.find(({ column }) => saysVariant(column) && column.coverage > 0.5);
  const best = own ?? ordered[0] ?? first;
  const currents = plain
    .filter(({ column }) => isCurrent(column))
    .sort((a, b) => Number(saysVariant(b.column)) - Number(saysVariant(a.column)));
  const current = currents.find(({ column }) => plain.every((one) => isCurrent(one.column) || agrees(column, one.column, (a, b) => a <= b || b === 0))); // prettier-ignore
  if (current !== undefined) return current.column;
  const rivals = plain.filter(
    ({ column, score }) =>
      column !== best.column &&
      best.score - score < CLOSE &&
      best !== own &&
      !agrees(column, best.column, (a, b) => Math.abs(a - b) < 0.005),
  );
  const foreign = found.filter(({ column }) => differsInCurrency(column, best.column)).map(({ column }) => column);
  if (foreign.length > 0)
    draft.addQuestion("price", "the file has prices in several currencies, but a catalogue has one currency", [best.column, ...foreign]); // prettier-ignore
  else if (rivals.length > 0)
    draft.addQuestion("price", "several columns could be the price, and their amounts differ", [
      best.column,
      ...rivals.map(({ column }) => column),
    ]);
  else if (withoutTax(draft) !== undefined)
    draft.addQuestion("price", `${withoutTax(draft)?.name} is “no” in some rows: their prices exclude tax`, [
      best.column,
    ]);
  else if (best.column.share((value) => LONG_FRACTION.test(value)) > 0.5)
    draft.addQuestion("price", "the amounts have more than three decimals, which suggests prices without tax", [
      best.column,
    ]);
  else if (isNet(best.column))
    draft.addQuestion("price", "the only price excludes tax or is a dealer price", [best.column, ...draft.ranked("original_price", asAmount).map(({ column }) => column)]); // prettier-ignore
  else if (areLikelyCents(best.column, draft.likeliest("currency", asCurrency)[0]))
    draft.addQuestion("price", "the amounts may be in cents", [best.column, `${best.column.name}:cents`]);
  else if (
    /amount|value/i.test(best.column.name.split(".").at(-1) ?? "") &&
    best.column.share((value) => /^\d{3,}$/.test(value)) === 1
  )
    draft.addQuestion("price", "the amounts may be in cents", [best.column, `${best.column.name}:cents`]);
  return best.column;
}

/** Whether a column contains the price after all discounts. */
const isCurrent = ({ word }: Column): boolean => /^(?:calculated|final|effective)_price$/.test(word);

const asCurrency = (column: Column): number =>
  over(
    column.share((value) => /^[A-Z]{3}$/i.test(value)),
    0.9,
  );

/** Whether all amounts are integers that look like cents: 4990, 38900. Checked only for currencies with cents. */
function areLikelyCents(price: Column, currency: Column | undefined): boolean {
  if (!/^(?:eur|usd|gbp|chf|cad|aud)$/i.test(currency?.values[0] ?? "")) return false;
  const isWhole = price.share((value) => /^\d{3,}$/.test(value)) === 1;
  return (
    isWhole &&
    price.share((value) => /(?:[05]0|[49]9|95)$/.test(value) || /[05]$/.test(value)) > 0.9 &&
    price.share((value) => value.length > 3) > 0.5
  );
}

/** Matches amounts with more than three decimals that do not end in 0: "41.583333", but not "49.9000". */
const LONG_FRACTION = /[.,]\d{3}\d*[1-9]\s*$/;

const ON_SALE = /^(?:is_)?(?:on_sale|onsale|sale_active|en_promotion|en_solde|im_angebot|reduziert|en_oferta|in_offerta|aanbieding|promocja|promocion|promocao)(?:_|$)/; // prettier-ignore
const DISCOUNT = /(?:^|_)(?:discounts?|rabatte?|nachlass|remise|reduction|descuento|desconto|sconto|korting|rabat|sleva|zlava|popust|kedvezmeny|reducere|indirim|alennus|εκπτωση|скидка|знижка|отстъпка)(?:_|$)/; // prettier-ignore

/** Whether a yes/no column marks products on sale. */
export const isOnSale = (column: Column): boolean => ON_SALE.test(column.word) && column.share(isYesOrNo) === 1;

const onSaleFlag = ({ columns }: Draft): Column | undefined => columns.find(isOnSale);

const discountColumn = ({ free }: Draft): Column | undefined =>
  free.find((column) => DISCOUNT.test(column.word) && column.share((value) => reductionOf(value) > 0) > 0);

/** Parses a discount: "20%", "-5.00". */
const reductionOf = (value: string): number => Math.abs(Number.parseFloat(value.replace(",", "."))) || 0;

const OF_SALE = /(?:^|_)(?:sale|special|promo\w*|action|akc\w*|aktion|sonderpreis|angebot|discount|offer|oferta|rebaja|solde|sconto|reduc\w*|скидк\w*|акци\w*|знижк\w*)(?:_|$)/u; // prettier-ignore
const FIRST_DAY =
  /(?:^|_)(?:from|start|starts|begin|begins|since|von|ab|od|desde|inicio|debut|dal|da|с|от|від)(?:_|$)/u;
const LAST_DAY = /(?:^|_)(?:to|until|till|end|ends|expires|bis|do|hasta|fim|fin|fine|al|по|до)(?:_|$)/u;

/** Returns the columns with the first and last day of a sale. */
function saleDays({ free }: Draft): MappedField["between"] {
  const areDates = (column: Column) => column.share((value) => timesOf(value).length > 0 || /^0000/.test(value)) > 0.9;
  const dates = free.filter((column) => OF_SALE.test(column.word) && areDates(column));
  const [from, until] = [FIRST_DAY, LAST_DAY].map((side) => dates.find(({ word }) => side.test(word))?.name);
  if (from === undefined && until === undefined) return undefined;
  return { ...(from === undefined ? {} : { from }), ...(until === undefined ? {} : { until }) };
}

const SAYS_TAX = /(?:^|_)(?:includ(?:es|ed|ing)|incl|inkl)_(?:vat|tax|mwst|dph)$|^(?:tax|vat)_(?:included|inclusive)$/;

/** Returns a yes/no column that marks some prices as net. */
const withoutTax = ({ columns }: Draft): Column | undefined =>
  columns.find(
    (column) =>
      SAYS_TAX.test(column.word) &&
      column.share(isYesOrNo) === 1 &&
      column.share((value) => yesOrNo(value) === false) > 0,
  );

/** Returns the mapping settings of the price field that follow from the user's answer. */
function priceRule(
  how: How | undefined,
  flag: Column | undefined,
  discount: Column | undefined,
): Pick<MappedField, "when" | "less"> {
  if (how === "on-sale" && flag !== undefined) return { when: flag.name };
  if (discount === undefined) return {};
  if (how === "less-percent") return { less: { from: discount.name, as: "percent" } };
  return how === "less-amount" ? { less: { from: discount.name, as: "amount" } } : {};
}

interface Reductions {
  readonly sale: Column | undefined;
  readonly full: Column | undefined;
  readonly flag: Column | undefined;
  readonly discount: Column | undefined;
}

/** Adds a question if it is unclear whether discounts are already subtracted from the price. */
function askAboutDiscount(draft: Draft, price: Column, { sale, full, flag, discount }: Reductions): void {
  if (
    sale !== undefined &&
    flag?.cells.some((cell, at) => yesOrNo(cell) === false && isAbove0(sale.cells[at] ?? "")) === true
  )
    // prettier-ignore
    draft.addQuestion("price", `${sale.name} has an amount in rows where ${flag.name} is “no”`, [
      `${price.name}:on-sale`,
      `${price.name}:sale`,
      price,
    ]);
  if (sale !== undefined || full !== undefined || discount === undefined) return;
  const isPercent = discount.share((value) => value.includes("%")) > 0.5;
  draft.addQuestion(
    "price",
    `it is unclear whether ${price.name} is the price before or after the discount in ${discount.name}`,
    [price, `${price.name}:less-percent`, ...(isPercent ? [] : [`${price.name}:less-amount`])],
  );
}

/** Adds a question if columns that are not named like a price contain amounts. */
function askForPrice(draft: Draft, sales: readonly Column[]): void {
  const amounts = draft.free.filter(
    (column) =>
      !isBackOffice(column.word) &&
      asAmount(column) > 0 &&
      (sales.includes(column) ||
        column.share((value) => /[.,]\d\d(?!\d)/.test(value) || amountOf(value)?.currency != null) > 0.5),
  );
  if (amounts.length > 0)
    draft.addQuestion("price", "no column is named like a price, but some columns contain amounts", amounts);
}

function former(price: Column, candidates: readonly Column[]): Column[] {
  const found = candidates.find(
    (column) =>
      column !== price && (nameScore(column.word, "original_price") > 0 || (isCurrent(price) && nameScore(column.word, "price") > 0.8)) && !differsInCurrency(column, price) &&
      agrees(column, price, (a, b) => a >= b || a === 0) && !agrees(column, price, (a, b) => a >= b * 10), // prettier-ignore
  );
  return found === undefined ? [] : [found];
}

/**
 * Whether a column is the price of a Shopware 5 customer group, such as "price_EK". Shopware 5 exports also contain a
 * column "pseudoprice_EK" for the group.
 */
const isOfCustomers = ({ columns }: Draft, { word }: Column): boolean =>
  /^price_[a-z]+$/.test(word) && columns.some((column) => column.word === `pseudo${word}`);

export const isCost = ({ word }: Column): boolean =>
  /(?:^|_)(?:cost|costs|costo|coste|custo|ek|einkauf|einkaufspreis|wholesale|purchase|purchases|achat|compra|acquisto|inkoop|margin|map|tax|vat|tva|shipping|delivery|deposit|points|ecotax|kosten|zakup|закупочная|закупка|себестоимость|закупки|опт|оптовая|оптова)(?:_|$)/.test(word) && // prettier-ignore
  !/incl|excl|inkl|no_?tax/.test(word) &&
  !WITH_TAX.test(word);
/**
 * Matches the names of columns with prices including tax in exports of Czech and Slovak shop systems. All other prices
 * in such exports exclude tax.
 */
const WITH_TAX = /(?:^|_)(?:price|cena)_(?:(?:with|s)_)?(?:vat|dph)$/;
export const isNet = ({ word }: Column): boolean =>
  /(?:^|_)(?:net|netto|nett|ht|excl|excluding|excluded|exkl|ex|without|ohne|hors|sin|senza|sem|bez|без|no_tax|b2b|dealer|trade|hurt|händler)(?:_|$)/.test(word); // prettier-ignore
const isCents = ({ word }: Column): boolean =>
  /(?:^|_)(?:cents?|centimes|centimos|kopecks?|grosze|pennies|minor)(?:_|$)/.test(word);
const currencyIn = ({ word }: Column): string | undefined => word.toUpperCase().split("_").find(isCurrency); // prettier-ignore
/** Whether two price columns have different currencies: "Price EUR" and "Price USD". */
const differsInCurrency = (one: Column, other: Column): boolean => {
  const [a, b] = [currencyIn(one), currencyIn(other)];
  return a !== undefined && b !== undefined && a !== b;
};
const saysVariant = ({ word, isInVariants }: Column): boolean =>
  isInVariants || /(?:^|_)(?:variants?|variation|variante)(?:_|$)/.test(word);

/**
 * Whether a relation holds between the amounts of two columns in nearly all rows in which both columns have an amount.
 */
function agrees(one: Column, other: Column, are: (a: number, b: number) => boolean): boolean {
  let both = 0;
  let right = 0;
  one.cells.forEach((cell, at) => {
    const [a, b] = [amountOf(cell)?.value, amountOf(other.cells[at] ?? "")?.value];
    if (a === undefined || b === undefined) return;
    both += 1;
    if (are(a, b)) right += 1;
  });
  return right >= both * (1 - TOLERANCE);
}

const isHundredfold = (one: Column, other: Column): boolean =>
  one !== other &&
  one.share(isAbove0) > 0.5 &&
  agrees(one, other, (a, b) => Math.abs(a - b * 100) < 0.5) &&
  !agrees(one, other, (a, b) => a === b);

/** Matches amounts with a point before every three digits: "3.990". */
const POINT = /^\D*\d{1,3}(?:\.\d{3})+\D*$/;
/** Minimum number of amounts with points that is required to recognize points as thousands separators. */
const MIN_POINTS = 3;

/**
 * Whether points are thousands separators: amounts below 1000 are written without points, and all points precede three
 * digits.
 */
function areThousands(values: readonly string[]): boolean {
  const points = values.filter((value) => value.includes("."));
  const below = values.filter((value) => /^\D*\d{3}\D*$/.test(value));
  return (
    points.length >= MIN_POINTS &&
    points.every((value) => POINT.test(value)) &&
    (below.length > 0 || points.some((value) => /\.\d{3}\./.test(value)))
  );
}

/** Returns the decimal separator, if it is unambiguous. */
export function decimalOf(columns: readonly ColumnSample[]): { readonly decimal?: "." | "," } {
  const values = columns.flatMap(({ values }) => values);
  const [comma, point] = [/,\d{1,2}(?!\d)/, /\.\d{1,2}(?!\d)/].map(
    (pattern) => values.filter((value) => pattern.test(value)).length,
  );
  if (comma === 0 && point === 0 && areThousands(values)) return { decimal: "," };
  if (comma === point) return {};
  return { decimal: (comma ?? 0) > (point ?? 0) ? "," : "." };
}
