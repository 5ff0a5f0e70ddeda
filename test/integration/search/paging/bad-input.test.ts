import { expect } from "chai";
import { drawCatalogue, insertLine } from "../../../support/shop-catalogue.js";
import { useShop, type Storefront } from "../../../support/shop.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";

/** First request of a cursor chain, in each paging mode. */
const STARTS = [
  { mode: "personalized", sort: ["featured"] },
  { mode: "ordered", sort: ["name_asc"] },
] as const;
const CONDITIONS = {
  query: "linen",
  filters: { price: { $gte: 1 } },
  facet_filters: { color: ["Red", "Green"] },
};

describe("invalid cursors", () => {
  const shop = useShop();
  let storefront: Storefront;
  let other: Storefront;

  before(async () => {
    [storefront, other] = [await shop.storefront(), await shop.storefront()];
    const lines = drawCatalogue(3, 400).map(insertLine);
    await Promise.all([storefront.ingest(lines), other.ingest(lines)]);
  });

  /** Returns the HTTP status of a response, and the code and context of each error. */
  async function refusal(body: object, at = storefront) {
    const response = await at.send(body);
    const { errors } = response.body as { errors?: { code: string; context: unknown }[] };
    return { status: response.status, errors: errors?.map(({ code, context }) => ({ code, context })) };
  }
  const invalid = (field: string) => ({ status: 400, errors: [{ code: "validation_error", context: { field } }] });
  const UNKNOWN = {
    status: 404,
    errors: [{ code: "unknown_page", context: { field: "pagination.cursor", reason: "unknown" } }],
  };
  const withoutTime = ({ expires_in, ...page }: SearchResult) => ({ ...page, alive: expires_in > 0 });

  for (const { mode, sort } of STARTS) {
    describe(`cursors of ${mode} lists`, () => {
      const start = { ...CONDITIONS, sort, limit: 12 };
      let cursor = "";
      let wanted: object = {};
      let pagination: { readonly page: number; readonly cursor: string };

      before("start a chain and request its second page", async () => {
        const first = await storefront.search(start);
        expect(first.pagination.has_more).to.equal(true);
        cursor = first.recommendation_id;
        pagination = { page: 2, cursor };
        wanted = withoutTime(await storefront.search({ ...start, pagination }));
      });
      afterEach("find the chain still usable", async () => {
        expect(withoutTime(await storefront.search({ ...start, pagination }))).to.deep.equal(wanted);
      });

      for (const [what, wrong] of [
        ["an empty string", ""],
        ["a word", "next"],
        ["a missing first character", (id: string) => id.slice(1)],
        ["an additional first character", (id: string) => `A${id}`],
        ["characters outside the cursor alphabet", (id: string) => `+/${id.slice(2)}`],
        ["surrounding spaces", (id: string) => ` ${id} `],
        ["a file path", (id: string) => `../${id.slice(3)}`],
        ["a NUL character", (id: string) => `\u0000${id.slice(1)}`],
        ["half of a surrogate pair", "\ud800".padEnd(24, "A")],
        ["a very long string", "A".repeat(10_000)],
        ["a number", 7],
        ["an object", { id: "A" }],
        ["an array", ["A"]],
      ] as const) {
        it(`cursors are rejected if they are malformed: ${what}`, async () => {
          const malformed = typeof wrong === "function" ? wrong(cursor) : wrong;
          const got = await refusal({ ...start, pagination: { page: 2, cursor: malformed } });
          expect(got.status).to.equal(400);
          expect(got.errors?.map(({ code }) => code)).to.deep.equal(["validation_error"]);
          if (what !== "half of a surrogate pair") expect(got).to.deep.equal(invalid("pagination.cursor"));
        });
      }

      it("cursors are rejected as unknown if they were never issued", async () => {
        const never = "A".repeat(24);
        for (const instance of [0, 1]) {
          const response = await storefront.send({ ...start, pagination: { page: 2, cursor: never } }, instance);
          expect(response.status).to.equal(404);
        }
        expect(await refusal({ ...start, pagination: { page: 2, cursor: never } })).to.deep.equal(UNKNOWN);
      });

      it("cursors are rejected as unknown if another client sends them", async () => {
        expect(await refusal({ ...start, pagination }, other)).to.deep.equal(UNKNOWN);
        const theirs = await other.search(start);
        expect(await refusal({ ...start, pagination: { page: 2, cursor: theirs.recommendation_id } })).to.deep.equal(
          UNKNOWN,
        );
        const next = await other.search({ ...start, pagination: { page: 2, cursor: theirs.recommendation_id } });
        expect(next.count).to.equal(12);
      });

      it("cursors are rejected as unknown if any of their characters is changed", async () => {
        for (let position = 0; position < cursor.length; position += 1) {
          if (cursor[position] === ".") continue;
          const tampered = `${cursor.slice(0, position)}${cursor[position] === "x" ? "y" : "x"}${cursor.slice(position + 1)}`;
          expect(await refusal({ ...start, pagination: { page: 2, cursor: tampered } }), tampered).to.deep.equal(
            UNKNOWN,
          );
        }
      });

      it("cursors are rejected if the request contains no page number", async () => {
        expect(await refusal({ ...start, pagination: { cursor } })).to.deep.equal(invalid("pagination.page"));
      });

      for (const page of [0, -1, 2 ** 53, 1e300, 1.5, "2", null, [2]]) {
        it(`cursors are rejected if the page number is invalid: ${JSON.stringify(page)}`, async () => {
          expect(await refusal({ ...start, pagination: { page, cursor } })).to.deep.equal(invalid("pagination.page"));
        });
      }

      for (const [field, changed] of [
        ["limit", { limit: 13 }],
        ["limit", { limit: 11 }],
        ["limit", { limit: 0 }],
        ["filters", { filters: { price: { $gte: 2 } } }],
        ["filters", { filters: { price: { $gte: 1 }, designer: "Acme" } }],
        ["facet_filters", { facet_filters: { color: ["Red"] } }],
        ["facet_filters", { facet_filters: { color: ["Red", "Green"], sizes: ["M"] } }],
        ["query", { query: "velvet" }],
        ["query", { query: "linen velvet" }],
        ["sort", { sort: ["price_desc"] }],
        ["sort", { sort: [mode === "ordered" ? "featured" : "name_asc"] }],
      ] as const) {
        it(`cursors are rejected if ${field} differs from the first request: ${JSON.stringify(changed)}`, async () => {
          expect(await refusal({ ...start, ...changed, pagination })).to.deep.equal(invalid(field));
        });
      }

      it("cursors are accepted with equivalent search conditions in a different notation", async () => {
        const same = {
          query: "  linen ",
          filters: { $and: [{ price: { $gte: 1 } }] },
          facet_filters: { color: ["Green", "Red"] },
          sort,
          limit: 12,
        };
        const page = await storefront.search({ ...same, pagination });
        const { recommendation_id, items, total } = page;
        expect({ ...wanted, recommendation_id, items, total }).to.deep.equal(wanted);
      });

      it("cursors are accepted if the request omits the search conditions", async () => {
        const page = await storefront.search({ pagination });
        expect(withoutTime(page)).to.deep.equal(wanted);
      });

      it("cursors are accepted if the shopper logs in between two pages", async () => {
        const user = { device_id: "device", user_id: "shopper" };
        const page = await storefront.search({ ...start, user, pagination });
        expect(withoutTime(page)).to.deep.equal(wanted);
      });

      it("cursors that were rejected do not prevent a new search", async () => {
        const fresh = await storefront.search(start);
        expect(fresh.recommendation_id).to.not.equal(cursor);
        expect(fresh.pagination).to.deep.include({ page: 1, has_more: true });
      });
    });
  }
});
