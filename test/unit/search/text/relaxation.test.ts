import { expect } from "chai";
import type { SynonymRule } from "../../../../src/storefront/search-configuration.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import { NO_FACTS } from "../../../../src/search/facets/catalog-facts.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { bestOptions, readRelaxation, relaxed } from "../../../../src/search/text/relaxation.js";
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
    const none = { corrections: [], suggestion: undefined };
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
    expect(calls[0]?.body).to.deep.equal({
      size: 0,
      track_total_hits: 50,
      query: {
        bool: { filter: [{ term: { active: true } }, hasAllWords("red sneakers 2m", DEFAULT_CONFIGURATION)] },
      },
      suggest: {
        any: {
          text: "sneakers",
          term: {
            field: "text.any",
            size: 1,
            suggest_mode: "missing",
            prefix_length: 1,
            min_word_length: 4,
            sort: "score",
          },
        },
      },
    });
  });

  it("corrects words that no product has by the most similar ones, and suggests the result", async () => {
    const similar = {
      title: [option(0, "laptop", 0.7), option(7)],
      designer: [option(0, "lap", 0.5), option(7, "acme", 0.9)],
    };
    const { found, plan } = await read(
      { query: "Laptpo acmee case" },
      counted(0, { any: [option(0, "laptop"), option(7, "acm"), option(13)] }),
      counted(0, similar),
    );
    const corrections = [
      { terms: ["Laptpo"], to: ["laptop"] },
      { terms: ["acmee"], to: ["acme"] },
    ];
    expect(found).to.deep.equal({ tier: "any", all_words: 0, corrections, suggestion: "laptop acme case" });
    const { tier, configuration } = relaxed(plan, found);
    const { synonyms, general_synonyms } = configuration.search;
    expect([tier, synonyms, general_synonyms]).to.deep.equal(["any", corrections, false]);
  });
});

describe("the best corrections", () => {
  it("are the most similar one of all fields for each word, in the words' order", () => {
    const checked = [option(0, "laptop", 0.7), option(7, "bag", 0.6), option(0, "lapdog", 0.8), option(11)];
    expect([...bestOptions(["lapotp", "bga", "zzzz"], checked)]).to.deep.equal([
      ["lapotp", "lapdog"],
      ["bga", "bag"],
    ]);
    expect([...bestOptions([], [])]).to.deep.equal([]);
  });
});

describe("corrected queries", () => {
  it("replace words in their positions", () => {
    const corrected = (query: string, ...corrections: SynonymRule[]) => correctedBy(query, corrections);
    const laptop = { terms: ["LAPOTP"], to: ["laptop"] };
    expect(corrected("Acme LAPOTP  sleev", laptop, { terms: ["sleev"], to: ["sleeve"] })).to.equal(
      "Acme laptop  sleeve",
    );
    expect(corrected("acme")).to.equal(undefined);
  });
});
