import type { Searching } from "../../../../src/search/searching.js";
import { expect } from "chai";
import fc from "fast-check";
import { applyTemplates, TEMPLATES_FOLDER } from "../../../../src/engine/templates.js";
import { windowSize } from "../../../../src/search/match/reranker.js";
import { useCatalog } from "../../../support/catalog.js";
import { checkProperty } from "../../../support/chain-property.js";
import { chainRequests, type ChainRequest } from "../../../support/chain-request.js";
import { drawnRules, ruleDocuments, type DrawnRule } from "../../../support/chain-rules.js";
import { rerankedBy } from "../../../support/chain-deps.js";
import { chainShop, searchProcess } from "../../../support/chain-shop.js";
import { startWalk, type Round } from "../../../support/chain-walk.js";
import { identifiers } from "../../../support/chain.js";
import { processForOneTaste } from "../../../support/one-taste.js";
import { permuting } from "../../../support/permuting.js";
import { drawCatalogue, EMPTY_SHELF, insertLine, stock } from "../../../support/shop-catalogue.js";
import { changes } from "../../../support/shop-changes.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";
import { completeRule } from "../../../support/defaults.js";

const cases = fc.record({
  seed: fc.nat(1_000_000),
  size: fc.integer({ min: 150, max: 500 }),
  requests: fc.array(chainRequests, { minLength: 1, maxLength: 3 }),
  limit: fc.integer({ min: 15, max: 110 }),
  rules: drawnRules,
  ranked_by: fc.constantFrom("permuting", "taste", "taste of the first"),
});
/**
 * Maximum number of products in a result that is ranked as a whole: more than on the largest page, but fewer than in
 * most test catalogues.
 */
const WHOLE = 300;
/** Requests for reranked cursor chains, which are tested in addition to random requests. */
const RANKED: readonly Partial<ChainRequest>[] = [{}, { query: "linen" }];

const rounds = fc.array(
  fc.record<Round>({
    change: changes(),
    timing: fc.constantFrom("before", "before", "during"),
    copies: fc.constantFrom(1, 2),
    retry: fc.boolean(),
  }),
  { minLength: 3, maxLength: 6 },
);

for (const shards of [1, 3]) {
  describe(`personalized cursor pagination on indices with ${shards} ${shards === 1 ? "shard" : "shards"}`, () => {
    const bench = useCatalog();
    let processes: readonly Searching[];
    /** Search processes in which all shoppers have the same taste profile, which changes the order of products. */
    let tasteful: readonly Searching[];
    /** Search processes like `tasteful`, but with a low limit above which listings are not ranked as a whole. */
    let bounded: readonly Searching[];
    let shops = 0;

    before(() => {
      bench.start({
        ensureTemplate: async (language) => {
          await applyTemplates(bench.engine, TEMPLATES_FOLDER, { languages: [language], shards });
        },
      });
      processes = [0, 1].map(() => searchProcess(bench.engine, { rerankers: rerankedBy(permuting("one")) }));
      tasteful = [0, 1].map(() => processForOneTaste(bench.engine));
      bounded = [0, 1].map(() => processForOneTaste(bench.engine, WHOLE));
    });

    const shopOf = (served = processes, rules: readonly DrawnRule[] = []) =>
      chainShop(bench, `ranked-${++shops}`, served, { rules: ruleDocuments(rules).map(completeRule) });

    async function begin(drawn: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
      const { seed, size, requests, limit, rules, ranked_by } = drawn;
      const served = { permuting: processes, taste: tasteful, "taste of the first": bounded }[ranked_by];
      const storefront = shopOf(served, rules);
      const lines = drawCatalogue(seed, size).map(insertLine);
      await storefront.ingest(lines);
      const ranked = RANKED.map((request) => ({ ...request, limit }));
      return startWalk({
        storefront,
        shelf: stock(EMPTY_SHELF, lines),
        requests: [...ranked, ...requests],
        seed,
        rules,
      });
    }

    it("personalized cursor pagination neither repeats nor skips products if the catalogue and its order change", async () => {
      await checkProperty(
        fc.tuple(cases, rounds),
        async ([drawn, steps]) => {
          const walk = await begin(drawn);
          for (const step of steps) await walk.round(step);
          await walk.finish();
        },
        { runs: 4, seconds: 8 },
      );
    });

    it("personalized cursor pagination continues without gaps after a new catalogue generation becomes live", async () => {
      await checkProperty(
        fc.tuple(cases, fc.array(fc.tuple(changes(), changes(["replace"])), { minLength: 1, maxLength: 2 })),
        async ([drawn, after]) => {
          const walk = await begin({ ...drawn, size: 400, limit: 20 });
          for (const [change, replacement] of after) {
            for (let page = 0; page < 7; page += 1) await walk.round();
            await walk.round({ change, copies: 2 });
            await walk.round({ change: replacement, timing: "during" });
          }
          await walk.finish();
        },
        { runs: 2, seconds: 8 },
      );
    });

    if (shards > 1) return;

    it("personalized cursor pagination returns every matching product once for any limits and page numbers", async () => {
      await checkProperty(cases, async (drawn) => (await begin(drawn)).finish(), { runs: 5, seconds: 6 });
    });

    it("personalized cursor pagination returns the same page for five concurrent requests to two processes", async () => {
      await checkProperty(
        cases,
        async (drawn) => {
          const walk = await begin(drawn);
          while (walk.open() > 0) await walk.round({ copies: 5, retry: true });
          await walk.finish();
        },
        { runs: 3, seconds: 6 },
      );
    });

    it("personalized cursor pagination returns every product once to a shopper with a taste profile", async () => {
      for (const served of [tasteful, bounded]) {
        const shop = shopOf(served);
        await shop.ingest(drawCatalogue("taste", 460).map(insertLine));
        for (const limit of [7, 24, 60]) {
          const order = await follow((body) => shop.search({ sort: ["featured"], ...body }), limit);
          expect([order.length, new Set(order).size]).to.deep.equal([460, 460]);
        }
      }
    });

    it("personalized cursor pagination reranks the highest-ranked unseen products on each page", async () => {
      const lines = drawCatalogue("edges", 460).map(insertLine);
      const plain = searchProcess(bench.engine);
      const rerankers = rerankedBy(permuting("edges"));
      const rank = (ids: readonly string[]) => permuting("edges").rerank(ids.map((id) => ({ id, tokens: [] })));
      const shop = shopOf([
        plain,
        searchProcess(bench.engine, { rerankers }),
        searchProcess(bench.engine, { rerankers }),
      ]);
      await shop.ingest(lines);
      for (const limit of [7, 25, 33, 100, 115, 250]) {
        const order = await follow((body) => shop.search(body, 0), limit);
        const expected: string[] = [];
        for (let left = order; left.length > 0; left = order.filter((id) => !expected.includes(id))) {
          expected.push(...rank(left.slice(0, windowSize(limit))).slice(0, limit));
        }
        let turn = 0;
        const ranked = await follow((body) => shop.search(body, 1 + (turn++ % 2)), limit);
        expect(ranked, `limit ${limit}`).to.deep.equal(expected);
      }
    });

    it("personalized cursor pagination returns the same page if two processes rank the products differently", async () => {
      const shop = shopOf(
        ["one", "another"].map((seed) => searchProcess(bench.engine, { rerankers: rerankedBy(permuting(seed)) })),
      );
      await shop.ingest(drawCatalogue("differing", 350).map(insertLine));
      const limit = 30;
      const seen: string[] = [];
      let page = await shop.search({ limit });
      for (;;) {
        seen.push(...identifiers(page));
        if (!page.pagination.has_more) break;
        const pagination = { page: page.pagination.page + 1, cursor: page.recommendation_id };
        const bodies = [0, 1, 0, 1].map((instance) => shop.search({ limit, pagination }, instance));
        const responses = (await Promise.all(bodies)).map(({ expires_in, ...rest }) => ({
          ...rest,
          alive: expires_in > 0,
        }));
        for (const response of responses) expect(response).to.deep.equal(responses[0]);
        page = await shop.search({ limit, pagination });
        expect(identifiers(page)).to.deep.equal(responses[0]?.items.map((item) => item.product_identifier));
      }
      expect([seen.length, new Set(seen).size]).to.deep.equal([350, 350]);
    });

    it("personalization does not change listings that are sorted by a field", async () => {
      const shop = shopOf([searchProcess(bench.engine), ...processes]);
      await shop.ingest(drawCatalogue("ordered", 350).map(insertLine));
      for (const sort of ["price_asc", "newest"]) {
        const order = await follow((body) => shop.search({ sort: [sort], ...body }, 0), 30);
        expect(await follow((body) => shop.search({ sort: [sort], ...body }, 1), 30)).to.deep.equal(order);
      }
    });
  });
}

/** Returns the product identifiers on all pages of a cursor chain, in page order. */
async function follow(search: (body: object) => Promise<SearchResult>, limit: number): Promise<string[]> {
  let page = await search({ limit });
  const seen = identifiers(page);
  while (page.pagination.has_more) {
    page = await search({ limit, pagination: { page: page.pagination.page + 1, cursor: page.recommendation_id } });
    seen.push(...identifiers(page));
  }
  return seen;
}
