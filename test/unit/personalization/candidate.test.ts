import { expect } from "chai";
import type { Hit } from "../../../src/engine/search-documents.js";
import { candidateOf, productsOf, valuesOf } from "../../../src/personalization/candidate.js";

const hit = (fields?: Hit<unknown>["fields"]): Hit<unknown> => ({
  _index: "shop",
  _id: "an internal one",
  _score: null,
  _source: undefined,
  sort: [1_700_000_000, 1_600_000_000_000, "boot"],
  ...(fields !== undefined && { fields }),
});
const TOKENS = ["designer=ACME", "categories=Shoes: Boots: Chelsea", "categories=Shoes: Mules"];
const boot = candidateOf(hit({ taste: TOKENS, log_price: [5.5], prior: [1] }));

const bare = { id: "bare", tokens: [] };

describe("candidateOf and productsOf", () => {
  it("candidateOf reads a candidate from a search hit even if fields are missing", () => {
    expect(boot).to.deep.equal({ id: "boot", tokens: TOKENS, log_price: 5.5 });
    const alone = { id: "boot", tokens: [] };
    expect(candidateOf(hit({ log_price: [] }))).to.deep.equal(alone);
    expect(candidateOf(hit())).to.deep.equal(alone);
    expect(candidateOf(hit({ log_price: [0] }))).to.deep.equal({ ...alone, log_price: 0 });
  });

  it("productsOf sums the weights of a product's tokens and parent categories, and counts each token once", () => {
    const weights = new Map([
      ["designer=ACME", 0.5],
      ["categories=Shoes", 0.25],
      ["categories=Shoes: Boots", 0.125],
      ["categories=Bags", 1],
    ]);
    expect([...productsOf([boot, bare]).tokenSums(weights)]).to.deep.equal([0.875, 0]);
    expect([...productsOf([boot]).tokenSums(new Map())]).to.deep.equal([0]);
  });

  it("productsOf looks up the weight of each product by its id", () => {
    const weights = new Map([
      ["p1", 0.5],
      ["p3", 1],
      ["boot", 0.25],
    ]);
    const products = productsOf([boot, bare]);
    expect([...products.ownWeights(weights)]).to.deep.equal([0.25, 0]);
    expect([...products.logPrices()]).to.deep.equal([5.5, NaN]);
    expect([products.size, products.idAt(0), products.idAt(1)]).to.deep.equal([2, "boot", "bare"]);
  });

  it("valuesOf returns the values of a candidate's tokens for one field", () => {
    expect(valuesOf(boot, "categories")).to.deep.equal(["Shoes: Boots: Chelsea", "Shoes: Mules"]);
    expect(valuesOf(boot, "design")).to.deep.equal([]);
  });
});
