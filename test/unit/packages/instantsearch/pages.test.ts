import { expect } from "chai";
import { ExpiredCursorError, type Client, type SearchResponse } from "@vitrine/client";
import { numberedPages } from "../../../../packages/instantsearch/src/pages.js";

const FACETS = [{ key: "color" }] as unknown as SearchResponse["facets"];

/** A fake service whose cursors contain the page number. The service rejects the cursors of expired cursor chains. */
function service() {
  const requested: (string | number)[] = [];
  let chain = 0;
  const search = ({ pagination, query }: Parameters<Client["search"]>[0] = {}) => {
    const { page = 1, cursor } = (pagination ?? {}) as { page?: number; cursor?: string };
    requested.push(cursor === undefined ? `first of ${query ?? ""}` : `${page} after ${cursor}`);
    if (cursor === undefined) chain += 1;
    else if (!cursor.startsWith(`${chain}.`)) {
      const details = {
        code: "unknown_page",
        status: 404,
        requestId: null,
        context: null,
        retryAfterMs: null,
      } as const;
      return Promise.reject(new ExpiredCursorError("expired", details));
    }
    const facets = cursor === undefined ? FACETS : [];
    return Promise.resolve({ recommendation_id: `${chain}.${page}`, facets } as unknown as SearchResponse);
  };
  return { requested, pageOf: numberedPages({ search }), expire: () => (chain += 1) };
}

const coats = { query: "coats", limit: 2 };

describe("numberedPages", () => {
  it("numberedPages follows the cursors of a personalized list from the nearest earlier page that is already loaded", async () => {
    const { requested, pageOf } = service();
    const third = await pageOf(coats, 2, false);
    expect([third.page.recommendation_id, third.facets]).to.deep.equal(["1.3", FACETS]);
    expect((await pageOf(coats, 3, false)).page.recommendation_id).to.equal("1.4");
    expect((await pageOf(coats, 1, false)).page.recommendation_id).to.equal("1.2");
    expect(requested).to.deep.equal(["first of coats", "2 after 1.1", "3 after 1.2", "4 after 1.3", "2 after 1.1"]);
  });

  it("numberedPages requests any page of a sorted list directly", async () => {
    const { requested, pageOf } = service();
    await pageOf(coats, 0, true);
    expect((await pageOf(coats, 20, true)).page.recommendation_id).to.equal("1.21");
    expect((await pageOf(coats, 22, true)).page.recommendation_id).to.equal("1.23");
    expect(requested).to.deep.equal(["first of coats", "21 after 1.1", "23 after 1.21"]);
  });

  it("numberedPages does not use the cursor of an earlier search for a different query", async () => {
    const { requested, pageOf } = service();
    await pageOf(coats, 0, true);
    await pageOf({ query: "hats", limit: 2 }, 1, true);
    expect(requested).to.deep.equal(["first of coats", "first of hats", "2 after 2.1"]);
  });

  it("numberedPages starts again from the first page after a cursor has expired", async () => {
    const { requested, pageOf, expire } = service();
    await pageOf(coats, 0, false);
    expire();
    expect((await pageOf(coats, 1, false)).page.recommendation_id).to.equal("3.2");
    expect(requested).to.deep.equal(["first of coats", "2 after 1.1", "first of coats", "2 after 3.1"]);
  });
});
