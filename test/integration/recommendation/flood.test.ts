import { expect } from "chai";
import type { QueryResult } from "../../../src/recommendation/response.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { storeAll } from "../../support/learning.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { purchase, view } from "../../support/shopper-events.js";
import { until } from "../../support/until.js";
import { windowLines } from "./shop-window.js";

const HOUR = 3_600_000;
const SEEDS = ["p60", "p61", "p62", "p63", "p64", "p70", "p75"];
/** Products that only the flood of events promotes. `VISITED_ONCE` is a product with a single genuine view. */
const PUSHED = ["p108", "p109", "p110", "p111"];
const VISITED_ONCE = "p112";
const BLOCKS = ["similar", "complete_the_look", "for_you", "next", "trending", "popular"];
const SETTINGS = {
  EVENT_POLL_MS: "100",
  LEARN_EVERY_SECONDS: "86400",
};

describe("a shop that is flooded with events", () => {
  // Each check uses a different service instance, because an instance caches responses for some seconds.
  const shop = useShop({ instances: 4, settings: SETTINGS });
  let visits = 0;
  let storefront: Storefront;
  let sent = 0;
  let now = 0;
  let usual: ReadonlyMap<string, readonly string[]>;

  const by = (device_id: string) => ({ client_id: storefront.client_id, device_id });

  async function learn(events: readonly ShopperEvent[]): Promise<void> {
    await storeAll(shop.engine, events);
    sent += events.length;
    for (const { operations_url } of shop.services) {
      await until("all sessions to be read", async () => {
        const metrics = await (await fetch(new URL("/metrics", operations_url))).text();
        return Number(/^vitrine_session_events_read_total (\d+)$/m.exec(metrics)?.[1]) >= sent;
      });
    }
    await shop.services[0]?.learn();
  }

  /**
   * Returns the events of one visit: views of every seed product, each followed by views of the promoted products, and
   * a purchase.
   */
  const flood = (device: string, at: number): ShopperEvent[] => [
    ...SEEDS.flatMap((seed) => [seed, ...PUSHED, VISITED_ONCE].map((id) => view(id, at, by(device)))),
    purchase(`flood-${device}-${at}`, [SEEDS[0] as string, ...PUSHED], at, by(device)),
  ];

  /** Returns the top ten recommendations for unknown shoppers, by recommendation block and seed product. */
  async function topTens(): Promise<Map<string, readonly string[]>> {
    const tens = new Map<string, readonly string[]>();
    const instance = visits++;
    expect(instance).to.be.below(shop.services.length);
    for (const profile of BLOCKS) {
      for (const id of SEEDS) {
        const seed = { product_identifiers: [id] };
        const body = { user: { device_id: "stranger" }, profile, seed, limit: 10 };
        const { items } = (await storefront.requestFor("query", body, instance)).body as QueryResult;
        tens.set(
          `${profile} ${id}`,
          items.map((item) => item.product_identifier),
        );
      }
    }
    return tens;
  }

  /** Returns the promoted products that are newly among the top ten, with the block and the seed product. */
  const moved = (after: ReadonlyMap<string, readonly string[]>) =>
    [...after].flatMap(([block, ids]) =>
      ids
        .filter((id) => [...PUSHED, VISITED_ONCE].includes(id) && !usual.get(block)?.includes(id))
        .map((id) => `${block}: ${id}`),
    );

  before("open a shop that twenty shoppers have visited", async () => {
    now = Date.now();
    storefront = await shop.storefront({ sells_fashion: true });
    await storefront.ingest(windowLines(now), "soft_replace");
    const shoppers = Array.from({ length: 20 }, (_, at) => [
      ...["p60", `p${61 + (at % 4)}`, "p70", `p${75 + (at % 3)}`].map((id) => view(id, now, by(`shopper${at}`))),
      purchase(`t${at}`, ["p60", "p70"], now, by(`shopper${at}`)),
    ]);
    await learn([...shoppers.flat(), view("p60", now, by("one")), view(VISITED_ONCE, now, by("one"))]);
    usual = await topTens();
  });

  it("recommendations do not include products that were visited often but only by one device", async () => {
    await learn(flood("flooder", now));
    const once = moved(await topTens());
    expect(once.filter((position) => !position.endsWith(VISITED_ONCE))).to.deep.equal([]);
    // The visits are one hour apart.
    await learn(Array.from({ length: 49 }, (_, visit) => flood("flooder", now - (1 + visit) * HOUR)).flat());
    expect(moved(await topTens())).to.deep.equal(once);
  });

  it("recommendations include products that a hundred new devices visited", async function () {
    await learn(Array.from({ length: 100 }, (_, at) => flood(`new${at}`, now)).flat());
    const positions = moved(await topTens());
    if (this.test !== undefined)
      this.test.title += `: ${positions.length} of ${BLOCKS.length * SEEDS.length * 10} places`;
    expect(positions).not.to.deep.equal([]);
  });
});
