import type { ResamplingOptions, Interval } from "../paired-bootstrap.js";
import { formatTable } from "../../shared/table.js";
import type { Dataset } from "./dataset.js";
import type { TasteEvaluation, TasteEvaluationOptions } from "./evaluate-taste.js";
import type { Part } from "./observation.js";
import { summarise, type PartSummary } from "./summary.js";

const TITLES: Readonly<Record<Part, string>> = {
  unseen: "Products new to the shopper, in listings without the shopper's earlier products (main result)",
  new: "Products new to the shopper",
  repeats: "Products from earlier baskets of the shopper",
  all: "All products of the basket",
};

export type Conditions = Pick<TasteEvaluationOptions, "limit" | "depth" | "popularityHalfLifeDays" | "configuration">;

/** Formats a data set, the conditions of its replay and the metrics. */
export function formatEvaluation(
  { name, notes, feed }: Dataset,
  evaluation: TasteEvaluation,
  conditions: Conditions,
  bootstrap: ResamplingOptions,
): string {
  const { baskets, shoppers, withoutHistory, sample, observations } = evaluation;
  const { limit, depth, popularityHalfLifeDays, configuration } = conditions;
  const changed =
    Object.keys(configuration).length === 0 ? [] : [`settings replaced: ${JSON.stringify(configuration)}`];
  const lines = [
    `${feed.length} feed lines; ${baskets} baskets of ${shoppers} shoppers replayed, ${withoutHistory} of them first baskets, which are not evaluated`,
    `baskets with new products are evaluated for ${sample.shoppers} shoppers with a history`,
    `all other baskets are evaluated for a sample of ${sample.wholeShoppers} shoppers; the parts on known and on all products refer to them`,
    `whole catalogue, sort order "featured", ${limit} products per page, ${Number.isFinite(depth) ? `positions after ${depth} count as not found` : "all positions are evaluated"}`,
    `unpersonalized: requested by a device without history; popularity: sorted by earlier choices of all shoppers, half-life ${popularityHalfLifeDays} days`,
    `intervals: bootstrap of paired differences with ${bootstrap.resamples} resamples of shoppers`,
    ...notes,
    ...changed,
  ];
  const metrics =
    observations.length === 0
      ? "No basket was evaluated, because no shopper has an earlier basket."
      : formatSummary(summarise(observations, bootstrap), bootstrap.confidence);
  return `${name}\n${lines.map((line) => `  ${line}`).join("\n")}\n\n${metrics}\n`;
}

/** Formats the metrics of each product group. */
export function formatSummary(summaries: readonly PartSummary[], confidence: number): string {
  const percent = `${Math.round(confidence * 100)} %`;
  const header = ["", "personalized", "unpersonalized", "popularity", "above unpersonalized", "above popularity"];
  return summaries
    .map(({ part, baskets, shoppers, metrics }) => {
      const rows = metrics.map(({ metric, means, above }) => [
        metric,
        ...[means.personalized, means.unpersonalized, means.popularity].map((mean) => mean.toFixed(4)),
        formatInterval(above.unpersonalized),
        formatInterval(above.popularity),
      ]);
      return `${TITLES[part]}: ${baskets} baskets of ${shoppers} shoppers, ${percent} intervals\n${formatTable([header, ...rows])}`;
    })
    .join("\n\n");
}

export const formatInterval = ({ mean, low, high }: Interval): string =>
  `${signed(mean)} [${signed(low)}, ${signed(high)}]`;

/** Formats a signed number, avoiding "-0.0000". */
const signed = (value: number): string => {
  const text = value.toFixed(4);
  if (Number(text) === 0) return "0.0000";
  return value > 0 ? `+${text}` : text;
};
