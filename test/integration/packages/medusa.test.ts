import { expect } from "chai";
import { createConnector, createProducts } from "../../../packages/medusa/src/index.js";
import { addClient } from "../../../src/storefront/clients.js";
import { EURO, FakeMedusa } from "../../support/fake-medusa.js";
import { useService } from "../../support/service.js";
import { soldIn } from "../../support/sold.js";

describe("the Medusa connector", () => {
  const running = useService();

  it("the Medusa connector synchronizes changed, unpublished and deleted products", async () => {
    const shop = await addClient({ engine: running.engine, now: () => new Date() }, { name: "medusa" });
    const products = createProducts({ url: running.service.base_url, privateKey: shop.private_key });
    const medusa = new FakeMedusa();
    const { onEvent, loadEverything } = createConnector({ products, prices: EURO });
    const on = (name: string, id: string) => onEvent({ event: { name, data: { id } }, container: medusa });
    const sold = () => soldIn(running, shop, ["price", "in_stock"]);

    await loadEverything(medusa);
    expect(await sold()).to.deep.equal({ prod_01JABC: { price: [8, 12], in_stock: [false, true] } });
    medusa.level.reserved_quantity = 1;
    await on("reservation-item.deleted", "resitem_01J");
    expect(await sold()).to.deep.equal({ prod_01JABC: { price: [8, 12], in_stock: [true, true] } });
    medusa.product.status = "draft";
    await on("product.updated", "prod_01JABC");
    expect(await sold()).to.deep.equal({});
    medusa.product.status = "published";
    medusa.product.variants = medusa.product.variants?.slice(1) ?? [];
    await on("product-variant.deleted", "variant_01JS");
    expect(await sold()).to.deep.equal({ prod_01JABC: { price: [12], in_stock: [true] } });
    medusa.isDeleted = true;
    await on("product.deleted", "prod_01JABC");
    expect(await sold()).to.deep.equal({});
    const { drift } = await loadEverything(medusa).catch((error: unknown) => ({ drift: String(error) }));
    expect(drift).to.match(/the body is empty/);
  });
});
