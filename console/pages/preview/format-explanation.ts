import { readToken } from "../../../src/catalog/taste-tokens.js";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";
import type { ProductMetrics } from "../../server/insights/product-metrics.js";
import { fieldLabel } from "../../parts/conditions.js";
import { counted } from "../../parts/format-numbers.js";

export interface Reason {
  readonly text: string;
  /** Points that the reason adds to the product's score; `null` if the reason has no points. */
  readonly points: number | null;
}

const NAMES: Readonly<Record<string, string>> = {
  text: "Words match",
  "text words": "Words match",
  "text all words": "All words match",
  "text as typed": "Exact wording match",
  "text brand": "Brand match",
  "text amounts": "Size or amount match",
  "text popularity": "Popularity",
  semantic: "Similar meaning",
  stock: "In stock",
  prior: "Popularity and freshness",
  co_visitation: "Viewed together",
  "taste price": "Price level",
};

export function signalName(signal: string): string {
  if (Object.hasOwn(NAMES, signal)) return NAMES[signal] as string;
  const [kind = "", part = ""] = signal.split(" ", 2);
  const rest = signal.slice(kind.length + 1);
  switch (kind) {
    case "text":
      if (part === "kind") return "Product type match";
      return part === "without" ? `Without “${rest.slice(part.length + 1)}”` : "Words match";
    case "rule":
      return `Rule “${rest}”`;
    case "intent":
    case "category":
      return "Category match";
    case "taste": {
      const { field, value } = readToken(rest);
      if (field === "product_identifier") return "Viewed before";
      return field === "price_band" ? "Price range" : `Visitor likes ${value}`;
    }
    default:
      return fieldLabel(signal);
  }
}

/** Minimum points of a displayed reason. Fewer points are rounding errors of the engine. */
const LEAST_POINTS = 0.0005;

/** Adds up the points of signals with the same name and omits sums of zero. The largest amount comes first. */
function summed(signals: readonly { readonly signal: string; readonly points: number }[]): Reason[] {
  const points = new Map<string, number>();
  for (const one of signals) {
    const name = signalName(one.signal);
    points.set(name, (points.get(name) ?? 0) + one.points);
  }
  return [...points]
    .map(([text, total]) => ({ text, points: total }))
    .filter((one) => Math.abs(one.points) >= LEAST_POINTS)
    .sort((one, other) => Math.abs(other.points) - Math.abs(one.points));
}

const unscored = (text: string): Reason => ({ text, points: null });

/**
 * Formats the position that a rule assigns to a product, and another rule that already uses the position, if any.
 * Returns `null` if no rule sets the product's position.
 */
function formatPin({ pinned, rank, rules }: ExplainedItem, items: readonly ExplainedItem[]): string | null {
  if (pinned === null) return null;
  const { rule, wanted_position: wanted } = pinned;
  const isReserved = rules.some(({ key, action }) => key === rule && action === "reserve");
  const text = `${isReserved ? "Reserved position" : "Pinned to position"} ${wanted} by rule “${rule}”`;
  // A rule that reserves a position is also fulfilled if the product already ranks above that position.
  if (rank === wanted || (isReserved && rank < wanted)) return text;
  const first = items.find((other) => other.rank === wanted)?.pinned;
  const actual = `${text}, shown at ${rank}`;
  return first == null ? actual : `${actual}: rule “${first.rule}” already uses position ${wanted}`;
}

interface Marker {
  readonly action: "pin" | "boost" | "bury";
  readonly text: string;
}

export function markersOf(item: ExplainedItem, items: readonly ExplainedItem[]): Marker[] {
  const pin = formatPin(item, items);
  return [
    ...(pin === null ? [] : [{ action: "pin" as const, text: pin }]),
    ...item.rules.flatMap(({ key, action }): Marker[] =>
      action === "boost" || action === "bury"
        ? [{ action, text: `${action === "boost" ? "Boosted" : "Buried"} by rule “${key}”` }]
        : [],
    ),
  ];
}

/** Explains a product's position with at least one reason. The strongest reason comes first. */
export function reasonsOf(item: ExplainedItem, items: readonly ExplainedItem[]): Reason[] {
  const pin = formatPin(item, items);
  if (pin !== null) return [unscored(pin)];
  const reasons = [...formatSort(item.engine?.sorted_by ?? []), ...summed(item.engine?.signals ?? []), ...reranked(item.rerank)]; // prettier-ignore
  return reasons.length === 0 ? [unscored(NAMES["prior"] as string)] : reasons;
}

type SortedBy = NonNullable<ExplainedItem["engine"]>["sorted_by"];

const isFieldSort = ([first, second]: SortedBy): boolean =>
  second !== undefined && first?.by !== "_score" && first?.by !== "prior";

/** Explains a sort by a field. Returns an empty list for sorts by score, popularity and freshness. */
function formatSort(sorted: SortedBy): Reason[] {
  const [first] = sorted;
  return first === undefined || !isFieldSort(sorted) ? [] : [unscored(`Sorted by ${sortName(first.by)}: ${shown(first.value)}`)]; // prettier-ignore
}

const SORTS: Readonly<Record<string, string>> = {
  _score: "points",
  prior: "popularity and freshness",
  created_at: "date added",
  product_identifier: "product number",
};

export const sortName = (by: string): string => SORTS[by] ?? fieldLabel(by.replace(/^variants\.data\.|^sort\./, "")).toLowerCase(); // prettier-ignore

const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : "no value";

function reranked(rerank: ExplainedItem["rerank"]): Reason[] {
  const { signals = [], limited_by = [] } = rerank ?? {};
  const isLower = (name: string) => signals.some(({ signal, score }) => signal === name && score < 0);
  const values = limited_by.map((one) => readToken(one).value);
  return [
    ...(isLower("fatigue") ? [unscored("Lower: often shown to this visitor without clicks")] : []),
    ...(isLower("category_diversity")
      ? [unscored("Moved down, because other products of the same category rank above it")]
      : []),
    ...(values.length === 0 ? [] : [unscored(`Lower: the page has enough products of ${values.join(", ")}`)]),
  ];
}

/**
 * Explains with at least one reason why a product ranks above the next product. Reasons are usually the differences in
 * points per signal, largest first.
 */
export function compare(item: ExplainedItem, next: ExplainedItem): Reason[] {
  if (item.pinned !== null)
    return [unscored("A rule sets the position of this product, so ranking points do not count.")];
  if (next.pinned !== null)
    return [unscored("A rule sets the position of the next product, so ranking points do not count.")];
  const [own, other] = [item.engine, next.engine];
  if (own === null || other === null) return [unscored("The ranking points of the two products are unknown.")];
  const less = other.signals.map(({ signal, points }) => ({ signal, points: -points }));
  const differences = isFieldSort(own.sorted_by) ? [] : summed([...own.signals, ...less]);
  const isSwapped = own.rank > other.rank;
  const swap = isSwapped ? [unscored("The next product has more ranking points, but was moved down for variety.")] : [];
  if (differences.length > 0) return [...swap, ...differences];
  const deciding = own.sorted_by.findIndex(({ by, value }, at) => by !== "_score" && value !== other.sorted_by[at]?.value); // prettier-ignore
  const by = own.sorted_by[deciding]?.by ?? "prior";
  if (!isFieldSort(own.sorted_by) || deciding > 0)
    return [
      ...swap,
      unscored(`The products are equal in all other respects, so the order is decided by ${sortName(by)}.`),
    ];
  const [mine, its] = [own, other].map(({ sorted_by }) => shown(sorted_by[deciding]?.value));
  return [...swap, unscored(`${fieldLabel(sortName(by))}: ${mine}, compared with ${its} for the next product`)];
}

/**
 * Formats points with their sign. Points for stock are formatted as words, because stock always outweighs all other
 * signals.
 */
export function formatPoints({ text, points }: Reason): string {
  if (points === null) return "";
  if (text === NAMES["stock"]) return points > 0 ? "before sold-out products" : "sold out";
  return `${points > 0 ? "+" : "−"}${Math.abs(points).toFixed(2)}`;
}

/**
 * Formats how far personalization moved a product.
 * @param before position of the product for an unknown visitor; `undefined` if the product is not on the unpersonalized
 *   first page
 */
export function formatMoved(rank: number, before: number | undefined): string {
  if (before === undefined) return "Not on the first page for unknown visitors";
  if (before === rank) return "";
  return `${before > rank ? "▲" : "▼"} ${counted(Math.abs(before - rank), "position")}`;
}

export function formatMetrics({ seen, clicked, ordered, stock }: ProductMetrics): string[] {
  const known = (value: number | null, noun: string) => (value === null ? [] : [counted(value, noun)]);
  return [
    ...known(seen, "impression"),
    ...known(clicked, "click"),
    ...known(ordered, "order"),
    ...(stock === null ? [] : [`${stock.in_stock} of ${counted(stock.variants, "variant")} in stock`]),
  ];
}
