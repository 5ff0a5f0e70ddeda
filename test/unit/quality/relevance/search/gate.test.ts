import { expect } from "chai";
import { formatVerdict } from "../../../../../quality/relevance/search/report.js";
import { gainsOf, judgeSettings } from "../../../../../quality/relevance/search/gate.js";
import { unjudgedAsCsv, withFurther } from "../../../../../quality/relevance/search/unjudged.js";
import { parseJudgements } from "../../../../../quality/relevance/judgements.js";
import { missedShare, type Scores } from "../../../../../quality/relevance/ranking-metrics.js";

const BOOTSTRAP = { resamples: 20, confidence: 0.95, seed: "test" };
const gains = (...values: number[]) => new Map(values.map((value, at) => [`q${at}`, value]));
const catalogues = (...all: Record<string, ReadonlyMap<string, number>>[]) =>
  new Map(all.map((own, at) => [`c${at}`, new Map(Object.entries(own))]));

describe("the acceptance test for search settings", () => {
  it("search settings are selected on all catalogues except one, and evaluated on the excluded catalogue", () => {
    const verdict = judgeSettings(
      catalogues(
        { bold: gains(0.2, 0.2), careful: gains(0.02) },
        { bold: gains(0.1), careful: gains(0.03) },
        { bold: gains(-0.2), careful: gains(0.01) },
      ),
      BOOTSTRAP,
    );
    const chosen = verdict.heldOut.map(({ catalogue, chosen, gain }) => [catalogue, chosen, gain.mean]);
    expect(chosen).to.deep.equal([["c0", "careful", 0.02], ["c1", "careful", 0.03], ["c2", "bold", -0.2]]); // prettier-ignore
    expect(verdict.passes).to.equal(false);
    expect(formatVerdict(verdict)).to.contain("does not pass");
  });

  it("search settings are accepted if the NDCG rises on average and falls by at most 0.01 on any catalogue", () => {
    const both = (gain: number) => ({ one: gains(gain) });
    expect(judgeSettings(catalogues(both(0.05), both(-0.01)), BOOTSTRAP).passes).to.equal(false);
    expect(judgeSettings(catalogues(both(0.05), both(0.04), both(-0.01)), BOOTSTRAP).passes).to.equal(true);
    expect(judgeSettings(catalogues(both(0.05), both(0.04), both(-0.011)), BOOTSTRAP).passes).to.equal(false);
    expect(() => judgeSettings(catalogues(both(1)), BOOTSTRAP)).to.throw(RangeError);
  });

  it("the current search settings are kept if no candidate improves the result", () => {
    const none = judgeSettings(catalogues({ one: gains(-1) }, { one: gains(-1) }), BOOTSTRAP);
    expect(none.heldOut.map(({ chosen, gain }) => [chosen, gain.mean])).to.deep.equal([["live", 0], ["live", 0]]); // prettier-ignore
    expect(none.passes).to.equal(false);
  });

  it("the gain of search settings is the average of the NDCG changes with and without unjudged products", () => {
    const scores = (ndcg: number, judged_ndcg: number): Scores => ({
      ndcg,
      judged_ndcg,
      mrr: 0,
      recall: 0,
      unjudged: 0,
      empty: 0,
    });
    expect(gainsOf(new Map([["a", scores(1, 0.5)]]), new Map([["a", scores(0.5, 0.5)]]))).to.deep.equal(
      new Map([["a", 0.25]]),
    );
  });
});

describe("the evaluation of unjudged products", () => {
  const judgements = parseJudgements("query,product_identifier,grade\nhat,A,3\nhat,B,0\n");

  it("the search evaluation lists unjudged products for grading, and reads their grades from a file", () => {
    const rankings = new Map([["hat", ["A", "X"]]]);
    expect(unjudgedAsCsv({ rankings, scores: new Map() }, judgements, new Map([["X", 'A "hat", red']]))).to.equal(
      'query,product_identifier,grade,title\nhat,X,,"A ""hat"", red"\n',
    );
    const more = parseJudgements("query,product_identifier,grade\nhat,X,2\nhat,B,1\ncoat,Y,1\n");
    expect(withFurther(judgements, more)).to.deep.equal(new Map([["hat", new Map([["A", 3], ["B", 1], ["X", 2]])]])); // prettier-ignore
  });

  it("the search evaluation counts only products with a good grade as missed", () => {
    expect(missedShare(new Map([["hat", ["B", "X"]]]), judgements, 3)).to.equal(1);
    expect(missedShare(new Map([["hat", ["A"]]]), judgements, 3)).to.equal(0);
    expect(missedShare(new Map(), judgements, 3)).to.equal(0);
  });
});
