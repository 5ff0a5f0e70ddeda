import fc from "fast-check";
import { chainRequests } from "../../../support/chain-request.js";
import { drawnRules, ruleDocuments } from "../../../support/chain-rules.js";
import { checkProperty } from "../../../support/chain-property.js";
import { startWalk, type Round } from "../../../support/chain-walk.js";
import { changes } from "../../../support/shop-changes.js";
import { drawCatalogue, EMPTY_SHELF, insertLine, stock } from "../../../support/shop-catalogue.js";
import { useShop } from "../../../support/shop.js";

const cases = fc.record({
  seed: fc.nat(1_000_000),
  size: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 100, max: 700 })),
  requests: fc.array(chainRequests, { minLength: 3, maxLength: 6 }),
  rules: drawnRules,
});

const rounds = fc.array(
  fc.record<Round>({
    change: changes(),
    timing: fc.constantFrom("before", "before", "during"),
    copies: fc.constantFrom(1, 1, 2),
    retry: fc.boolean(),
  }),
  { minLength: 3, maxLength: 6 },
);

describe("pages that are requested with the cursor of the previous page", () => {
  const shop = useShop({ instances: 3 });

  async function begin({ seed, size, requests, rules }: typeof cases extends fc.Arbitrary<infer T> ? T : never) {
    const storefront = await shop.storefront({ rules: ruleDocuments(rules) });
    const lines = drawCatalogue(seed, size).map(insertLine);
    if (lines.length > 0) await storefront.ingest(lines);
    return startWalk({ storefront, shelf: stock(EMPTY_SHELF, lines), requests, seed, rules });
  }

  it("cursor pagination returns every matching product once, in order, for any limits and page numbers", async () => {
    await checkProperty(cases, async (drawn) => (await begin(drawn)).finish(), { runs: 12, seconds: 12 });
  });

  it("cursor pagination returns the same page for five concurrent requests to different instances", async () => {
    await checkProperty(
      cases,
      async (drawn) => {
        const walk = await begin(drawn);
        while (walk.open() > 0) await walk.round({ copies: 5, retry: true });
        await walk.finish();
      },
      { runs: 6, seconds: 8 },
    );
  });

  it("cursor pagination neither repeats nor skips products if the catalogue changes between pages", async () => {
    await checkProperty(
      fc.tuple(cases, rounds),
      async ([drawn, steps]) => {
        const walk = await begin(drawn);
        for (const step of steps) await walk.round(step);
        await walk.finish();
      },
      { runs: 10, seconds: 13 },
    );
  });
});
