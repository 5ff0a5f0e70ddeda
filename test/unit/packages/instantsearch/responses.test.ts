import { expect } from "chai";
import type { SearchResponse } from "@vitrine/client";
import { searchResponse } from "../../../../packages/instantsearch/src/responses.js";

const requested = { index: "products", params: {}, page: 0, hitsPerPage: 20 };
const naming = { separator: " > ", fields: {}, facets: [] } as never;

function userData(meta: SearchResponse["meta"]) {
  const page = { recommendation_id: "r.s", items: [], total: 0, meta } as unknown as SearchResponse;
  return searchResponse(requested, { page, facets: [] }, naming, 1)["userData"];
}

describe("the userData of an InstantSearch response", () => {
  const banner = { key: "sale", text: "Sale", image: null, url: "/sale" };

  it("the userData of an InstantSearch response contains an item for each banner, and one for changes to the query", () => {
    expect(userData({ banners: [banner, { ...banner, key: "other" }], suggestion: "coat" })).to.deep.equal([
      banner,
      { ...banner, key: "other" },
      { suggestion: "coat" },
    ]);
    expect(userData({ banners: [banner] })).to.deep.equal([banner]);
    expect(userData({ query_relaxed: true })).to.deep.equal([{ query_relaxed: true }]);
    expect(userData({})).to.equal(undefined);
  });
});
