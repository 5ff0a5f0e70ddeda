import { expect } from "chai";
import type { ProductLine, Products } from "@vitrine/client/products";
import { createConnector, EVENTS, variantsOf } from "../../../../packages/medusa/src/index.js";
import { EURO, FakeMedusa } from "../../../support/fake-medusa.js";

const NOW = Date.parse("2026-01-05T12:00:00.125Z");

describe("the Medusa connector", () => {
  function connected() {
    const medusa = new FakeMedusa();
    const sent: ProductLine[][] = [];
    const products: Products = {
      send: (lines) => {
        sent.push([...lines]);
        return Promise.resolve([]);
      },
      replace: async (variants, snapshot) => {
        for await (const some of variants)
          sent.push(
            some.map((data) => ({
              operation: "insert",
              version: snapshot,
              product_data: data as ProductLine["product_data"],
            })),
          );
        return { ingestionId: 1, drift: undefined };
      },
    };
    const connector = createConnector({ products, prices: EURO, now: () => NOW });
    const on = (name: string, data: unknown) => connector.onEvent({ event: { name, data }, container: medusa });
    return { medusa, connector, sent, on };
  }

  it("the Medusa connector sends a feed line for each variant, with its price, options and stock", () => {
    const medusa = new FakeMedusa();
    const shared = {
      product_identifier: "prod_01JABC",
      title: "Medusa Sweatshirt",
      handle: "sweatshirt",
      description: "Reimagine the feeling of a classic sweatshirt.",
      product_type: "Sweatshirts",
      tags: ["cotton"],
      categories: ["Women: Sweatshirts"],
      images: ["https://medusa.example/sweatshirt-front.png", "https://medusa.example/sweatshirt-back.png"],
      released_at: "2026-01-04T11:00:00.000Z",
    };
    expect(variantsOf(medusa.product)).to.deep.equal([
      {
        ...shared,
        variant_identifier: "variant_01JS",
        sku: "SWEATSHIRT-S",
        sizes: ["S"],
        price: 8,
        original_price: 10,
        on_sale: true,
        in_stock: false,
      },
      {
        ...shared,
        variant_identifier: "variant_01JM",
        sku: "SWEATSHIRT-M",
        sizes: ["M"],
        attributes: { fit: "Loose" },
        price: 12,
        on_sale: false,
        in_stock: true,
      },
    ]);
    for (const status of ["draft", "proposed", "rejected"])
      expect(variantsOf({ ...medusa.product, status })).to.deep.equal([]);
  });

  it("the Medusa connector loads the product again for each event and sends it with a higher version", async () => {
    const { sent, on } = connected();
    await on("product.updated", { id: "prod_01JABC" });
    await on("product-variant.updated", { id: "variant_01JM" });
    await on("inventory-level.updated", [{ id: "ilev_01JS" }]);
    await on("reservation-item.created", { id: ["resitem_01J"] });
    await on("inventory-item.deleted", { id: "iitem_01JS" });
    await on("region.updated", { id: "reg_1" });
    expect(sent.map((lines) => lines.map(({ operation, version }) => `${operation} ${version}`))).to.deep.equal(
      [0, 1, 2, 3, 4].map((nth) => [
        `insert 2026-01-05T12:00:00.12500000${nth}Z`,
        `insert 2026-01-05T12:00:00.12500000${nth}Z`,
        `delete 2026-01-05T12:00:00.${125_000_000 + nth - 1}Z`,
      ]),
    );
  });

  it("the Medusa connector deletes a product that is unpublished or missing", async () => {
    const { medusa, sent, on } = connected();
    medusa.product.status = "draft";
    await on("product.updated", { id: "prod_01JABC" });
    medusa.product.status = "published";
    medusa.isDeleted = true;
    await on("product.deleted", { id: "prod_01JABC" });
    await on("product-variant.deleted", { id: "variant_01JS" });
    expect(sent.flat()).to.deep.equal(
      [0, 1, 2].map((nth) => ({
        operation: "delete",
        version: `2026-01-05T12:00:00.12500000${nth}Z`,
        product_data: { product_identifier: "prod_01JABC" },
      })),
    );
  });

  it("the Medusa connector sends all published products with the start time of the load as the version", async () => {
    const { medusa, connector, sent } = connected();
    await connector.loadEverything(medusa);
    expect(sent.flat().map(({ version, product_data }) => [version, product_data.variant_identifier])).to.deep.equal([
      ["2026-01-05T12:00:00.125000000Z", "variant_01JS"],
      ["2026-01-05T12:00:00.125000000Z", "variant_01JM"],
    ]);
  });

  it("the Medusa connector sends every remaining product even if products are deleted during a full load", async () => {
    const { medusa, connector, sent } = connected();
    const all = Array.from({ length: 201 }, (_, at) => ({
      ...medusa.product,
      id: `prod_${String(at).padStart(3, "0")}`,
    }));
    const sold = new Set(all.map(({ id }) => id));
    const graph = ({ filters }: { filters?: { id?: { $gt: string } } }) => {
      const behind = filters?.id?.$gt ?? "";
      const data = all.filter(({ id }) => sold.has(id) && id > behind).slice(0, 100);
      sold.delete("prod_000");
      return Promise.resolve({ data });
    };
    await connector.loadEverything({ resolve: () => ({ graph }) });
    const products = new Set(sent.flat().map(({ product_data }) => product_data.product_identifier));
    expect([...products]).to.deep.equal(all.map(({ id }) => id));
  });

  it("the Medusa connector subscribes to product, variant and stock events", () => {
    expect(EVENTS).to.have.length(15);
    expect(EVENTS).to.include.members(["product.created", "product-variant.deleted", "inventory-level.updated"]);
  });
});
