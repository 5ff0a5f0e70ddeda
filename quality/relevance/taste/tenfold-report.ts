import { pairedBootstrap, type ResamplingOptions } from "../paired-bootstrap.js";
import { formatTable } from "../../shared/table.js";
import { LATE_POSITIONS, MODES, type LargeListing } from "./tenfold.js";

const SIZES = [
  ["≤ 1,070", ({ size }: LargeListing) => size <= 1_070],
  ["> 2,000", ({ size }: LargeListing) => size > 2_000],
] as const;

type Metric = (listing: LargeListing) => number;

const MRR: Metric = ({ reciprocal_rank }) => reciprocal_rank;
const LIKED: Metric = ({ liked }) => liked;

/**
 * Formats the results of the evaluation with ten copies of each product.
 * @param before results of an earlier revision for the same requests. If given, the ratio of each metric to the earlier
 * metric is added, with a confidence interval
 */
export function formatTenfold(
  found: readonly LargeListing[],
  before: readonly LargeListing[] | undefined,
  bootstrap: ResamplingOptions,
): string {
  const late = `liked in ${LATE_POSITIONS.from}–${LATE_POSITIONS.to}`;
  const against = before === undefined ? [] : ["MRR × before", "liked × before"];
  const header = [
    "products",
    "mode",
    "listings",
    `MRR@${LATE_POSITIONS.to}`,
    "unpersonalized",
    late,
    "unpersonalized",
    ...against,
  ];
  const rows = SIZES.flatMap(([title, isOfSize]) =>
    MODES.map((mode) => {
      const isOne = (one: LargeListing) => one.mode === mode && isOfSize(one);
      const own = found.filter(isOne);
      const [mrr, liked] = [MRR, LIKED].map((metric) => mean(own, metric).toFixed(4));
      const unpersonalized = (metric: Metric) => (mode === "cold" ? "" : mean(own, metric).toFixed(4));
      const compared =
        before === undefined ? [] : [MRR, LIKED].map((metric) => ratio(own, before.filter(isOne), metric, bootstrap));
      return [
        ...[title, mode, String(own.length), mrr ?? ""],
        ...[
          unpersonalized((one) => one.unpersonalized.reciprocal_rank),
          liked ?? "",
          unpersonalized((one) => one.unpersonalized.liked),
        ],
        ...compared,
      ];
    }),
  );
  return [
    "REES46 with ten copies of each product (recorded sessions, electronics and general merchandise)",
    `  the next viewed product of each of ${new Set(found.map(({ session }) => session)).size} sessions, in listings of its category around its price and of its top category; pages of 24`,
    "  cold: the first such request; hot: a request that was made twice before; intervals: 95 %, resamples of sessions",
    "",
    formatTable([header, ...rows]),
  ].join("\n");
}

const mean = (listings: readonly LargeListing[], metric: Metric): number =>
  listings.reduce((sum, one) => sum + metric(one), 0) / listings.length;

/**
 * Formats the ratio of a metric between two runs, with a confidence interval.
 * @throws Error if the runs sent different requests
 */
function ratio(
  now: readonly LargeListing[],
  before: readonly LargeListing[],
  metric: Metric,
  bootstrap: ResamplingOptions,
): string {
  const known = new Map(before.map((one) => [one.at, one]));
  const differences = now.map((one) => {
    const other = known.get(one.at);
    if (other === undefined || other.size !== one.size)
      throw new Error("the compared runs have different test cases: use the same value of --shoppers");
    return { shopper: one.session, value: metric(one) - metric(other) };
  });
  const base = mean(before, metric);
  const { mean: middle, low, high } = pairedBootstrap(differences, bootstrap);
  const [of, from, to] = [middle, low, high].map((difference) => (1 + difference / base).toFixed(3));
  return `${of} [${from}, ${to}]`;
}
