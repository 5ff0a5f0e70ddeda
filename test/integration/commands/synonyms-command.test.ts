import { expect } from "chai";
import { synonymCandidatesCommand } from "../../../src/commands/synonyms-command.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { refresh } from "../../../src/engine/indices.js";
import { impressionId } from "../../../src/tracking/shopper-id.js";
import { storeAll } from "../../support/learning.js";
import { view } from "../../support/shopper-events.js";
import { useShop, type Storefront } from "../../support/shop.js";
import { until } from "../../support/until.js";

describe("vitrine synonyms candidates", () => {
  const shop = useShop({ instances: 1, settings: { LEARN_EVERY_SECONDS: "86400" } });
  let storefront: Storefront;
  const OPTIONS = { days: 90, shoppers: 3, json: true };

  before("open a shop", async () => {
    storefront = await shop.storefront({ search: { general_synonyms: false } });
    const product_data = { product_identifier: "p", variant_identifier: "v", title: "Garden bench", price: 5 };
    await storefront.ingest([{ operation: "insert", product_data }]);
  });

  it("are queries that shoppers typed in place of queries without results, once there are enough", async () => {
    const { engine } = shop;
    const type = async (device: string, query: string) => {
      const { recommendation_id } = await storefront.search({ user: { device_id: device }, query, projection: [] });
      return impressionId(recommendation_id);
    };
    for (const device of ["d1", "d2"]) {
      await type(device, "zzyx");
      const recommendation_id = await type(device, "bench");
      await storeAll(engine, [
        view("p", Date.now(), { client_id: storefront.client_id, device_id: device, recommendation_id }),
      ]);
    }
    const told = async (shoppers: number) => {
      await refresh(engine, `${engine.prefix}ubi-*`);
      return JSON.parse(
        await synonymCandidatesCommand(engine, storefront.client_id, { ...OPTIONS, shoppers }),
      ) as unknown[];
    };
    await until("the searches to be stored", async () => (await told(2)).length > 0);
    expect(await told(2)).to.deep.equal([{ rule: { terms: ["zzyx"], to: ["bench"] }, shoppers: 2, products: 0 }]);
    expect(await told(3)).to.deep.equal([]);
  });

  it("are none for an unknown client", async () => {
    const failure = await synonymCandidatesCommand(shop.engine, "nobody", OPTIONS).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(CommandError);
  });
});
