import { expect } from "chai";
import { evaluateSearch } from "../../../../quality/relevance/search/evaluate-search.js";
import { parseJudgements } from "../../../../quality/relevance/judgements.js";
import { evaluationPage, shownProducts } from "../../../../quality/relevance/search/page.js";
import { formatSearchEvaluation } from "../../../../quality/relevance/search/report.js";
import { sharedEngineUrl } from "../../../support/engine.js";

const FEED = [
  ["lamp", { title: "Orbit desk lamp with dimmer, for long evenings <b>at home</b>" }],
  ["cover", { title: "Lamp cover" }],
  ["cord", { title: "Lamp cord" }],
  ["hat", { title: "Straw hat" }],
].map(([id, data]) => {
  const product_data = { product_identifier: id, variant_identifier: id, ...(data as object) };
  return JSON.stringify({ operation: "insert", product_data });
});
const JUDGEMENTS = parseJudgements(
  "query,product_identifier,grade\nlamp,lamp,3\nlamp,cover,0\nlamp,cord,0\nboat,hat,0\n",
);

describe("the evaluation of search", function () {
  it("the evaluation of search compares results of the service and of the plain engine for identical queries", async function () {
    this.timeout(300_000);
    const evaluation = await evaluateSearch(FEED, JUDGEMENTS, {
      engineUrl: await sharedEngineUrl(this),
      configuration: {},
      amongJudged: true,
      good: 3,
      variations: [{ name: "without heads", configuration: { search: { heads: 0 } } }],
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    const { service, naive, variations, missed } = evaluation;
    expect(missed).to.deep.equal({ service: 0, naive: 0 });
    expect(service.rankings.get("lamp")?.[0]).to.equal("lamp");
    expect(naive.rankings.get("lamp")?.[0]).not.to.equal("lamp");
    expect(variations[0]?.outcome.rankings.get("lamp")?.[0]).not.to.equal("lamp");
    expect([...service.scores.keys()]).to.deep.equal(["lamp"]);
    const bootstrap = { resamples: 50, confidence: 0.95, seed: "test" };
    const before = new Map([["lamp", { ndcg: 0.5, judged_ndcg: 0.5 }]]);
    const report = formatSearchEvaluation(evaluation, {
      name: "lamps",
      products: FEED.length,
      amongJudged: true,
      bootstrap,
      before,
    });
    expect(report).to.match(/the service +1\.0000 /);
    expect(report).to.contain("2 queries, 1 without relevant products");
    expect(report).to.match(/Largest gains since the previous run[^\n]*\n +lamp +\+0\.5000/);
    const shown = shownProducts(FEED, evaluation);
    const page = evaluationPage(evaluation, { name: "lamps", metrics: report, shown, judgements: JUDGEMENTS });
    expect(page).to.contain("&lt;b&gt;at home&lt;/b&gt;").and.not.to.contain("<b>at home");
    expect(page).to.contain("Largest gains since the previous run");
  });
});
