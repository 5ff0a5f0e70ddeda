import { expect } from "chai";
import { drawRanges } from "../../../../quality/performance/read/listings.js";
import { listingQuestions } from "../../../../quality/performance/read/requests.js";
import { seeded } from "../../../../demo/random.js";

const variant = <T extends object>(nth: number, more: T) => ({
  product_identifier: `p${nth >> 1}`,
  variant_identifier: `v${nth}`,
  ...more,
});

describe("drawRanges", () => {
  it("the listing benchmark draws different price ranges with about the requested number of products", () => {
    const catalogue = Array.from({ length: 2_000 }, (_, nth) => variant(nth, { price: nth >> 2 }));
    const drawn = drawRanges(seeded("ranges"), catalogue, 100, 50);
    expect(drawn).to.have.length(50);
    expect(new Set(drawn.map(({ narrowed }) => JSON.stringify(narrowed))).size).to.equal(50);
    for (const { narrowed, size } of drawn) {
      if (narrowed?.field !== "price") throw new Error("a range is one of prices");
      const found = catalogue.filter(({ price }) => price >= narrowed.min && price <= narrowed.max);
      const products = new Set(found.map(({ product_identifier }) => product_identifier)).size;
      expect(size).to.deep.equal({ products, variants: found.length });
      expect(products).to.be.within(80, 120);
    }
  });

  it("the listing benchmark draws no price ranges if products have no prices", () => {
    expect(drawRanges(seeded("ranges"), [variant(0, {}), variant(2, {})], 1, 5)).to.deep.equal([]);
  });
});

describe("listingQuestions", () => {
  it("the listing benchmark requests the same products in all compared systems", async () => {
    const listing = {
      group: { field: "categories", value: "Shoes: Boots" },
      narrowed: { field: "color", values: ["red", "blue"] },
      size: { products: 2, variants: 2 },
    } as const;
    const [question] = await listingQuestions("flat", [listing]);
    const [raw, own, instant] = [question?.raw, `{"user":0${question?.rest}`, question?.searchkit].map(
      (text) => JSON.parse(text ?? "") as unknown,
    );
    expect(raw).to.have.deep.property("query", {
      bool: { filter: [{ term: { categories: "Shoes: Boots" } }, { terms: { color: ["red", "blue"] } }] },
    });
    expect(own).to.have.deep.property("filters", { categories: "Shoes: Boots", color: { $in: ["red", "blue"] } });
    const facets = ["categories", "designer", "color", "sizes", "price"];
    expect(instant).to.deep.equal([
      {
        indexName: "flat_newest",
        params: {
          query: "",
          facets,
          hitsPerPage: 24,
          page: 0,
          facetFilters: [["categories:Shoes: Boots"], ["color:red", "color:blue"]],
          maxValuesPerFacet: 50,
        },
      },
    ]);
  });
});
