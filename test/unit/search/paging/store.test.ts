import { expect } from "chai";
import type { Engine, EngineCall } from "../../../../src/engine/engine.js";
import type { StoredPage } from "../../../../src/search/paging/state.js";
import { contextOn } from "../../../support/context.js";
import { createCursorStore, lifetimeId } from "../../../../src/search/paging/store.js";

const NOW = 1_000;
const pageOf = (id: string, more: Partial<StoredPage> = {}): StoredPage => ({
  id,
  client_id: "shop",
  chain: "c",
  expires_at: NOW + 1,
  page: 1,
  sequence: 0,
  delivered: [`of ${id}`],
  has_more: false,
  after: null,
  path: [],
  root: null,
  ...more,
});
const LIFETIME = { chain: "c", expires_at: NOW + 1 };
const NOTHING = { page: undefined, next: undefined, root: undefined, lifetime: undefined };
const [root, second, third] = [pageOf("root"), pageOf("second", { path: ["root"] }), pageOf("third")];
const NAMES = { cursor: "second", next: "third", root: "root", chain: "c" };
const ALL_NAMES = ["lifetime:c", "second", "third", "root"];

/**
 * A page store with a fake engine that contains these pages and records its requests.
 * @param taken ids of pages that another process has already created
 */
function storeOf(stored: readonly StoredPage[] = [], { taken = [] as readonly string[], maxBytes = 100_000 } = {}) {
  const requested: (readonly string[])[] = [];
  const documents = new Map<string, object>(stored.map(({ id, ...state }) => [id, state]));
  documents.set(lifetimeId("c"), LIFETIME);
  const engine: Engine = {
    prefix: "",
    close: () => Promise.resolve(),
    call<T>(operation: string, { body, bulkBody = "" }: EngineCall): Promise<T> {
      if (operation === "bulk") {
        const ids = [...bulkBody.matchAll(/^\{"(?:create|update)":\{"_id":"([^"]+)"/gm)].map(([, id = ""]) => id);
        return Promise.resolve({ items: ids.map((id) => ({ any: { status: taken.includes(id) ? 409 : 201 } })) } as T);
      }
      const { ids } = body as { readonly ids: readonly string[] };
      requested.push(ids);
      const docs = ids.map((_id) => ({ _id, found: documents.has(_id), _source: documents.get(_id) }));
      return Promise.resolve({ docs } as T);
    },
  };
  return { requested, store: createCursorStore(contextOn(engine, {}, { now: () => NOW }), maxBytes) };
}

describe("page store", () => {
  it("the page store returns pages written by this process without a request to the search engine", async () => {
    const { store, requested } = storeOf();
    const { id, ...state } = second;
    expect(await store.append(id, state, LIFETIME, root)).to.equal("written");
    expect(await store.open(NAMES)).to.deep.equal({ page: second, root, next: undefined, lifetime: undefined });
    await store.append("third", third, LIFETIME);
    expect(await store.open(NAMES)).to.deep.equal({ page: second, root, next: third, lifetime: undefined });
    expect(requested).to.deep.equal([]);
  });

  it("the page store does not read a page that the cursor contains", async () => {
    const { store, requested } = storeOf();
    const names = { ...NAMES, cursor: "root", next: "second" };
    expect(await store.open(names, root)).to.deep.equal(NOTHING);
    expect(requested).to.deep.equal([]);
    await store.open(names, { ...root, expires_at: NOW });
    expect(requested).to.deep.equal([["lifetime:c", "root", "second", "root"]]);
  });

  it("the page store reads a cached page again after it has expired", async () => {
    const over = { ...second, expires_at: NOW };
    const { store, requested } = storeOf([over, root]);
    const found = { page: over, next: undefined, root, lifetime: LIFETIME };
    expect([await store.open(NAMES), await store.open(NAMES)]).to.deep.equal([found, found]);
    expect(requested).to.deep.equal([ALL_NAMES, ALL_NAMES]);
    const rootless = storeOf([second]);
    await rootless.store.open(NAMES);
    await rootless.store.open(NAMES);
    expect(rootless.requested).to.deep.equal([ALL_NAMES, ALL_NAMES]);
  });

  it("the page store reads a page from the search engine if a different process stored the page first", async () => {
    const { store, requested } = storeOf([second], { taken: ["second"] });
    expect(await store.append("second", second, LIFETIME)).to.equal("conflict");
    await store.read("second");
    await store.read("second");
    expect(requested).to.deep.equal([["second"]]);
  });

  it("the page store reads only pages that are not cached when it collects the products of earlier pages", async () => {
    const earliest = pageOf("a");
    const { store, requested } = storeOf([earliest, pageOf("b", { path: ["a"] })]);
    await store.append("second", second, LIFETIME, root);
    const delivered = await store.deliveredUpTo({ delivered: ["own"], path: ["b", "root", "second"] });
    expect([...(delivered ?? [])]).to.deep.equal(["own", "of b", "of root", "of second", "of a"]);
    expect(requested).to.deep.equal([["b"], ["a"]]);
    expect(await store.deliveredUpTo({ delivered: [], path: ["root", "gone"] })).to.equal(undefined);
  });

  it("the page store removes the oldest pages from its cache if the cache exceeds its size limit", async () => {
    const { store, requested } = storeOf([], { maxBytes: 2_500 });
    for (const page of ["a", "b", "c"].map((id) => pageOf(id))) await store.append(page.id, page, LIFETIME);
    await store.read("c");
    await store.read("a");
    expect(requested).to.deep.equal([["a"]]);
  });

  it("the page store deletes the pages of erased shoppers", async () => {
    const { store, requested } = storeOf();
    await store.append("a", pageOf("a", { shoppers: ["x", "y"] }), LIFETIME);
    await store.append("b", pageOf("b", { shoppers: ["z"] }), LIFETIME);
    store.forget(new Map([["y", 500]]));
    await store.read("a");
    await store.read("b");
    expect(requested).to.deep.equal([["a"]]);
    expect([499, 500, 501].map((startedAt) => store.isForgotten(["x", "y"], startedAt))).to.deep.equal([
      true,
      true,
      false,
    ]);
    expect(store.isForgotten(undefined, 0)).to.equal(false);
  });
});
