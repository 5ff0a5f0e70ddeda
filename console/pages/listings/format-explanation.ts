import type { ProductMetrics } from "../../server/insights/product-metrics.js";
import { amount, count } from "../../parts/format-numbers.js";
import type { ExplainedItem } from "../../../src/search/explain/explanation.js";

/**
 * Explains a product's position in sentences, strongest reason first.
 * @returns at least one sentence
 */
export function inWords({ engine, rerank, pinned }: ExplainedItem): string[] {
  if (pinned !== null) return [`The rule “${pinned.rule}” pins it to place ${pinned.position}.`];
  if (engine === null) return ["It is pinned."];
  const points = engine.signals.filter((one) => one.points !== 0);
  const named = (prefix: string) =>
    points
      .filter(({ signal }) => signal.startsWith(`${prefix} `))
      .sort((one, other) => Math.abs(other.points) - Math.abs(one.points))
      .map(({ signal, points: given }) => ({ name: signal.slice(prefix.length + 1), given }));
  const reasons = [
    ...named("rule").map(({ name, given }) => `The rule “${name}” ${given > 0 ? "raises" : "lowers"} it.`),
    ...formatField(engine.sorted_by),
    ...textWords(named("text").map(({ name }) => name)),
    ...named("intent").map(({ name }) => `Shoppers who search for this choose from ${name}.`),
    ...named("category").map(() => "Its category is where such things are."),
    ...formatTaste(named("taste").map(({ name }) => name)),
    ...(points.some(({ signal }) => signal === "co_visitation")
      ? ["Shoppers who looked at the same products looked at it, too."]
      : []),
    ...(rerank === null ? [] : formatRerank(rerank)),
  ];
  return reasons.length === 0 ? ["Popular and new products come first."] : reasons;
}

/** Explains a field sort. Sorts by score or static rank return an empty list. */
function formatField([first, second]: NonNullable<ExplainedItem["engine"]>["sorted_by"]): string[] {
  if (first === undefined || first.by === "_score" || first.by === "prior") return [];
  if (second === undefined) return [];
  const field = first.by.replace(/^variants\.data\.|^sort\./, "");
  return [`The order goes by ${field}: ${shown(first.value)}.`];
}

const shown = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? `${value}` : "no value";

function textWords(names: readonly string[]): string[] {
  const isKind = names.some((name) => name.startsWith("kind"));
  const hasWords = names.some((name) => !name.startsWith("kind"));
  if (isKind) return ["It is what the words ask for."];
  return hasWords ? ["Its texts have the words."] : [];
}

const MAX_LIKED = 3;

function formatTaste(tokens: readonly string[]): string[] {
  const values = tokens.filter((token) => token !== "price" && !token.startsWith("product_identifier="));
  const liked = [...new Set(values.map((token) => token.slice(token.indexOf("=") + 1)))].slice(0, MAX_LIKED);
  return [
    ...(liked.length === 0 ? [] : [`This shopper likes ${liked.join(", ")}.`]),
    ...(tokens.some((token) => token.startsWith("product_identifier="))
      ? ["This shopper has looked at it before."]
      : []),
    ...(tokens.includes("price") ? ["It costs about what this shopper looks at."] : []),
  ];
}

function formatRerank({ signals, limited_by = [] }: NonNullable<ExplainedItem["rerank"]>): string[] {
  const score = new Map(signals.map((one) => [one.signal, one.score]));
  return [
    ...((score.get("fatigue") ?? 0) < 0 ? ["It was shown often and met no interest, so it comes later."] : []),
    ...((score.get("category_diversity") ?? 0) < 0 ? ["There is enough of its category further up."] : []),
    ...(limited_by.length === 0
      ? []
      : [
          `Held back: the page had no room for more of ${limited_by.map((one) => one.slice(one.indexOf("=") + 1)).join(", ")}.`,
        ]),
  ];
}

/**
 * Formats the difference from the position in the unpersonalized list.
 * @param before position on the unpersonalized first page; `undefined` if the product is not on it
 */
export function formatMoved(rank: number, before: number | undefined): string {
  if (before === undefined) return "not on everybody’s first page";
  if (before === rank) return "";
  const positions = Math.abs(before - rank);
  return `${before > rank ? "▲" : "▼"} ${positions} ${positions === 1 ? "place" : "places"}`;
}

/** Formats the price and metrics of a product. Missing values are marked as unknown. */
export function formatMetrics({ currency, seen, clicked, ordered, stock }: ProductMetrics, price: unknown): string[] {
  const known = (what: string, value: number | null) => `${what} ${value === null ? "unknown" : count(value)}`;
  return [
    typeof price === "number" ? amount(price, currency) : "price unknown",
    known("seen", seen),
    known("clicked", clicked),
    known("orders", ordered),
    stock === null ? "stock unknown" : `in stock ${stock.in_stock} of ${stock.variants}`,
  ];
}
