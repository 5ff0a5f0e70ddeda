import { expect } from "chai";
import { candidateSearch } from "../../../src/recommendation/find-candidates.js";
import type { Block } from "../../../src/recommendation/block.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { PROFILE, type Profile } from "../../../src/storefront/recommendation-configuration.js";
import { completed } from "../../../src/schema/typed.js";
import type { Neighbours } from "../../../src/recommendation/recommenders/sessions.js";
import type { RecommendationContext } from "../../../src/recommendation/recommendation-context.js";
import { createLiveCatalogs } from "../../../src/catalog/live.js";
import type { Recommending } from "../../../src/recommendation/request-candidates.js";
import { contextOn, type Logged, loggingTo } from "../../support/context.js";
import { UNKNOWN_SHOPPERS } from "../../support/chain-deps.js";
import { unknownShoppers as unknown_shoppers } from "../../support/unknown-shoppers.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { answering, type ScriptedEngine } from "../../support/scripted-engine.js";
import { NOW, seed, context } from "./recommendation-context.js";

const profile = (...recommenders: Profile["recommenders"]): Profile => completed(PROFILE, { recommenders });
const POPULAR = { by: "popular", within: "catalogue" } as const;
const NEW_IN = { by: "new_in", within: "catalogue" } as const;
const RECENT = { by: "recently_viewed" } as const;
const LOOK = { by: "outfit" } as const;
const shirt = seed("shirt", { tokens: ["designer=Acme"] });

const live = { index: "catalog", fields: new Map(), multi_variant: false, version: 1, catalogVersion: 1 };
const block = (own: Profile, more: Partial<Block> = {}): Block => ({
  profile: own,
  filter: EVERYTHING,
  size: 30,
  products_shown: null,
  diversify_categories: false,
  ...more,
});

const hits = (...ids: string[]) => ({
  timed_out: false,
  hits: { hits: ids.map((id) => ({ sort: [id], fields: { taste: [`color=${id}`] } })) },
});
const late = (...ids: string[]) => ({ ...hits(...ids), timed_out: true });
const broken = { status: 500, error: { type: "boom", reason: "of the engine" } };

/** Engine response to a request for products by identifier. */
const products = (...ids: string[]) => ({
  timed_out: false,
  hits: {
    hits: ids.map((id) => ({
      sort: [id],
      fields: { taste: [`color=${id}`] },
      _source: {
        product_identifier: id,
        active: true,
        created_at: "",
        updated_at: "",
        source: [{ variant_identifier: id, active: true, digest: "", data: { product_identifier: id, variant_identifier: id, in_stock: id < "m" } }], // prettier-ignore
      },
    })),
  },
});

function searching(
  blocks: readonly Block[],
  responses: readonly unknown[],
  more: Partial<RecommendationContext> = {},
  neighbours: Neighbours = { recommend: () => [], companions: () => [], running: () => [] },
) {
  const engine = answering(...responses);
  const failures: Logged[] = [];
  const deps: Recommending = {
    ...contextOn(engine, { recommendationBudgetMs: 50 }, { logger: loggingTo(failures) }),
    ...unknown_shoppers(engine),
    cache: catalogCache(() => 0),
    personalizer: UNKNOWN_SHOPPERS,
    liveCatalogs: createLiveCatalogs(engine),
    identify: () => Promise.resolve(new Map()),
    neighbours,
  };
  const again = (other: Partial<RecommendationContext> = more) =>
    candidateSearch(deps, { live, context: context(other), blocks });
  return { search: again(), again, engine, failures };
}

/** Returns the search bodies that the nth engine call contains. */
const requested = ({ calls }: ScriptedEngine, nth: number) =>
  (calls[nth]?.bulkBody ?? "")
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "{}")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const candidate = (id: string, by: string, buried = false) => ({
  id,
  tokens: [`color=${id}`],
  by,
  buried,
  isSingleDevice: false,
});

describe("the search for recommendation candidates", () => {
  it("the candidate search sends the searches of several recommendation blocks in one engine call", async () => {
    const { search, engine } = searching(
      [block(profile(POPULAR)), block(profile(POPULAR))],
      [{ responses: [hits("a")] }],
    );
    const found = { candidates: [candidate("a", "popular")], outcome: "answered" };
    expect(await search.first()).to.deep.equal([found, found]);
    const [call] = engine.calls;
    expect([call?.operation, call?.path]).to.deep.equal(["msearch", "/catalog/_msearch"]);
    expect(requested(engine, 0).map(({ timeout }) => timeout)).to.deep.equal(["50ms"]);
  });

  it("the candidate search runs each recommender once, even if several blocks use the recommender", () => {
    const calls: string[] = [];
    const neighbours = {
      recommend: () => (calls.push("recommend"), []),
      companions: () => (calls.push("companions"), []),
      running: () => [],
    };
    const blocks = [
      block(profile({ by: "session_neighbours" }, POPULAR)),
      block(profile({ by: "session_neighbours" })),
    ];
    searching(blocks, [], { session: ["shirt"] }, neighbours);
    expect(calls).to.deep.equal(["recommend", "companions"]);
  });

  it("a failed or slow candidate search affects only the blocks that use this search", async () => {
    const blocks = [block(profile(POPULAR)), block(profile(NEW_IN)), block(profile(RECENT))];
    const viewed = [{ id: "c", at: 1 }, { id: "b", at: 0 }]; // prettier-ignore
    const { search, failures } = searching(blocks, [{ responses: [broken, late("a"), products("b", "c")] }], {
      viewed,
    });
    expect(await search.first()).to.deep.equal([
      { candidates: [], outcome: "failed" },
      { candidates: [candidate("a", "new_in")], outcome: "slow" },
      { candidates: [candidate("c", "recently_viewed"), candidate("b", "recently_viewed")], outcome: "answered" },
    ]);
    expect(failures.map(({ error }) => error)).to.deep.equal([
      "Error: failed to search for candidate products: OpenSearch returned 500 boom: of the engine",
    ]);
  });

  it("the candidate search adds products out of stock after the products of all recommenders", async () => {
    const availability = { field: "stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const;
    const { search, engine } = searching(
      [block(profile(POPULAR, NEW_IN))],
      [{ responses: [hits("a")] }, { responses: [hits("a", "b"), hits("a", "c"), hits("b", "d")] }],
      { configuration: { ...DEFAULT_CONFIGURATION, availability }, fields: new Map([["stock", "boolean"]]) },
    );
    expect(await search.rest(await search.first(), [0])).to.deep.equal([
      {
        candidates: [
          ...[candidate("a", "popular"), candidate("b", "new_in")],
          ...[candidate("c", "popular", true), candidate("d", "new_in", true)],
        ],
        outcome: "answered",
      },
    ]);
    expect(engine.calls).to.have.length(2);
  });

  it("the candidate search keeps the candidates of the first round if the second round fails", async () => {
    const { search, failures } = searching(
      [block(profile(POPULAR, LOOK)), block(profile(NEW_IN))],
      [{ responses: [hits("a"), hits("b")] }, new Error("away")],
      { focus: [shirt] },
    );
    expect(await search.rest(await search.first(), [0])).to.deep.equal([
      { candidates: [candidate("a", "popular")], outcome: "failed" },
      { candidates: [candidate("b", "new_in")], outcome: "answered" },
    ]);
    expect(failures.map(({ error }) => error)).to.deep.equal(["Error: away"]);
  });

  it("the candidate search sends no request if there are no seed products, history or search words", async () => {
    const { search, engine } = searching([block(profile(RECENT))], []);
    const nothing = [{ candidates: [], outcome: "answered" }];
    expect(await search.rest(await search.first(), [0])).to.deep.equal(nothing);
    expect(engine.calls).to.deep.equal([]);
  });

  const taste = { at: NOW, tokens: [["color=Red", 0.5]] as const, recent: [], ignored: [] };

  it("the candidate search does not request cached products from the engine", async () => {
    const viewed = [{ id: "a", at: 1 }, { id: "gone", at: 0 }]; // prettier-ignore
    const { search, again, engine } = searching([block(profile(RECENT))], [{ responses: [products("a")] }], { viewed });
    const found = [{ candidates: [candidate("a", "recently_viewed")], outcome: "answered" }];
    expect([await search.first(), await again().first()]).to.deep.equal([found, found]);
    expect(requested(engine, 0)).to.deep.equal([
      {
        size: 2,
        track_total_hits: false,
        docvalue_fields: ["taste"],
        timeout: "50ms",
        query: { constant_score: { filter: { ids: { values: ["a", "gone"] } } } },
      },
    ]);
  });

  it("the candidate search applies filters and the stock status to cached products", async () => {
    const availability = { field: "in_stock", in_stock: [true], out_of_stock: "bury", sorted: "keep" } as const;
    const viewed = ["z", "a"].map((id, at) => ({ id, at }));
    const more = { viewed, configuration: { ...DEFAULT_CONFIGURATION, availability }, fields: new Map([["in_stock", "boolean"]] as const) }; // prettier-ignore
    const { search, engine } = searching([block(profile(RECENT))], [{ responses: [products("a", "z")] }], more);
    const first = await search.first();
    expect(first).to.deep.equal([{ candidates: [candidate("a", "recently_viewed")], outcome: "answered" }]);
    const all = [candidate("a", "recently_viewed"), candidate("z", "recently_viewed", true)];
    expect(await search.rest(first, [0])).to.deep.equal([{ candidates: all, outcome: "answered" }]);
    expect(engine.calls).to.have.length(1);
  });

  it("the candidate search shares unpersonalized results among shoppers, and removes each shopper's excluded products", async () => {
    const { search, again, engine } = searching([block(profile(POPULAR), { size: 2 })], [{ responses: [hits("a", "b", "c")] }]); // prettier-ignore
    const popular = (...ids: string[]) => [{ candidates: ids.map((id) => candidate(id, "popular")), outcome: "answered" }]; // prettier-ignore
    expect(await Promise.all([search.first(), again({ named: ["a"] }).first()])).to.deep.equal([
      ...[popular("a", "b"), popular("b", "c")],
    ]);
    expect(requested(engine, 0).map(({ size }) => size)).to.deep.equal([32]);
  });

  it("the candidate search caches products similar to a page's seed products for all shoppers", async () => {
    const about = searching([block(profile(LOOK), { size: 2 })], [{ responses: [hits("a", "b")] }], {
      seeds: [shirt],
      focus: [shirt],
    });
    const looked = searching(
      [block(profile(LOOK), { size: 2 })],
      [{ responses: [hits("a", "b")] }, { responses: [hits("a", "b")] }],
      { focus: [shirt] },
    );
    for (const { search, again } of [about, looked]) {
      const found = [{ candidates: ["a", "b"].map((id) => candidate(id, "outfit")), outcome: "answered" }];
      expect(await search.first()).to.deep.equal(found);
      expect(await again().first()).to.deep.equal(found);
    }
    expect([about.engine.calls.length, looked.engine.calls.length]).to.deep.equal([1, 2]);
  });

  it("the candidate search does not share results with other shoppers if a shopper has too many excluded products", async () => {
    const named = Array.from({ length: 51 }, (_, at) => `n${at}`);
    const { search, again, engine } = searching(
      [block(profile(POPULAR))],
      [{ responses: [hits("a")] }, { responses: [hits("b")] }],
      { named },
    );
    await search.first();
    await again().first();
    expect(requested(engine, 1)).to.have.deep.nested.property("[0].query.bool.must_not", [{ ids: { values: named } }]);
  });

  it("the candidate search loads the taste attributes of candidates only if the ranking uses the attributes", async () => {
    const fields = async (more: Partial<Block>, who: Partial<RecommendationContext>) => {
      const { search, engine } = searching([block(profile(LOOK), more)], [{ responses: [hits("a")] }], {
        focus: [shirt],
        ...who,
      });
      await search.first();
      const [{ size, stored_fields, docvalue_fields } = {}] = requested(engine, 0);
      return { size, stored_fields, docvalue_fields };
    };
    const liked = { stored_fields: "_none_", docvalue_fields: ["taste"] };
    expect(await fields({}, {})).to.deep.equal({ size: 30, stored_fields: "_none_", docvalue_fields: undefined });
    expect(await fields({ products_shown: 8 }, { taste })).to.deep.equal({ size: 30, ...liked });
    expect(await fields({ products_shown: 8, diversify_categories: true }, {})).to.deep.equal({
      size: 30,
      stored_fields: "_none_",
      docvalue_fields: ["taste"],
    });
    // Taste cannot change the order of this block, so only the shown products are loaded, in the engine's order.
    expect(await fields({ products_shown: 8 }, {})).to.deep.equal({
      size: 8,
      stored_fields: undefined,
      docvalue_fields: ["taste"],
    });
  });
});
