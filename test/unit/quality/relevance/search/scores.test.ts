import { expect } from "chai";
import { parseJudgements, sampleOf } from "../../../../../quality/relevance/judgements.js";
import {
  differenceOf,
  evaluationOutcomeOf,
  meansOf,
  scoreChangesOf,
  scoresOf,
} from "../../../../../quality/relevance/ranking-metrics.js";
import { ablations } from "../../../../../quality/relevance/search/signals.js";

const CSV = 'query,product_identifier,grade\nred shoe,A,3\nred shoe,B,1\n"12"" pan, black",C,0\nhat,D,2.5\n';

describe("parseJudgements and sampleOf", () => {
  it("parseJudgements parses relevance judgements of each query, including queries with quotes and commas", () => {
    expect(parseJudgements(CSV)).to.deep.equal(
      new Map([
        ["red shoe", new Map([["A", 3], ["B", 1]])],
        ['12" pan, black', new Map([["C", 0]])],
        ["hat", new Map([["D", 2.5]])],
      ]),
    ); // prettier-ignore
  });

  it("parseJudgements reports the line of an error in the judgements", () => {
    expect(() => parseJudgements("q,p,g\n")).to.throw("to begin with the line query,product_identifier,grade");
    expect(() => parseJudgements(`${CSV}hat,E,good\n`)).to.throw("line 6 of the judgements");
  });

  it("sampleOf samples queries evenly and deterministically", () => {
    const all = parseJudgements(
      `query,product_identifier,grade\n${Array.from({ length: 10 }, (_, at) => `q${at},A,1`).join("\n")}`,
    );
    expect([...sampleOf(all, 5).keys()]).to.deep.equal(["q0", "q2", "q4", "q6", "q8"]);
    expect(sampleOf(all, 3).size).to.equal(3);
    expect(sampleOf(all, Infinity).size).to.equal(10);
  });
});

describe("scoresOf", () => {
  const grades = new Map([["A", 3], ["B", 1], ["C", 0]]); // prettier-ignore
  const ideal = 7 + 1 / Math.log2(3);

  it("scoresOf computes the NDCG from grades and ranks, with and without unjudged products", () => {
    expect(scoresOf(["X", "A", "C", "B"], grades)).to.deep.equal({
      ndcg: (7 / Math.log2(3) + 1 / Math.log2(5)) / ideal,
      judged_ndcg: (7 + 1 / Math.log2(4)) / ideal,
      mrr: 1 / 2,
      recall: 1,
      unjudged: 1 / 4,
      empty: 0,
    });
  });

  it("scoresOf returns scores of 1 for the ideal order and 0 for an empty list", () => {
    expect(scoresOf(["A", "B"], grades)).to.include({ ndcg: 1, judged_ndcg: 1, mrr: 1, recall: 1 });
    expect(scoresOf([], grades)).to.deep.equal({
      ndcg: 0,
      judged_ndcg: 0,
      mrr: 0,
      recall: 0,
      unjudged: 0,
      empty: 1,
    });
  });

  it("scoresOf returns undefined if no product is relevant to the query", () => {
    expect(scoresOf(["C"], new Map([["C", 0]]))).to.equal(undefined);
  });
});

describe("the outcome of a search evaluation", () => {
  const judgements = parseJudgements(CSV);
  const good = evaluationOutcomeOf(new Map([["red shoe", ["A", "B"]], ["hat", ["D"]], ['12" pan, black', []]]), judgements); // prettier-ignore
  const bad = evaluationOutcomeOf(new Map([["red shoe", ["B", "A"]], ["hat", ["D"]]]), judgements); // prettier-ignore

  it("the outcome of a search evaluation contains averages over the queries with relevant products", () => {
    expect(meansOf(good)).to.deep.equal({ ndcg: 1, judged_ndcg: 1, mrr: 1, recall: 1, unjudged: 0, empty: 1 / 3 });
  });

  it("the comparison of two search evaluations contains the score change of each query", () => {
    expect(scoreChangesOf(good.scores, bad.scores, "mrr")).to.deep.equal([
      { query: "hat", change: 0 },
      { query: "red shoe", change: 0 },
    ]);
    expect(scoreChangesOf(good.scores, bad.scores, "ndcg")[0]?.query).to.equal("red shoe");
    const bootstrap = { resamples: 50, confidence: 0.9, seed: "test" };
    expect(differenceOf(good.scores, bad.scores, "ndcg", bootstrap)?.mean).to.be.greaterThan(0);
    expect(differenceOf(good.scores, new Map(), "ndcg", bootstrap)).to.equal(undefined);
  });
});

describe("ablations", () => {
  it("an ablation disables one ranking signal, or all signals except one", () => {
    const variations = ablations({ language: "german", search: { phrase: 1, popularity: 0 } });
    const named = (name: string) => variations.find((variation) => variation.name === name)?.configuration;
    expect(named("without heads")).to.deep.equal({
      language: "german",
      search: { phrase: 1, popularity: 0, heads: 0 },
    });
    expect(named("words and phrase")).to.have.nested.property("search.phrase", 1);
    expect(named("words and heads")).to.have.nested.property("search.phrase", 0);
    expect(named("words and spelling")).to.not.have.nested.property("search.minimum_hits");
    expect(named("words alone")).to.have.nested.property("search.minimum_hits", 1);
  });
});
