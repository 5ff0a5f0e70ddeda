import { expect } from "chai";
import { orderedProducts } from "../../../support/chain-oracle.js";
import { useCatalog } from "../../../support/catalog.js";
import { chainShop, searchProcess } from "../../../support/chain-shop.js";
import { identifiers } from "../../../support/chain.js";
import { drawCatalogue, EMPTY_SHELF, insertLine, stock } from "../../../support/shop-catalogue.js";

describe("windows of products that are gone", () => {
  const bench = useCatalog();
  before(() => void bench.start());

  it("are followed by others, also on the page that comes to the point-in-time", async () => {
    let clock = Date.now();
    const shop = chainShop(bench, "emptied", [searchProcess(bench.engine, { now: () => clock })]);
    const lines = drawCatalogue("emptied", 400).map(insertLine);
    await shop.ingest(lines);
    const request = { sort: ["price_asc"], limit: 20 } as const;
    const order = orderedProducts(stock(EMPTY_SHELF, lines), request, "all");

    /** The cursor after the first pages of a chain. */
    const scroll = async (pages: number) => {
      let cursor = (await shop.search(request)).recommendation_id;
      for (let page = 2; page <= pages; page += 1) {
        cursor = (await shop.search({ ...request, pagination: { page, cursor } })).recommendation_id;
      }
      return cursor;
    };
    const cursor = await scroll(2);
    // Another chain opens a point-in-time that shows all of them still.
    clock += 10_000;
    await scroll(8);
    const left = order.slice(-30);
    const gone = order.slice(0, -30).map((id) => ({ operation: "delete", product_data: { product_identifier: id } }));
    await shop.ingest(gone);

    const third = await shop.search({ ...request, pagination: { page: 3, cursor } });
    expect([identifiers(third), third.pagination.has_more]).to.deep.equal([left.slice(0, 20), true]);
    const pagination = { page: 4, cursor: third.recommendation_id };
    const fourth = await shop.search({ ...request, pagination });
    expect([identifiers(fourth), fourth.pagination.has_more]).to.deep.equal([left.slice(20), false]);
  });
});
