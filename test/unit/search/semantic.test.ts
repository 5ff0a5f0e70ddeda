import { expect } from "chai";
import { MAX_NEAR } from "../../../src/semantic/nearest.js";
import { semanticClauses, meantQuery, withNear } from "../../../src/search/semantic.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";

const search = (semantic: number) => ({ ...DEFAULT_CONFIGURATION.search, semantic });
const configuration = { ...DEFAULT_CONFIGURATION, search: search(5) };
const requested = (query: string | null, all_words = 0, own = configuration) =>
  meantQuery({ query }, { all_words, corrections: [] }, own);

describe("the semantic query", () => {
  it("the semantic query is the typed query if no product contains all its words", () => {
    expect(requested("bedside nightstand")).to.equal("bedside nightstand");
    expect(requested("2 drawer nightstand")).to.equal("2 drawer nightstand");
  });

  it("the semantic query is undefined if the words match products, or if semantic search is not enabled", () => {
    expect(requested("nightstand", 1)).to.equal(undefined);
    expect(requested(null)).to.equal(undefined);
    expect(requested("!!")).to.equal(undefined);
    expect(requested("nightstand", 0, DEFAULT_CONFIGURATION)).to.equal(undefined);
  });

  it("the semantic query is undefined for a misspelt query, which is corrected instead", () => {
    const corrections = [{ terms: ["nightsand"], to: ["nightstand"] }];
    expect(meantQuery({ query: "nightsand" }, { all_words: 0, corrections }, configuration)).to.equal(undefined);
  });

  it("the semantic query is undefined for model numbers and negations", () => {
    for (const query of ["rtx4090", "iphone 15pro", "galaxy s24", "3165140", "dress without sleeves"]) {
      expect(requested(query), query).to.equal(undefined);
    }
  });
});

describe("withNear", () => {
  const text = { name: "text", clause: { match: { title: "nightstand" } } };

  it("semantic search adds the nearest products to the word matches, with points in proportion to similarity", () => {
    const near = [
      { id: "bedside", likeness: 8 },
      { id: "table", likeness: 4 },
    ];
    const queries = [
      { constant_score: { filter: { ids: { values: ["bedside"] } }, boost: 5 } },
      { constant_score: { filter: { ids: { values: ["table"] } }, boost: 2.5 } },
    ];
    expect(withNear(text, near, 5)).to.deep.equal({
      name: "text",
      clause: { bool: { should: [text.clause, { dis_max: { queries } }] } },
      parts: { must: [], filter: [], should: [text, { name: "semantic", clause: { dis_max: { queries } } }] },
    });
  });

  it("semantic search does not change the text query if there are no nearest products", () => {
    expect(withNear(text, [], 5)).to.equal(text);
    expect(semanticClauses(DEFAULT_CONFIGURATION)).to.equal(0);
    expect(semanticClauses({ search: search(5) })).to.equal(MAX_NEAR + 1);
  });
});
