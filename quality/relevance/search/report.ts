import type { ResamplingOptions, Interval } from "../paired-bootstrap.js";
import { MAX_LIMIT } from "../../../src/search/request-schema.js";
import { formatTable } from "../../shared/table.js";
import type { SearchEvaluation } from "./evaluate-search.js";
import type { Verdict } from "./gate.js";
import {
  differenceOf,
  type EvaluationOutcome,
  meansOf,
  METRICS,
  scoreChangesOf,
  type Scores,
} from "../ranking-metrics.js";
import type { SavedScores } from "./last-run.js";

const TITLES: Readonly<Record<keyof Scores, string>> = {
  ndcg: "NDCG@10",
  judged_ndcg: "without unjudged",
  mrr: "MRR",
  recall: "recall",
  unjudged: "unjudged",
  empty: "no result",
};

/** Maximum number of listed queries whose score has changed. */
const CHANGED = 10;

export interface Conditions {
  readonly name: string;
  readonly products: number;
  readonly amongJudged: boolean;
  readonly bootstrap: ResamplingOptions;
  /** Scores of the earlier run with which the evaluation is compared. */
  readonly before: SavedScores | undefined;
}

/** Formats the evaluation of a catalogue. */
export function formatSearchEvaluation(evaluation: SearchEvaluation, conditions: Conditions): string {
  const { service, naive, variations, missed } = evaluation;
  const { name, products, amongJudged, bootstrap, before } = conditions;
  const answered = service.scores.size;
  const requested = service.rankings.size;
  const lines = [
    name,
    `  ${products} feed lines; ${requested} queries, ${requested - answered} without relevant products, which count only for "no result"`,
    amongJudged ? "  only the judged products of each query are ranked" : "  result lists of 100 products",
    `  naive: OpenSearch multi_match query (best_fields) over title, designer, categories and description`,
    `  differences are paired by query, with ${percent(bootstrap.confidence)} bootstrap intervals (${bootstrap.resamples} resamples)`,
    "",
    formatTable([
      ["", ...METRICS.map((metric) => TITLES[metric])],
      row("the service", service),
      row("naive", naive),
      ...variations.map((variation) => row(variation.name, variation.outcome)),
    ]),
    "",
    formatTable([
      ["gain of the service, by baseline", TITLES.ndcg, TITLES.judged_ndcg],
      differences("naive", service.scores, naive.scores, bootstrap),
      ...(before === undefined ? [] : [differences("the previous evaluation run", service.scores, before, bootstrap)]),
      ...variations.map(({ name, outcome }) => differences(name, service.scores, outcome.scores, bootstrap)),
    ]),
    ...(missed === undefined
      ? []
      : [
          "",
          `Relevant products that are not among the first ${MAX_LIMIT} results: ${share(missed.service)}, naive search ${share(missed.naive)}`,
        ]),
    ...(before === undefined ? [] : ["", formatChanges(service, before)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** The evaluation of one catalogue. */
export interface EvaluatedCatalogue {
  readonly name: string;
  readonly evaluation: SearchEvaluation;
  readonly before: SavedScores | undefined;
}

/**
 * Formats the score differences over the queries of all catalogues together, for catalogues that have few queries each.
 */
export function formatTogether(catalogues: readonly EvaluatedCatalogue[], bootstrap: ResamplingOptions): string {
  const together = (scoresIn: (catalogue: EvaluatedCatalogue) => SavedScores | undefined) =>
    new Map(
      catalogues.flatMap((catalogue) =>
        [...(scoresIn(catalogue) ?? [])].map(([query, scores]) => [`${catalogue.name} ${query}`, scores] as const),
      ),
    );
  const service = together(({ evaluation }) => evaluation.service.scores);
  const varied = catalogues[0]?.evaluation.variations.map(({ name }) => name) ?? [];
  const outcomeOf = ({ evaluation }: EvaluatedCatalogue, name: string) =>
    evaluation.variations.find((variation) => variation.name === name)?.outcome.scores;
  const rows = [
    differences(
      "naive",
      service,
      together(({ evaluation }) => evaluation.naive.scores),
      bootstrap,
    ),
    differences(
      "the previous evaluation run",
      service,
      together(({ before }) => before),
      bootstrap,
    ),
    ...varied.map((name) =>
      differences(
        name,
        service,
        together((own) => outcomeOf(own, name)),
        bootstrap,
      ),
    ),
  ];
  const title = `gain of the service, all ${service.size} queries of ${catalogues.length} catalogues`;
  return `${formatTable([[title, TITLES.ndcg, TITLES.judged_ndcg], ...rows])}\n`;
}

/** Formats the result of the cross-validation of candidate settings. */
export function formatVerdict({ heldOut, mean, passes }: Verdict): string {
  const rows = heldOut.map(({ catalogue, chosen, gain }) => [catalogue, chosen, formatInterval(gain)]);
  const lines = [
    "Cross-validation of the settings (mean of NDCG@10 with and without unjudged products)",
    formatTable([["evaluated catalogue", "settings selected without this catalogue", "gain"], ...rows]),
    `  mean gain ${signed(mean)}: ${passes ? "passes" : "does not pass"} (required: above 0, and no catalogue loses more than 0.01)`,
  ];
  return `${lines.join("\n")}\n`;
}

const row = (name: string, outcome: EvaluationOutcome): string[] => {
  const means = meansOf(outcome);
  return [name, ...METRICS.map((metric) => means[metric].toFixed(4))];
};

function differences(name: string, one: SavedScores, other: SavedScores, bootstrap: ResamplingOptions): string[] {
  const of = (metric: "ndcg" | "judged_ndcg") => formatInterval(differenceOf(one, other, metric, bootstrap));
  return [name, of("ndcg"), of("judged_ndcg")];
}

function formatChanges({ scores }: EvaluationOutcome, before: SavedScores): string {
  const changes = scoreChangesOf(scores, before, "judged_ndcg").filter(({ change }) => Math.abs(change) > 1e-9);
  if (changes.length === 0) return "The score of each query is the same as in the previous evaluation run.";
  const named = (some: readonly { query: string; change: number }[]) =>
    formatTable(some.map(({ query, change }) => [query, signed(change)]));
  const gained = changes.filter(({ change }) => change > 0).slice(0, CHANGED);
  const lost = changes
    .filter(({ change }) => change < 0)
    .slice(-CHANGED)
    .reverse();
  return `Largest gains since the previous run (without unjudged)\n${named(gained)}\nLargest losses\n${named(lost)}`;
}

const share = (part: number): string => `${(part * 100).toFixed(1)} %`;

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const formatInterval = (interval: Interval | undefined): string =>
  interval === undefined ? "-" : `${signed(interval.mean)} [${signed(interval.low)}, ${signed(interval.high)}]`;

/** Formats a signed number, avoiding "-0.0000". */
const signed = (value: number): string => {
  const text = value.toFixed(4);
  if (Number(text) === 0) return "0.0000";
  return value > 0 ? `+${text}` : text;
};
