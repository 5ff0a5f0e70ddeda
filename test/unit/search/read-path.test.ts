import { expect } from "chai";
import type { CatalogVersion } from "../../../src/catalog/catalog-version.js";
import { createFeatures } from "../../../src/catalog/feature-tables.js";
import { hashesOf, namesOf } from "../../support/hashes.js";
import { productTag } from "../../../src/catalog/catalog-version.js";
import type { Engine, EngineCall } from "../../../src/engine/engine.js";
import { readRows } from "../../../src/search/match/ordered.js";
import { readMatches } from "../../../src/search/match/matches.js";
import { readRelaxation } from "../../../src/search/text/relaxation.js";
import { contextOn } from "../../support/context.js";
import { catalogCache } from "../../support/catalog-cache.js";
import { answering } from "../../support/scripted-engine.js";
import { LIVE, planned } from "./match/planned.js";
import { chainShop, pricesOn, range } from "./paging/chain-shop.js";

const ORDERED = { limit: 2, sort: ["price_asc"] as [string] };

describe("reading results from the search engine", () => {
  it("random page access to page 1 returns the first page", async () => {
    const shop = chainShop(range(0, 12));
    const { recommendation_id } = await shop.first(ORDERED);
    const third = await shop.later(recommendation_id, 3);
    expect(pricesOn(await shop.later(third.recommendation_id, 1))).to.deep.equal([0, 1]);
  });

  it("a result page is filled with the following products if some products are inactive", async () => {
    const shop = chainShop(range(0, 14));
    shop.state.gone = new Set([8, 9, 10]);
    const { recommendation_id } = await shop.first(ORDERED);
    const fifth = await shop.later(recommendation_id, 5);
    expect([pricesOn(fifth), fifth.pagination.has_more]).to.deep.equal([[11, 12], true]);
  });

  it("product features that were read for an earlier catalogue version are not reused", async () => {
    const priors = new Map([
      ["a", 1],
      ["b", 1],
    ]);
    const waiting: (() => void)[] = [];
    let held = false;
    let moment = 0;
    const engine: Engine = {
      prefix: "",
      close: () => Promise.resolve(),
      async call<T>(_operation: string, { body }: EngineCall): Promise<T> {
        const { query } = body as { query: { constant_score: { filter: { terms?: { hash: number[] } } } } };
        const hashes = query.constant_score.filter.terms?.hash;
        if (hashes === undefined) return new Promise(() => undefined);
        const hits = namesOf(Float64Array.from(hashes)).map((id) => ({
          sort: [id],
          fields: { prior: [priors.get(id)] },
        }));
        if (held) await new Promise<void>((resolve) => waiting.push(resolve));
        return { hits: { hits } } as T;
      },
    };
    const features = createFeatures(contextOn(engine, {}, { elapsed: () => (moment += 0.001) }), 1_000_000);
    const [one, two]: CatalogVersion[] = [
      { index: "shop", catalogVersion: 1, changes: { everything: 1, tags: new Map() } },
      { index: "shop", catalogVersion: 2, changes: { everything: 1, tags: new Map([[productTag("a"), 2]]) } },
    ];
    held = true;
    const before = features.rowsOf(one!, hashesOf(["a"]));
    await new Promise(setImmediate);
    held = false;
    priors.set("a", 2);
    await features.rowsOf(two!, hashesOf(["b"]));
    waiting.forEach((open) => open());
    await before;
    const { table, rows } = await features.rowsOf(two!, hashesOf(["a"]));
    expect(table.priors[rows[0]!]).to.equal(2);
  });

  it("a query with a typed price gets no suggested correction", async () => {
    const cache = catalogCache();
    const suggest = { similar: [{ offset: 0, options: [{ text: "dress", score: 0.9 }] }] };
    const response = { hits: { total: { value: 0 }, hits: [] }, suggest };
    const counted = {
      hits: { total: { value: 3 }, hits: [] },
      aggregations: {
        all: { company: { buckets: [] } },
        options: { buckets: [{ doc_count: 3, company: { buckets: [] } }] },
      },
    };
    const engine = answering(response, counted, counted);
    const suggestionFor = async (...[body]: Parameters<typeof planned>) => {
      const deps = { engine, cache };
      const plan = planned(body);
      return (await readRelaxation(deps, LIVE, plan, await readMatches(deps, LIVE, plan, 0))).suggestion;
    };
    expect(await suggestionFor({ query: "dresss under 50" })).to.equal(undefined);
    expect(await suggestionFor({ query: "dresss", filters: { price: { $lte: 50 } } })).to.equal("dress");
  });

  it("a search ignores facet selections when it decides whether to return partial matches", async () => {
    const cache = catalogCache();
    const total = (value: number) => ({ hits: { total: { value }, hits: [] } });
    const engine = answering(total(3), total(90));
    const tierFor = async (...[body]: Parameters<typeof planned>) => {
      const deps = { engine, cache };
      const plan = planned(body);
      return (await readRelaxation(deps, LIVE, plan, await readMatches(deps, LIVE, plan, 0))).tier;
    };
    expect(await tierFor({ query: "red", filters: { color: "red" } })).to.equal("any");
    expect(await tierFor({ query: "red", facet_filters: { color: ["red"] } })).to.equal("strict");
  });

  it("a result page that crosses the end of the engine's result window is read completely", async () => {
    const rows = range(0, 20).map((position) => ({ id: `p${position}`, sort: [position, `p${position}`] }));
    const engine: Engine = {
      prefix: "",
      close: () => Promise.resolve(),
      call<T>(_operation: string, { body }: EngineCall): Promise<T> {
        const { size, from = 0, search_after } = body as { size: number; from?: number; search_after?: [number] };
        const start = search_after === undefined ? from : search_after[0] + 1;
        return Promise.resolve({ hits: { hits: rows.slice(start, start + size) } } as T);
      },
    };
    const read = await readRows(engine, { window: 10, stride: 5 }, LIVE, planned({ sort: ["price_asc"] }), {
      from: 8,
      size: 4,
    });
    expect(read).to.deep.equal(rows.slice(8, 12));
  });
});
