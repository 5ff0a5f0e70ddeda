import { expect } from "chai";
import type { SearchEvaluation } from "../../../../../quality/relevance/search/evaluate-search.js";
import { formatTogether } from "../../../../../quality/relevance/search/report.js";
import type { EvaluationOutcome } from "../../../../../quality/relevance/ranking-metrics.js";

const outcome = (ndcg: Readonly<Record<string, number>>): EvaluationOutcome => ({
  rankings: new Map(),
  scores: new Map(
    Object.entries(ndcg).map(([query, value]) => [
      query,
      { ndcg: value, judged_ndcg: value / 2, mrr: 1, recall: 1, unjudged: 0, empty: 0 },
    ]),
  ),
});

const evaluation = (service: Record<string, number>, naive: Record<string, number>): SearchEvaluation => ({
  service: outcome(service),
  naive: outcome(naive),
  variations: [{ name: "plain", outcome: outcome(service) }],
});

describe("the report of a search evaluation", () => {
  it("the evaluation report combines the queries of all catalogues, and counts a query of two catalogues twice", () => {
    const bootstrap = { resamples: 100, confidence: 0.95, seed: "test" };
    const one = evaluation({ bed: 0.5, sofa: 0.7 }, { bed: 0.3, sofa: 0.5 });
    const other = evaluation({ bed: 0.9 }, { bed: 0.7 });
    const before = outcome({ bed: 0.6, sofa: 0.8 }).scores;
    const reported = formatTogether(
      [
        { name: "furniture", evaluation: one, before },
        { name: "toys", evaluation: other, before: undefined },
      ],
      bootstrap,
    );
    expect(reported.split("\n").map((line) => line.trim().split(/\s{2,}/))).to.deep.equal([
      ["gain of the service, all 3 queries of 2 catalogues", "NDCG@10", "without unjudged"],
      ["naive", "+0.2000 [+0.2000, +0.2000]", "+0.1000 [+0.1000, +0.1000]"],
      ["the previous evaluation run", "-0.1000 [-0.1000, -0.1000]", "-0.0500 [-0.0500, -0.0500]"],
      ["plain", "0.0000 [0.0000, 0.0000]", "0.0000 [0.0000, 0.0000]"],
      [""],
    ]);
  });
});
