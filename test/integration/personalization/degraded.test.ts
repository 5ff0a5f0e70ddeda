import { expect } from "chai";
import { EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { createPersonalizer } from "../../../src/personalization/personalizer.js";
import { createTasteStore } from "../../../src/personalization/taste-store.js";
import { search } from "../../../src/search/listing/page.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { chainDeps } from "../../support/chain-deps.js";
import { contextOn } from "../../support/context.js";
import { usePreparedEngine } from "../../support/engine.js";
import { unknownShoppers } from "../../support/unknown-shoppers.js";
import { indexCatalog } from "../../support/search-catalog.js";

describe("a result page for a shopper whose taste profile cannot be loaded", () => {
  const engineOf = usePreparedEngine();

  const never: Engine["call"] = (_operation, { signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener("abort", () => {
        reject(new Error("aborted"));
      });
    });
  const away: Engine["call"] = () => Promise.reject(new EngineUnavailableError("the taste store is away"));

  for (const [name, call] of [
    ["in time", never],
    ["at all", away],
  ] as const) {
    it(`a result page is unpersonalized and marked as degraded if the taste profile cannot be loaded ${name}`, async () => {
      const { engine } = engineOf;
      const live = await indexCatalog(
        engine,
        ["a", "b", "c"].map((id) => ({ product_identifier: id, variant_identifier: id, data: { title: id } })),
      );
      const context = contextOn({ ...engine, prefix: engine.prefix, call }, { tasteBudgetMs: 20 });
      const { metrics } = context;
      const personalizer = createPersonalizer(context, createTasteStore(context));
      const deps = {
        ...chainDeps(engine),
        ...unknownShoppers(engine),
        liveCatalogs: { get: () => Promise.resolve(live) },
      };
      const storefront = {
        client_id: "shop",
        name: "Shop",
        origins: [],
        signing_hashes: [],
        configuration: DEFAULT_CONFIGURATION,
      };
      const body = { user: { device_id: "device" } };
      const plain = await search(deps, storefront, body);
      const page = await search({ ...deps, personalizer, metrics }, storefront, body);
      const { recommendation_id } = page;
      expect(page).to.deep.equal({ ...plain, recommendation_id, meta: { degraded: ["taste"] } });
      expect((await metrics.degraded.get()).values.map(({ labels, value }) => [labels, value])).to.deep.equal([
        [{ reason: "taste" }, 1],
      ]);
      const counted = (await metrics.personalization.responses.get()).values.filter(({ value }) => value > 0);
      expect(counted.map(({ labels }) => labels)).to.deep.equal([{ ranking: "degraded" }]);
    });
  }
});
