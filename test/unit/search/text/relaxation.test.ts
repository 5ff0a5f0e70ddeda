import { expect } from "chai";
import type { SynonymRule } from "../../../../src/storefront/search-configuration.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { optionsOf, readRelaxation, relaxed, unsureWords } from "../../../../src/search/text/relaxation.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { hasAllWords } from "../../../../src/search/text/text-query.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { catalogCache } from "../../../support/catalog-cache.js";
import { answering } from "../../../support/scripted-engine.js";
import { correctedBy } from "../../../../src/search/text/words.js";

const LIVE: LiveCatalog = { index: "shop", multi_variant: false, version: 1, edition: 1, leaves: new Map() };

function plannedOf(body: Partial<SearchBody>): Plan {
  const configuration = DEFAULT_CONFIGURATION;
  const request = parseSearchRequest({ user: { device_id: "d" }, ...body }, configuration, LIVE.leaves);
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

describe("the relaxation of a query", () => {
  const read = async (body: Partial<SearchBody>, ...answers: object[]) => {
    const engine = answering(...answers);
    const plan = plannedOf(body);
    const found = await readRelaxation({ engine, cache: catalogCache() }, LIVE, JSON.stringify(body), plan);
    return { found, plan, calls: engine.calls };
  };

  it("requires all words where enough products have them, and else one", async () => {
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

  it("counts nothing without a query", async () => {
    const { found, calls } = await read({});
    expect([found.tier, calls]).to.deep.equal(["strict", []]);
  });

  it("counts only as far as needed, and checks words, but no numbers", async () => {
    const { calls } = await read({ query: "red sneakers 2m" }, counted(0));
    const suggesting = (field: string, more: object) => ({
      text: "sneakers",
      term: { field, ...more, size: 3, suggest_mode: "missing", prefix_length: 1, min_word_length: 4, sort: "score" },
    });
    expect(calls[0]?.body).to.deep.equal({
      size: 0,
      track_total_hits: 50,
      query: {
        bool: { filter: [{ term: { active: true } }, hasAllWords("red sneakers 2m", DEFAULT_CONFIGURATION)] },
      },
      suggest: {
        any: suggesting("text.any", { analyzer: "whole_words" }),
        typed: suggesting("text.typed", {}),
      },
    });
  });

  const suggest = {
    any: [option(0, "laptop"), option(7, "acm"), option(13)],
    typed: [option(0, "laptop", 0.7), option(0, "lap", 0.5), option(7, "acme", 0.9)],
  };
  const counts = (company: readonly number[], ...options: readonly (readonly number[])[]) => {
    const buckets = (numbers: readonly number[]) => ({ buckets: numbers.map((doc_count) => ({ doc_count })) });
    const each = options.map((numbers) => ({ doc_count: 1, company: buckets(numbers) }));
    return { ...counted(0), aggregations: { company: buckets(company), options: { buckets: each } } };
  };
  const laptop = { terms: ["Laptpo"], to: ["laptop"] };
  const acme = { terms: ["acmee"], to: ["acme"] };

  it("corrects words that no product has by the most similar ones that stand with the others, and suggests the result", async () => {
    const { found, plan, calls } = await read(
      { query: "Laptpo acmee case" },
      counted(0, suggest),
      counts([5], [2], [1]),
    );
    const corrections = [laptop, acme];
    const suggestion = "laptop acme case";
    expect(found).to.deep.equal({ tier: "any", all_words: 0, corrections, suggestion, categories: [] });
    const { tier, configuration } = relaxed(plan, found);
    const { synonyms, general_synonyms } = configuration.search;
    expect([tier, synonyms, general_synonyms]).to.deep.equal(["any", corrections, false]);
    const has = (query: string) => ({ multi_match: { query, fields: ["text.any", "text.joined"] } });
    const company = { filters: { filters: [has("case")] } };
    expect(calls.map(({ body }) => body).slice(1)).to.deep.equal([
      {
        size: 0,
        track_total_hits: true,
        query: { term: { active: true } },
        aggs: {
          company,
          options: { filters: { filters: [has("laptop"), has("acme")] }, aggs: { company } },
        },
      },
    ]);
  });

  it("leaves words alone that the storefront says are right", async () => {
    const engine = answering(counted(0, suggest));
    const plan = plannedOf({ query: "Laptpo acmee case" });
    const search = { ...plan.configuration.search, never_corrected: ["LAPTPO", "acmee", "case"] };
    const told = { ...plan, configuration: { ...plan.configuration, search } };
    const found = await readRelaxation({ engine, cache: catalogCache() }, LIVE, "told", told);
    expect([found.corrections, (engine.calls[0]?.body as { suggest?: object }).suggest]).to.deep.equal([[], undefined]);
    const narrowed = relaxed(told, { ...found, corrections: [laptop] }).configuration.search;
    expect(narrowed).not.to.have.property("never_corrected");
  });

  it("leaves a word as it is whose corrections stand in no product with the other words", async () => {
    const { found } = await read({ query: "Laptpo acmee case" }, counted(0, suggest), counts([5], [0], [1]));
    expect([found.corrections, found.suggestion]).to.deep.equal([[acme], "Laptpo acme case"]);
  });

  it("decides by the letters where no product has any of the other words, or there are none", async () => {
    const { found } = await read({ query: "Laptpo acmee case" }, counted(0, suggest), counts([0], [0], [0]));
    expect(found.corrections).to.deep.equal([laptop, acme]);
    const alone = await read({ query: "Laptpo acmee" }, counted(0, suggest));
    expect([alone.found.corrections, alone.calls.length]).to.deep.equal([[laptop, acme], 1]);
  });

  it("corrects a short word by any letter to one that many products have, which is counted only then", async () => {
    const dress = { any: [option(0, "dress")], typed: [option(0, "dress")] };
    const products = (all: number, dresses: number) => ({
      ...counted(all),
      aggregations: {
        company: { buckets: [] },
        options: { buckets: [{ doc_count: dresses, company: { buckets: [] } }] },
      },
    });
    const common = await read({ query: "dresd" }, counted(0, dress), products(300, 3));
    expect([common.found.corrections, common.calls.length]).to.deep.equal([[{ terms: ["dresd"], to: ["dress"] }], 2]);
    const rare = await read({ query: "dresd" }, counted(0, dress), products(301, 3));
    expect([rare.found.corrections, rare.found.suggestion]).to.deep.equal([[], undefined]);
  });
});

describe("a word that only pairs of neighbours have", () => {
  it("is right as it is where products have all words", async () => {
    const engine = answering(counted(1, { any: [option(0, "memory")], typed: [option(0, "memorystik")] }));
    const plan = plannedOf({ query: "memorystick" });
    const found = await readRelaxation({ engine, cache: catalogCache() }, LIVE, "joined", plan);
    expect([found.all_words, found.corrections]).to.deep.equal([1, []]);
  });
});

describe("what a word may be", () => {
  it("is what is most similar in titles and brands, the nearest first, and unsure where the engine has nothing like its stem", () => {
    const typed = [option(0, "laptop", 0.7), option(7, "bag", 0.6), option(0, "laptops", 0.8), option(11, "zzza")];
    const any = [option(0, "laptop"), option(7, "bag"), option(11)];
    expect([...optionsOf(["lapotp", "bga", "zzzz"], { any, typed })]).to.deep.equal([
      ["lapotp", ["laptop"]],
      ["bga", ["bag"]],
      ["zzzz", ["zzza"]],
    ]);
    expect(unsureWords(["lapotp", "bga", "zzzz"], { any, typed })).to.deep.equal(["zzzz"]);
    expect([...optionsOf([], undefined)]).to.deep.equal([]);
  });
});

describe("corrected queries", () => {
  it("replace words in their positions", () => {
    const corrected = (query: string, ...corrections: SynonymRule[]) => correctedBy(query, corrections);
    const laptop = { terms: ["LAPOTP"], to: ["laptop"] };
    expect(corrected("Acme LAPOTP  sleev", laptop, { terms: ["sleev"], to: ["sleeve"] })).to.equal(
      "Acme laptop sleeve",
    );
    expect(corrected("acme")).to.equal(undefined);
  });
});
