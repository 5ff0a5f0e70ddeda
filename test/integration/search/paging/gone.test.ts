import { expect } from "chai";
import { orderedProducts } from "../../../support/chain-oracle.js";
import { useCatalog } from "../../../support/catalog.js";
import { chainShop, searchProcess } from "../../../support/chain-shop.js";
import { identifiers } from "../../../support/chain.js";
import { interposed } from "../../../support/interposed-engine.js";
import { drawCatalogue, EMPTY_SHELF, insertLine, stock } from "../../../support/shop-catalogue.js";

const PRODUCTS = 200;
const LIMIT = 20;
const GONE = 5;

/** Returns the identifiers of the products that an engine request reads for display. */
function readIn(body: unknown): readonly string[] {
  const { query, stored_fields } = (body ?? {}) as {
    readonly query?: {
      readonly constant_score?: { readonly filter?: { readonly ids?: { readonly values: string[] } } };
    };
    readonly stored_fields?: string;
  };
  return (stored_fields === undefined && query?.constant_score?.filter?.ids?.values) || [];
}

describe("a page whose products are deleted between the search and the product lookup", () => {
  const bench = useCatalog();
  before(() => void bench.start());

  for (const [what, request, label] of [
    ["in the default sort order", { sort: ["featured"] }, 2],
    ["sorted by a field", { sort: ["price_asc"] }, 2],
    ["requested directly by its page number", { sort: ["price_asc"] }, 4],
  ] as const) {
    it(`a page ${what} is filled with the following products if some of its products are deleted`, async () => {
      const client = `gone-${request.sort[0]}-${label}`;
      let gone: readonly string[] | undefined;
      const watched = interposed(bench.engine, async (_operation, _nth, proceed, { body }) => {
        const found = readIn(body);
        if (gone !== undefined && gone.length === 0 && found.length > 0) {
          gone = found.slice(0, GONE);
          const deleted = gone.map((id) => ({ operation: "delete", product_data: { product_identifier: id } }));
          await shop.ingest(deleted);
        }
        return proceed();
      });
      const shop = chainShop(bench, client, [searchProcess(watched.engine)]);
      const lines = drawCatalogue(client, PRODUCTS).map(insertLine);
      await shop.ingest(lines);

      const first = await shop.search({ ...request, limit: LIMIT });
      gone = [];
      const pages = [await shop.search({ limit: LIMIT, pagination: { page: label, cursor: first.recommendation_id } })];
      expect(gone).to.have.length(GONE);
      for (let last = pages[0]; last?.pagination.has_more; last = pages.at(-1)) {
        const pagination = { page: label + pages.length, cursor: last.recommendation_id };
        pages.push(await shop.search({ limit: LIMIT, pagination }));
      }
      const seen = pages.flatMap(identifiers);
      const left = new Set(stock(EMPTY_SHELF, lines).keys());
      const passed =
        label === 2
          ? identifiers(first)
          : orderedProducts(stock(EMPTY_SHELF, lines), { ...request, sort: ["price_asc"], limit: LIMIT }, "all").slice(
              0,
              (label - 1) * LIMIT,
            );
      for (const id of [...passed, ...gone]) left.delete(id);
      expect(pages[0]?.count).to.equal(LIMIT);
      expect(seen.length).to.equal(new Set(seen).size);
      expect(new Set(seen)).to.deep.equal(left);
    });
  }
});

describe("a page that is requested again", () => {
  const bench = useCatalog();
  before(() => void bench.start());

  const line = (id: string, title: string, price = 5) => ({
    operation: "insert",
    product_data: { product_identifier: id, variant_identifier: id, title, price },
  });

  it("a page that is requested again omits products that no longer match the query or filters", async () => {
    const shop = chainShop(bench, "again", [searchProcess(bench.engine)]);
    await shop.ingest(Array.from({ length: 40 }, (_, at) => line(`p${at}`, "linen shirt")));
    const request = { query: "linen", filters: { price: { $lte: 5 } }, limit: 10 };
    const { recommendation_id: cursor } = await shop.search(request);
    const second = { limit: 10, pagination: { page: 2, cursor } };
    const before = identifiers(await shop.search(second));
    const [retitled = "", dearer = "", ...kept] = before;
    await shop.ingest([line(retitled, "velvet shirt"), line(dearer, "linen shirt", 6)]);
    expect(identifiers(await shop.search(second))).to.deep.equal(kept);
  });
});
