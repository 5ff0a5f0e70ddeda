import { expect } from "chai";
import { compatibilityPhrases } from "../../../../src/catalog/product-type.js";
import { content } from "../../../../src/recommendation/recommenders/content.js";
import { NO_TAXONOMY } from "../../../../src/catalog/taxonomy.js";
import { outfit } from "../../../../src/recommendation/recommenders/outfit.js";
import { popular } from "../../../../src/recommendation/recommenders/catalogue.js";
import {
  complementary,
  joined,
  nextInSession,
  sessionNeighbours,
} from "../../../../src/recommendation/recommenders/sessions.js";
import { propose } from "../../../../src/recommendation/recommenders/propose.js";
import { BASE_FIELD_TYPES } from "../../../../src/catalog/field-types.js";
import { fuse, type SearchProposal } from "../../../../src/recommendation/recommenders/proposal.js";
import { NOW, seed, context } from "../recommendation-context.js";

const shirt = seed("shirt", {
  tokens: ["designer=Acme", "categories=Clothing: Shirts", "color=Red", "price_band=10"],
  categories: ["Clothing: Shirts"],
  titles: ["Oxford shirt"],
  words: ["Cotton"],
});
const coat = seed("coat", { tokens: ["designer=Acme"] });
const NOBODY = { recommend: () => [], companions: () => [], running: () => [] };
const found = (...ids: string[]) =>
  ids.map((id, position) => ({ id, score: ids.length - position, hasMinimumSupport: !id.endsWith("!") }));
const term = (value: string, boost: number) => ({ term: { taste: { value, boost } } });
const like = (field: string, text: string, max_query_terms: number, boost: number) => ({
  more_like_this: {
    fields: [field],
    like: [text],
    min_term_freq: 1,
    min_doc_freq: 1,
    max_query_terms,
    minimum_should_match: "1",
    boost,
  },
});

describe("recommenders", () => {
  it("`content` finds products that share a category or title words, most similar first", () => {
    expect(content(context({ focus: [shirt] }))).to.deep.equal({
      kind: "search",
      query: {
        bool: {
          must: [
            { bool: { should: [term("categories=Clothing: Shirts", 2), like("text.title", "Oxford shirt", 12, 1)] } },
          ],
          should: [
            ...[term("designer=Acme", 1), term("color=Red", 0.5), term("price_band=10", 0.5)],
            ...[term("price_band=9", 0.25), term("price_band=11", 0.25), like("text.other", "Cotton", 5, 0.3)],
          ],
        },
      },
      sort: [{ _score: "desc" }, { prior: "desc" }],
    });
  });

  it("`outfit` searches by designer, colour and season if the shop sells fashion", () => {
    const near = [1.5, 3].map((factor) => ({
      range: { "sort.price": { gte: 30 / factor, lte: 30 * factor, boost: 1 } },
    }));
    const values = [{ constant_score: { filter: { match_phrase: { "text.other": "SS26" } }, boost: 0.5 } }];
    const focus = [{ ...shirt, price: 30, facet_values: ["SS26"] }, coat];
    expect(outfit(context({ focus, taxonomy: NO_TAXONOMY }))).to.equal(null);
    expect(outfit(context({ focus }))).to.deep.equal({
      kind: "search",
      query: {
        bool: {
          should: [
            ...[term("designer=Acme", 1), term("color=Red", 0.25)],
            ...values,
            ...near,
            like("text.other", "Cotton", 8, 0.1),
          ],
          must_not: [{ match: { "text.product_types": "shirts" } }],
        },
      },
      sort: [{ _score: "desc" }, { prior: "desc" }],
    });
  });

  it("`outfit` recommends cheaper accessories that mention the product's model, type or brand", () => {
    const printer = seed("p", { titles: ["Acme printer"], designers: ["Acme"], models: ["Jet 7"], price: 90 });
    const fields = new Map([...BASE_FIELD_TYPES, ["attributes.brand_compatibility", "string"] as const]);
    const { query, sort } = outfit(context({ focus: [printer], fields })) as SearchProposal;
    const says = (...values: string[]) => ({
      nested: {
        path: "variants",
        score_mode: "none",
        query: { terms: { "variants.data.attributes.brand_compatibility": values } },
      },
    });
    const { must, ...rest } = (query as { bool: { must: { bool: { should: object[] } }[] } }).bool;
    const should = must[0]?.bool.should ?? [];
    expect([should[0], should.at(-1), rest, sort]).to.deep.equal([
      { match_phrase: { "text.other": { query: "Jet 7", boost: 4 } } },
      { constant_score: { filter: says("printer", "Printer", "PRINTER"), boost: 2 } },
      {
        should: [{ constant_score: { filter: says("Acme", "ACME"), boost: 1 } }],
        must_not: [{ match: { "text.heads": "printer" } }],
        filter: [{ range: { "sort.price": { lt: 90 } } }],
      },
      [{ _score: "desc" }, { prior: "desc" }],
    ]);
    expect(should).to.deep.include({
      constant_score: {
        filter: { match: { "text.joined": compatibilityPhrases("printer").join(" ") } },
        boost: 2,
      },
    });
    expect(compatibilityPhrases("printer")).to.include.members(["forprinter", "fürprinter"]);
  });

  it("`fuse` merges several product lists by rank", () => {
    expect(fuse([])).to.deep.equal([]);
    expect(fuse([["a", "b", "c"], ["c"], ["c", "a"]])).to.deep.equal(["c", "a", "b"]);
  });

  it("`session_neighbours` proposes the next products of similar sessions", () => {
    const requested: unknown[] = [];
    const answering = (...ids: string[]) => (...given: unknown[]) => (requested.push(given), found(...ids)); // prettier-ignore
    const neighbours = { recommend: answering("b", "a"), companions: answering("b", "c"), running: () => [] };
    const proposal = sessionNeighbours(context({ session: ["x", "y"], seeds: [shirt] }), neighbours);
    expect(proposal).to.deep.equal({ kind: "products", ids: ["b", "a", "c"] });
    sessionNeighbours(context({ session: ["x", "y"] }), neighbours);
    const followers = ["shop", ["x", "y"], { limit: 100, at: NOW }];
    const beside = (...ids: string[]) => ["shop", ids, { limit: 100, at: NOW }];
    expect(requested).to.deep.equal([followers, beside("shirt"), followers, beside("x", "y")]);
    expect(sessionNeighbours(context(), neighbours)).to.equal(null);
  });

  it("session recommenders separately list the products that only one device has visited", () => {
    const neighbours = {
      recommend: () => found("a", "b!", "c!"),
      companions: () => found("b!", "c"),
      running: () => [],
    };
    const asking = context({ session: ["x"], focus: [shirt] });
    expect(sessionNeighbours(asking, neighbours)).to.deep.equal({
      kind: "products",
      ids: ["a", "c"],
      singleDevice: ["b!", "c!"],
    });
    expect(nextInSession(asking, neighbours)).to.deep.equal({
      kind: "products",
      ids: ["a"],
      singleDevice: ["b!", "c!"],
    });
    expect(complementary(asking, neighbours)).to.deep.equal({ kind: "products", ids: ["c"], singleDevice: ["b!"] });
    expect(complementary({ ...asking, taxonomy: NO_TAXONOMY }, neighbours)).to.deep.equal({ kind: "products", ids: ["c"] }); // prettier-ignore
    expect(nextInSession(context(), neighbours)).to.equal(null);
  });

  it("`joined` merges two product lists, and keeps the rank of products from the current session", () => {
    const session = new Set(["x", "y"]);
    expect(joined(["a", "x", "b"], ["b", "y", "c"], session)).to.deep.equal(["b", "x", "a", "c"]);
    expect(joined([], ["c"], session)).to.deep.equal(["c"]);
    expect(joined(["y", "a"], [], session)).to.deep.equal(["y", "a"]);
  });

  it("`complementary` recommends products from the same sessions as the given products", () => {
    const neighbours = { companions: (_: string, ids: readonly string[]) => found(...ids.map((id) => `by ${id}`), "belt") }; // prettier-ignore
    const ids = ["by shirt", "by coat", "belt"];
    expect(complementary(context({ focus: [shirt, coat] }), neighbours)).to.deep.equal({ kind: "products", ids });
    expect(complementary(context(), neighbours)).to.equal(null);
    expect(complementary(context({ focus: [coat] }), { companions: () => [] })).to.equal(null);
  });

  it("`recently_viewed` proposes the products that the device viewed", () => {
    const viewed = [{ id: "b", at: 2 }, { id: "a", at: 1 }]; // prettier-ignore
    expect(propose({ by: "recently_viewed" }, context({ viewed }), NOBODY)).to.deep.equal({
      kind: "products",
      ids: ["b", "a"],
    });
  });

  it("`popular` restricts products to the categories of the seed products if this is configured", () => {
    const within = {
      nested: {
        path: "variants",
        score_mode: "none",
        query: { term: { "variants.data.categories": "Clothing: Shirts" } },
      },
    };
    expect(popular("seed_categories", context({ seeds: [shirt] }))).to.have.deep.nested.property("query.bool.filter", [
      within,
    ]);
    expect(popular("seed_categories", context({ focus: [shirt] }))).to.equal(null);
    expect(popular("catalogue", context())).to.not.have.property("query");
  });

  it("recommenders that need seed products, history or words propose no products if this input is missing", () => {
    const empty = context();
    for (const by of [
      "content",
      "outfit",
      "recently_viewed",
      "affinity",
      "words",
      "next",
      "session_neighbours",
    ] as const)
      expect(propose({ by }, empty, NOBODY)).to.equal(null);
    expect(propose({ by: "words" }, context({ words: "… !" }), NOBODY)).to.equal(null);
    expect(content(context({ focus: [seed("bare")] }))).to.equal(null);
  });
});
