import { expect } from "chai";
import type { SynonymRule } from "../../../../src/storefront/search-configuration.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { NO_TAXONOMY } from "../../../../src/catalog/taxonomy.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { readMatches } from "../../../../src/search/match/matches.js";
import { CATEGORIES } from "../../../../src/search/text/query-categories.js";
import {
  optionsOf,
  questionsOf,
  readRelaxation,
  relaxed,
  withNegatedNames,
} from "../../../../src/search/text/relaxation.js";
import { calledSo } from "../../../../src/search/text/text-parts.js";
import { unitsOf } from "../../../../src/search/text/units.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { hasAllWords } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { answering } from "../../../support/scripted-engine.js";
import { correctedBy } from "../../../../src/search/text/words.js";
import { DEFAULT_SEARCH } from "../../../support/defaults.js";

const LIVE: LiveCatalog = { index: "shop", multi_variant: false, version: 1, catalogVersion: 1, fields: new Map() };

function plannedOf(body: Partial<SearchBody>): Plan {
  const configuration = DEFAULT_CONFIGURATION;
  const request = parseSearchRequest({ user: { device_id: "d" }, ...body }, configuration, LIVE.fields);
  return planSearch(request, configuration, LIVE, NO_FACTS);
}

const option = (offset: number, text?: string, score = 0.8) => ({
  offset,
  options: text === undefined ? [] : [{ text, score }],
});
const counted = (total: number, suggest?: object) => ({
  hits: { total: { value: total, relation: "eq" }, hits: [] },
  ...(suggest === undefined ? {} : { suggest }),
});

/**
 * Reads the matches of a plan and then the relaxed matches, which lack some words of the query.
 * @param responses responses of the fake engine, in the order of the calls
 */
async function relaxation(plan: Plan, ...responses: object[]) {
  const deps = { engine: answering(...responses), cache: catalogCache() };
  const named = await withNegatedNames(deps, LIVE, plan);
  const matched = await readMatches(deps, LIVE, named, 0);
  const found = await readRelaxation(deps, LIVE, named, matched);
  return { found, calls: deps.engine.calls.slice(1) };
}

const suggest = { similar: [option(0, "laptop", 0.7), option(0, "lap", 0.5), option(7, "acme", 0.9)] };
/**
 * Returns an engine response with product counts: for each correct word of the query, and for each possible correction
 * combined with each of these words.
 */
const counts = (company: readonly number[], ...options: readonly (readonly number[])[]) => {
  const buckets = (numbers: readonly number[]) => ({ buckets: numbers.map((doc_count) => ({ doc_count })) });
  const each = options.map((numbers) => ({ doc_count: 1, company: buckets(numbers) }));
  return { ...counted(0), aggregations: { all: { company: buckets(company) }, options: { buckets: each } } };
};
const laptop = { terms: ["Laptpo"], to: ["laptop"] };
const acme = { terms: ["acmee"], to: ["acme"] };

describe("questionsOf", () => {
  const suggesting = (text: string) => ({
    text,
    term: {
      field: "text.typed",
      size: 3,
      shard_size: 12,
      suggest_mode: "missing",
      prefix_length: 1,
      min_word_length: 4,
      sort: "score",
    },
  });

  it("a search requests corrections of the typed words, except short words and numbers", () => {
    const plan = plannedOf({ query: "red sneakers 2m" });
    expect(questionsOf(plan)).to.deep.equal({ suggest: { similar: suggesting("sneakers") } });
    expect(questionsOf({ ...plan, tier: "any" })).to.deep.equal({});
    expect(questionsOf({ ...plan, corrections: [{ terms: ["sneakers"], to: ["sneaker"] }] })).to.deep.equal({});
    expect(questionsOf(plannedOf({ query: "red 2000" }))).to.deep.equal({});
    expect(questionsOf(plannedOf({}))).to.deep.equal({});
    const { configuration } = plan;
    const unchecked = { ...configuration, search: { ...configuration.search, spelling: false } };
    expect(questionsOf({ ...plan, configuration: unchecked })).to.deep.equal({});
  });

  it("a search requests the categories of the query if no category was learned from clicks", () => {
    const taxonomy = { ...NO_TAXONOMY, sells_fashion: false, departments: null };
    const catalog = { fields: new Map([["categories", "string"] as const]), multi_variant: false, taxonomy };
    const plan = { ...plannedOf({ query: "tv" }), catalog };
    const filter = calledSo(unitsOf(["tv"], plan.configuration), plan.configuration.language);
    expect(questionsOf(plan)).to.deep.equal({ called: { filter, aggs: CATEGORIES } });
    expect(questionsOf({ ...plan, intent: "Video" })).to.deep.equal({});
    expect(questionsOf({ ...plannedOf({ query: "tv", limit: 0 }), catalog })).to.deep.equal({});
    expect(questionsOf({ ...plannedOf({ query: "tv", sort: ["price_asc"] }), catalog })).to.deep.equal({});
    expect(questionsOf({ ...plan, catalog: { ...catalog, taxonomy: { ...taxonomy, sells_fashion: true } } })).to.deep.equal({}); // prettier-ignore
  });
});

describe("the relaxation of a query", () => {
  const read = async (body: Partial<SearchBody>, ...responses: object[]) => {
    const plan = plannedOf(body);
    return { ...(await relaxation(plan, ...responses)), plan };
  };

  it("the relaxation of a query requires all words if enough products contain them, and otherwise one word", async () => {
    const none = { corrections: [], suggestion: undefined, categories: [] };
    expect((await read({ query: "red shirt" }, counted(50))).found).to.deep.equal({
      tier: "strict",
      all_words: 50,
      ...none,
    });
    expect((await read({ query: "red shirt" }, counted(49))).found).to.deep.equal({
      tier: "any",
      all_words: 49,
      ...none,
    });
    expect((await read({ query: "red shirt", sort: ["price_asc"] }, counted(1))).found.tier).to.equal("strict");
    expect((await read({ query: "red shirt", sort: ["price_asc"] }, counted(0))).found.tier).to.equal("any");
  });

  it("the relaxation of a query is cached for all requests with the same matches and configuration", async () => {
    const cache = catalogCache();
    const [matching, choosing] = [counted(0, suggest), counts([5], [2], [1])];
    const calls = async (
      body: Partial<SearchBody>,
      responses: readonly object[],
      minimum_hits = DEFAULT_SEARCH.minimum_hits,
    ) => {
      const deps = { engine: answering(...responses), cache };
      const plan = plannedOf({ query: "Laptpo acmee case", ...body });
      const search = { ...plan.configuration.search, minimum_hits };
      const own = { ...plan, configuration: { ...plan.configuration, search } };
      await readRelaxation(deps, LIVE, own, await readMatches(deps, LIVE, own, 0));
      return deps.engine.calls.length;
    };
    const other = { limit: 5, projection: [], facets: { keys: [] }, user: { device_id: "other" } };
    const both = [matching, choosing];
    expect([await calls({}, both), await calls(other, [])]).to.deep.equal([2, 0]);
    expect(await calls({ query: "Laptpo acmee cases" }, both)).to.equal(2);
    expect(await calls({ filters: { price: { $lte: 5 } } }, both)).to.equal(2);
    // The minimum number of hits affects only the relaxed matches, so the cached matches of the query are used.
    expect(await calls({}, [choosing], 10)).to.equal(1);
  });

  it("the relaxation of a query counts no products if the request has no query", async () => {
    const { found, calls } = await read({}, counted(0));
    expect([found.tier, calls]).to.deep.equal(["strict", []]);
  });

  it("the relaxation of a query counts products with all words in a separate request if facet values are selected", async () => {
    const { found, calls } = await read(
      { query: "red shirt", facet_filters: { color: ["red"] } },
      counted(3),
      counted(50),
    );
    expect([found.tier, found.all_words]).to.deep.equal(["strict", 50]);
    expect(calls.map(({ body }) => body)).to.deep.equal([
      {
        size: 0,
        track_total_hits: 50,
        query: { bool: { filter: [{ term: { active: true } }, hasAllWords("red shirt", DEFAULT_CONFIGURATION)] } },
      },
    ]);
  });

  it("a query word without products is corrected to the most similar word that occurs with the other query words", async () => {
    const { found, plan, calls } = await read(
      { query: "Laptpo acmee case" },
      counted(0, suggest),
      counts([5], [2], [1]),
    );
    const corrections = [laptop, acme];
    const suggestion = "laptop acme case";
    expect(found).to.deep.equal({ tier: "any", all_words: 0, corrections, suggestion, categories: [] });
    const { tier, configuration } = relaxed(plan, found);
    expect([tier, configuration.added]).to.deep.equal(["any", corrections]);
    const has = (query: string) => ({ multi_match: { query, fields: ["text.any", "text.joined"] } });
    const company = { filters: { filters: [has("case"), has("Laptpo"), has("acmee")] } };
    expect(calls.map(({ body }) => body)).to.deep.equal([
      {
        size: 0,
        track_total_hits: true,
        query: { term: { active: true } },
        aggs: {
          all: { global: {}, aggs: { company } },
          options: { filters: { filters: [has("laptop"), has("acme")] }, aggs: { company } },
        },
      },
    ]);
  });

  it("a query word that is excluded from typo tolerance is not corrected", async () => {
    const plan = plannedOf({ query: "Laptpo acmee case" });
    const search = { ...plan.configuration.search, typo_exclusions: ["LAPTPO", "acmee", "case"] };
    const withSettings = { ...plan, configuration: { ...plan.configuration, search } };
    const { found } = await relaxation(withSettings, counted(0, suggest));
    expect([found.corrections, questionsOf(withSettings)]).to.deep.equal([[], {}]);
    expect(questionsOf(relaxed(withSettings, { ...found, names: ["acmee case"] }))).to.deep.equal({});
  });

  it("a query word is not corrected if no correction occurs together with the other query words", async () => {
    const { found } = await read({ query: "Laptpo acmee case" }, counted(0, suggest), counts([5], [0], [1]));
    expect([found.corrections, found.suggestion]).to.deep.equal([[acme], "Laptpo acme case"]);
  });

  it("a query word is corrected by spelling alone if no product contains the other words of the query", async () => {
    const { found } = await read({ query: "Laptpo acmee case" }, counted(0, suggest), counts([0], [0], [0]));
    expect(found.corrections).to.deep.equal([laptop, acme]);
    const alone = await read({ query: "Laptpo acmee" }, counted(0, suggest), counts([], [], []));
    expect(alone.found.corrections).to.deep.equal([laptop, acme]);
  });

  it("a query word is not corrected if products on any shard of the index contain the word", async () => {
    const { found } = await read({ query: "Laptpo acmee case" }, counted(0, suggest), counts([0, 1, 0], [1], [1]));
    expect(found.corrections).to.deep.equal([acme]);
  });

  it("any letter of a short query word can be corrected if many products contain the correction", async () => {
    const dress = { similar: [option(0, "dress")] };
    const products = (all: number, dresses: number) => ({
      ...counted(all),
      aggregations: {
        all: { company: { buckets: [] } },
        options: { buckets: [{ doc_count: dresses, company: { buckets: [] } }] },
      },
    });
    const common = await read({ query: "dresd" }, counted(0, dress), products(300, 3));
    expect(common.found.corrections).to.deep.equal([{ terms: ["dresd"], to: ["dress"] }]);
    const rare = await read({ query: "dresd" }, counted(0, dress), products(301, 3));
    expect([rare.found.corrections, rare.found.suggestion]).to.deep.equal([[], undefined]);
  });
});

describe("a word that all titles spell as two words", () => {
  it("a query word that titles spell as two words is not corrected if products match the query", async () => {
    const suggested = counted(1, { similar: [option(0, "memorystik")] });
    const { found } = await relaxation(plannedOf({ query: "memorystick" }), suggested);
    expect([found.all_words, found.corrections]).to.deep.equal([1, []]);
  });
});

describe("optionsOf", () => {
  it("the correction candidates of a word are the most similar words of titles and brands, nearest first", () => {
    const similar = [option(0, "laptop", 0.7), option(7, "bag", 0.6), option(0, "laptops", 0.8), option(11, "zzza")];
    expect([...optionsOf(["lapotp", "bga", "zzzz"], { similar })]).to.deep.equal([
      ["lapotp", ["laptop"]],
      ["bga", ["bag"]],
      ["zzzz", ["zzza"]],
    ]);
    expect([...optionsOf([], undefined)]).to.deep.equal([]);
  });
});

describe("correctedBy", () => {
  it("corrections replace words at their positions in the query", () => {
    const corrected = (query: string, ...corrections: SynonymRule[]) => correctedBy(query, corrections);
    const laptop = { terms: ["LAPOTP"], to: ["laptop"] };
    expect(corrected("Acme LAPOTP  sleev", laptop, { terms: ["sleev"], to: ["sleeve"] })).to.equal(
      "Acme laptop sleeve",
    );
    expect(corrected("acme")).to.equal(undefined);
  });
});
