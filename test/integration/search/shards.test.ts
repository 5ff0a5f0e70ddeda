import { expect } from "chai";
import { demoFeed } from "../../../demo/catalogue/feed.js";
import { seeded } from "../../../demo/random.js";
import type { Json } from "../../../src/catalog/product-document.js";
import { usePreparedEngine } from "../../support/engine.js";
import { comparable, randomRequests } from "../../support/random-requests.js";
import { type FeedVariant, indexCatalog, storefrontOver } from "../../support/search-catalog.js";

const REQUESTS = 200;
/** Number of variants: small enough that each shard lacks some words that another shard contains. */
const VARIANTS = 900;

describe("searches and listings of a catalogue on several shards", () => {
  const engineOf = usePreparedEngine();

  it("searches on several shards return the same results as on one shard", async () => {
    const lines = [...demoFeed()].slice(0, VARIANTS).map((line) => JSON.parse(line) as Line);
    const variants = lines.map(
      ({ product_data: { product_identifier, variant_identifier, ...data } }): FeedVariant => ({
        product_identifier,
        variant_identifier,
        data,
      }),
    );
    const { engine } = engineOf;
    const one = storefrontOver(engine, await indexCatalog(engine, variants));
    const three = storefrontOver(engine, await indexCatalog(engine, variants, { shards: 3 }));
    const requests = randomRequests(
      seeded("shards"),
      lines.map(({ product_data }) => product_data),
      REQUESTS,
    );
    let found = 0;
    let suggested = 0;
    for (const request of requests) {
      const [wanted, page] = [await one(request), await three(request)];
      expect({ request, ...comparable(page) }).to.deep.equal({ request, ...comparable(wanted) });
      if (wanted.total > 1) found += 1;
      if (wanted.meta.suggestion !== undefined) suggested += 1;
    }
    // For a meaningful comparison, the requests must find products and need spelling corrections.
    expect(found).to.be.greaterThan(REQUESTS / 2);
    expect(suggested).to.be.greaterThan(REQUESTS / 20);
  });
});

interface Line {
  readonly product_data: Readonly<Record<string, Json>> & Record<"product_identifier" | "variant_identifier", string>;
}
