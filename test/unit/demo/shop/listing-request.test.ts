import { expect } from "chai";
import { listingRequest, offered, activeSort } from "../../../../demo/shop/listing-request.js";
import { listing } from "../../../../demo/server/address.js";

const always = { facets: { keys: ["*"], max_values: 60 }, limit: 24 };

describe("listingRequest", () => {
  it("the demo shop requests a category with the selected facet values", () => {
    const collection = { kind: "category", department: "Women", category: ["Clothing", "Knitwear"] } as const;
    const lists = new Map([["color", ["Red", "Navy"]]]);
    const ranges = new Map([["price", [{ min: 0 }, { max: 50 }]]]);
    expect(listingRequest(listing(collection, { lists, ranges, sort: "price_asc" }))).to.deep.equal({
      ...always,
      query: null,
      filters: { department: "Women", categories: "Clothing: Knitwear" },
      facet_filters: { color: ["Red", "Navy"], price: [{ min: 0 }, { max: 50 }] },
      sort: ["price_asc"],
    });
  });

  it("the demo shop requests the results of a query, all products, products on sale, or a department", () => {
    const none = { ...always, query: null, filters: null, facet_filters: {} };
    const requested = (collection: Parameters<typeof listing>[0]) => listingRequest(listing(collection));
    expect(requested({ kind: "search", query: "red shoes" })).to.deep.equal({ ...none, query: "red shoes" });
    expect(requested({ kind: "search", query: " " })).to.deep.equal(none);
    expect(requested({ kind: "sale" })).to.deep.equal({ ...none, filters: { on_sale: true } });
    const men = { kind: "category", department: "Men", category: [] } as const;
    expect(requested(men)).to.deep.equal({ ...none, filters: { department: "Men" } });
  });

  it("the demo shop sorts new products by date until the shopper selects a different sort option", () => {
    const fresh = listing({ kind: "new" });
    expect([activeSort(fresh), activeSort({ ...fresh, sort: "name_asc" })]).to.deep.equal(["newest", "name_asc"]);
    expect(listingRequest(fresh)).to.have.deep.property("sort", ["newest"]);
  });

  it("a request of the demo shop omits sort options and facet values that the shop does not offer", () => {
    const lists = new Map([["color", ["Red"]], ["price", ["50"]], ["gone", ["x"]]]); // prettier-ignore
    const ranges = new Map([["price", [{ min: 50 }]], ["color", [{ max: 5 }]]]); // prettier-ignore
    const address = listing({ kind: "search", query: "" }, { lists, ranges, sort: "best" });
    const facet = { label: "", selection_mode: "multi" } as const;
    const has = {
      sort_keys: [{ key: "price_asc", label: "", ranked: false }],
      facets: [
        { ...facet, key: "color", type: "list", field: "color" },
        { ...facet, key: "price", type: "range", field: "price" },
      ],
    } as const;
    expect(offered(address, has)).to.deep.equal({
      ...address,
      sort: null,
      lists: new Map([["color", ["Red"]]]),
      ranges: new Map([["price", [{ min: 50 }]]]),
    });
    const known = { ...address, sort: "price_asc" };
    expect(offered(known, has).sort).to.equal("price_asc");
  });
});
