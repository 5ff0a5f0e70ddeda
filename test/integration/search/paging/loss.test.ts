import { expect } from "chai";
import fc from "fast-check";
import { chainRequests, KINDS, type ChainRequest } from "../../../support/chain-request.js";
import { checkProperty } from "../../../support/chain-property.js";
import { startWalk, type Walk } from "../../../support/chain-walk.js";
import { changes, type Change } from "../../../support/shop-changes.js";
import { drawCatalogue, EMPTY_SHELF, insertLine, stock } from "../../../support/shop-catalogue.js";
import { useOwnEngine } from "../../../support/shop-engine.js";
import { useShop, type Shop, type Storefront } from "../../../support/shop.js";
import { until } from "../../../support/until.js";

const PRODUCTS = 400;
/** Maximum number of pages that are read before a catalogue change, so that most products are on later pages. */
const DEEP = 8;

describe("cursor pagination on a separate engine", () => {
  const own = useOwnEngine();
  const shops = [1, 3].map((shards) => ({
    shards,
    shop: useShop({ engineUrl: () => own.url(), settings: { OPENSEARCH_SHARDS: String(shards) } }),
  }));

  interface DrawnCase {
    readonly seed: number;
    readonly limit: number;
    /** Request for a random cursor chain, in addition to the three kinds that are always tested. */
    readonly other?: ChainRequest;
    readonly pagesBefore: number;
    readonly pagesBetween: number;
    readonly after: readonly Change[];
  }

  const cases = (kinds?: readonly Change["kind"][]): fc.Arbitrary<DrawnCase> =>
    fc.record({
      seed: fc.nat(1_000_000),
      limit: fc.integer({ min: 15, max: 30 }),
      other: chainRequests,
      pagesBefore: fc.integer({ min: 1, max: DEEP }),
      pagesBetween: fc.integer({ min: 1, max: 4 }),
      after: fc.array(changes(kinds), { minLength: 1, maxLength: 2 }),
    });

  interface Opened {
    readonly storefront: Storefront;
    readonly walk: Walk;
  }

  async function begin(
    shop: Shop,
    { seed, limit, other }: Pick<DrawnCase, "seed" | "limit" | "other">,
  ): Promise<Opened> {
    const storefront = await shop.storefront();
    const lines = drawCatalogue(seed, PRODUCTS).map(insertLine);
    await storefront.ingest(lines);
    const requests: ChainRequest[] = [...KINDS, ...(other ? [other] : [])].map((kind) => ({ ...kind, limit }));
    return { storefront, walk: await startWalk({ storefront, shelf: stock(EMPTY_SHELF, lines), requests, seed }) };
  }

  const scroll = async (walk: Walk, pages: number) => {
    for (let page = 0; page < pages; page += 1) await walk.round();
  };

  for (const { shards, shop } of shops) {
    describe(`cursor pagination on indices with ${shards} ${shards === 1 ? "shard" : "shards"}`, () => {
      it("cursor pagination continues if the catalogue changes or a new catalogue generation becomes live", async () => {
        await checkProperty(
          fc.tuple(fc.oneof(cases(), cases(["replace"])), fc.constantFrom("before", "during")),
          async ([{ pagesBefore, pagesBetween, after, ...drawn }, timing]) => {
            const { walk } = await begin(shop, drawn);
            await scroll(walk, pagesBefore);
            for (const change of after) {
              await walk.round({ change, timing });
              await scroll(walk, pagesBetween);
            }
            await walk.finish();
          },
          { runs: 4, seconds: 10 },
        );
      });
    });
  }

  it("cursor pagination continues after the engine was killed and restarted", async () => {
    const opened: Opened[] = [];
    for (const { shop, shards } of shops) {
      const deep = await begin(shop, { seed: 10 + shards, limit: 20 });
      const shallow = await begin(shop, { seed: 20 + shards, limit: 40 });
      await scroll(deep.walk, DEEP);
      opened.push(deep, shallow);
    }

    await own.kill();
    for (const { storefront } of opened) {
      expect((await storefront.send({ limit: 5 }, 0)).status).to.equal(503);
      expect((await storefront.send({ limit: 5 }, 1)).status).to.equal(503);
    }
    await own.revive();
    for (const { storefront } of opened) {
      for (const instance of [0, 1]) {
        await until("searches to be answered again", async () => (await storefront.send({}, instance)).status === 200);
      }
    }

    const change: Change = { kind: "reprice", share: 0.6, seed: 1 };
    await Promise.all(opened.map(({ walk }) => walk.round({ change, retry: true, copies: 2 })));
    await Promise.all(opened.map(({ walk }) => walk.finish()));
  });
});
