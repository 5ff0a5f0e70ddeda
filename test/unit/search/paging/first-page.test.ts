import { expect } from "chai";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import type { ProductSource, SourceVariant } from "../../../../src/catalog/product-document.js";
import type { Hit } from "../../../../src/engine/search-documents.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import { readCursor } from "../../../../src/search/paging/cursor.js";
import { markOf, type PageState } from "../../../../src/search/paging/state.js";
import { shopperId } from "../../../../src/tracking/shopper-id.js";
import { firstPage } from "../../../../src/search/paging/first-page.js";
import { freeze } from "../../../../src/search/paging/frozen.js";
import { beginningOf, BY_SCORE } from "../../../../src/search/paging/placement.js";
import type { CursorStore } from "../../../../src/search/paging/store.js";
import { windowBody } from "../../../../src/search/paging/windows.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { chainDeps, placedBy } from "../../../support/chain-deps.js";
import { answering } from "../../../support/scripted-engine.js";

const leaves = new Map<string, LeafType>([
  ["title", "string"],
  ["price", "number"],
]);
const NOW = 1_000_000;

function plannedOf(given: Omit<SearchBody, "user">): { readonly body: SearchBody; readonly plan: Plan } {
  const body = { user: { device_id: "d" }, ...given };
  const catalog = { leaves, multi_variant: false };
  const request = parseSearchRequest(body, DEFAULT_CONFIGURATION, leaves);
  const plan = planSearch(request, DEFAULT_CONFIGURATION, catalog, { shards: 1, proposed: new Map() });
  return { body, plan };
}

const variantOf = (id: string): SourceVariant => ({
  variant_identifier: id,
  active: true,
  digest: id,
  data: { product_identifier: id, variant_identifier: id },
});
const hitOf = (product: number): Hit<ProductSource> => ({
  _index: "i",
  _id: `p${product}`,
  _score: null,
  sort: [product, `p${product}`],
  _source: {
    product_identifier: `p${product}`,
    active: true,
    source: [variantOf(`p${product}`)],
    created_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
  },
});
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** An engine that has this many products, in order, as far as windows and pages ask for them. */
function stocked(total: number) {
  const bodies: Record<string, unknown>[] = [];
  const engine = {
    ...answering(),
    call<T>(operation: string, { body }: { readonly body?: unknown }): Promise<T> {
      bodies.push(body as Record<string, unknown>);
      if (operation === "mget") {
        const docs = (body as { ids: string[] }).ids.map((id) => ({ found: true, ...hitOf(Number(id.slice(1))) }));
        return Promise.resolve({ docs } as T);
      }
      const { from = 0, size } = body as { from?: number; size: number };
      const hits = range(from, Math.min(total, from + size)).map(hitOf);
      return Promise.resolve({ hits: { total: { value: total, relation: "eq" }, hits } } as T);
    },
  };
  return { engine, bodies };
}

async function start(total: number, given: Omit<SearchBody, "user">, sealing = true) {
  const { engine, bodies } = stocked(total);
  const stored: { readonly id: string; readonly state: PageState }[] = [];
  const store: CursorStore = {
    ...chainDeps(engine).store,
    start(id, state) {
      stored.push({ id, state });
      return Promise.resolve();
    },
  };
  const usual = chainDeps(engine, { store, now: () => NOW });
  const deps = sealing ? usual : { ...usual, sealed: { ...usual.sealed, seal: () => undefined } };
  const { body, plan } = plannedOf(given);
  const ids = range(0, Math.min(total, plan.request.limit)).map((at) => hitOf(at)._id);
  const found = {
    live: { ...plan.catalog, index: "products", version: 1, edition: 1 },
    key: "key",
    plan,
    total,
    facets: "[]",
    page: beginningOf(deps, plan) === "page" ? { ids: JSON.stringify(ids), items: "[]" } : undefined,
  };
  const root = freeze(body, found, null, NOW);
  const page = await firstPage(deps, "shop", found, root);
  return { page, bodies, stored, root, deps };
}

describe("the first page of a chain", () => {
  const paged = async (total: number, limit: number, page: number, sort = "price_asc") => {
    const { page: served } = await start(total, { limit, sort: [sort], pagination: { page } });
    const { has_more, delivered } = served;
    const found = delivered.map((id) => Number(id.slice(1)));
    return { page: served.page, has_more, found };
  };

  it("reports whether there is another, and in ordered sorts is the true one", async () => {
    expect(await paged(24, 24, 1)).to.deep.equal({ page: 1, has_more: false, found: range(0, 24) });
    expect(await paged(25, 24, 1)).to.deep.equal({ page: 1, has_more: true, found: range(0, 24) });
    expect(await paged(25, 24, 2)).to.deep.equal({ page: 2, has_more: false, found: [24] });
    expect(await paged(73, 24, 2)).to.deep.equal({ page: 2, has_more: true, found: range(24, 48) });
    expect(await paged(25, 24, 9)).to.deep.equal({ page: 9, has_more: false, found: [] });
    expect(await paged(0, 24, 1)).to.deep.equal({ page: 1, has_more: false, found: [] });
  });

  it("is the top of our own ranking, whatever it is called", async () => {
    expect(await paged(25, 24, 9, "featured")).to.deep.equal({ page: 9, has_more: true, found: range(0, 24) });
  });

  it("requests nothing more at the top, and elsewhere rows from the beginning of the page", async () => {
    expect((await start(50, { limit: 10, sort: ["price_desc"] })).bodies).to.deep.equal([]);
    const given: Omit<SearchBody, "user"> = { limit: 10, sort: ["price_desc"], pagination: { page: 3 } };
    const { bodies } = await start(50, given);
    const { plan } = plannedOf(given);
    expect(bodies[0]).to.deep.equal(windowBody(plan, { from: 20, size: 100 }));
    expect(bodies[0]).to.deep.include({
      from: 20,
      size: 100,
      sort: [{ "sort.price": { order: "desc", missing: "_last" } }, { product_identifier: "asc" }],
    });
  });

  it("asks for no rows past the end, however deep", async () => {
    const { page, bodies } = await start(50, { limit: 250, sort: ["price_asc"], pagination: { page: 1_000_000_000 } });
    expect([page.page, page.has_more, page.delivered]).to.deep.equal([1_000_000_000, false, []]);
    // A look at what there is, at random.
    expect(bodies.map(({ size, from }) => [size, from])).to.deep.equal([[300, undefined]]);
  });

  it("is sealed in its cursor with the state of its chain, and stores nothing", async () => {
    const { page, stored, root, deps } = await start(3, { limit: 2, sort: ["price_asc"] });
    const { id = "", sealed = "" } = readCursor(page.recommendation_id) ?? {};
    const { chain, mode } = deps.ids.read("shop", id) ?? {};
    expect([mode, page.expires_in, stored]).to.deep.equal(["ordered", 300, []]);
    const shopper = { client_id: "shop", kind: "device", id: "d" } as const;
    expect(deps.sealed.open("shop", id, sealed)).to.deep.equal({
      shoppers: [markOf(shopperId(shopper))],
      client_id: "shop",
      chain,
      expires_at: NOW + 330_000,
      page: 1,
      sequence: 0,
      delivered: ["p0", "p1"],
      remainder: [],
      position: { kind: "start", windows: 0 },
      pins_left: 0,
      segment: { after: null },
      path: [],
      root,
    });
  });

  it("is stored under its id when it cannot be sealed", async () => {
    const { page, stored, root, deps } = await start(3, { limit: 2 }, false);
    const { chain } = deps.ids.read("shop", page.recommendation_id) ?? {};
    expect(stored.map(({ id, state }) => [id, state.chain, state.delivered, state.root])).to.deep.equal([
      [page.recommendation_id, chain, ["p0", "p1"], root],
    ]);
  });

  it("needs a window only deep in an order, or where products are re-ranked", () => {
    const beginning = (given: Omit<SearchBody, "user">, placement = BY_SCORE) =>
      beginningOf({ placements: placedBy(placement) }, plannedOf(given).plan);
    const turned = { place: (window: readonly { id: string }[]) => window.map(({ id }) => id).reverse() };
    expect(beginning({})).to.equal("page");
    expect(beginning({ pagination: { page: 5 } })).to.equal("page");
    expect(beginning({}, turned)).to.equal("window");
    expect(beginning({ sort: ["newest"] }, turned)).to.equal("page");
    expect(beginning({ sort: ["newest"], pagination: { page: 2 } })).to.equal("nothing");
    expect(beginning({ limit: 0 }, turned)).to.equal("nothing");
  });
});
