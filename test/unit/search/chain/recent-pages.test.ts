import { expect } from "chai";
import { rememberPages } from "../../../../src/search/cursor/recent-pages.js";
import type { StoredPage } from "../../../../src/search/cursor/state.js";
import type { CursorStore, OpenedPages } from "../../../../src/search/cursor/store.js";

const NOW = 1_000;
const pageOf = (id: string, more: Partial<StoredPage> = {}): StoredPage => ({
  ...{ id, client_id: "shop", chain: "c", expires_at: NOW + 1, page: 1, sequence: 0, delivered: [`of ${id}`] },
  ...{
    remainder: [],
    position: { kind: "end" },
    pins_left: 0,
    segment: { after: null },
    path: [],
    root: null,
    ...more,
  },
});
const LIFETIME = { chain: "c", expires_at: NOW + 1 };
const NOTHING: OpenedPages = { page: undefined, next: undefined, root: undefined, lifetime: undefined };
const [root, second, third] = [pageOf("root"), pageOf("second", { path: ["root"] }), pageOf("third")];
const NAMES = { cursor: "second", next: "third", root: "root", chain: "c" };

/** A store that says what it is asked. */
function remembering({
  found = NOTHING,
  outcome = "written",
  maxBytes = 100_000,
}: { found?: OpenedPages; outcome?: "written" | "conflict"; maxBytes?: number } = {}) {
  const asked: string[] = [];
  const store: CursorStore = {
    start: () => Promise.resolve(),
    open() {
      asked.push("open");
      return Promise.resolve(found);
    },
    read(id) {
      asked.push(`read ${id}`);
      return Promise.resolve(pageOf(id));
    },
    append(id) {
      asked.push(`append ${id}`);
      return Promise.resolve(outcome);
    },
    prolong: () => Promise.resolve(),
    trail(ids) {
      asked.push(`trail ${ids.join()}`);
      return Promise.resolve(ids.map((id) => (id === "gone" ? undefined : pageOf(id))));
    },
  };
  return { asked, store: rememberPages(store, { maxBytes, now: () => NOW }) };
}

describe("pages of late", () => {
  it("need not be asked for once they were written here", async () => {
    const { store, asked } = remembering();
    const { id, ...state } = second;
    await store.append(id, state, LIFETIME, root);
    expect(await store.open(NAMES)).to.deep.equal({ page: second, root, next: undefined, lifetime: undefined });
    await store.append("third", third, LIFETIME);
    expect(await store.open(NAMES)).to.deep.equal({ page: second, root, next: third, lifetime: undefined });
    expect(asked).to.deep.equal(["append second", "append third"]);
  });

  it("need not be asked for while the cursor carries its page, which is not taken for stored", async () => {
    const { store, asked } = remembering();
    const names = { ...NAMES, cursor: "root", next: "second" };
    expect(await store.open(names, root)).to.deep.equal(NOTHING);
    expect(asked).to.deep.equal([]);
    await store.open(names, { ...root, expires_at: NOW });
    expect(asked).to.deep.equal(["open"]);
  });

  it("are asked for when they are over by their own date, and when their chain's first page is not known", async () => {
    const found = { page: { ...second, expires_at: NOW }, next: undefined, root, lifetime: LIFETIME };
    const { store, asked } = remembering({ found });
    expect([await store.open(NAMES), await store.open(NAMES)]).to.deep.equal([found, found]);
    expect(asked).to.deep.equal(["open", "open"]);
    const rootless = remembering({ found: { ...found, page: second, root: undefined } });
    await rootless.store.open(NAMES);
    await rootless.store.open(NAMES);
    expect(rootless.asked).to.deep.equal(["open", "open"]);
  });

  it("are not those that somebody else wrote first", async () => {
    const { store, asked } = remembering({ outcome: "conflict" });
    expect(await store.append("second", second, LIFETIME)).to.equal("conflict");
    await store.read("second");
    await store.read("second");
    expect(asked).to.deep.equal(["append second", "read second"]);
  });

  it("lead back in order, with only the unknown ones asked for", async () => {
    const { store, asked } = remembering();
    await store.append("second", second, LIFETIME, root);
    const trail = await store.trail(["a", "root", "gone", "second"]);
    expect(trail.map((page) => page?.delivered)).to.deep.equal([["of a"], ["of root"], undefined, ["of second"]]);
    expect(asked).to.deep.equal(["append second", "trail a,gone"]);
  });

  it("are forgotten, the oldest first, when they are too many", async () => {
    const { store, asked } = remembering({ maxBytes: 5_000 });
    for (const id of ["a", "b", "c"]) await store.read(id);
    await store.read("c");
    await store.read("a");
    expect(asked).to.deep.equal(["read a", "read b", "read c", "read a"]);
  });
});
