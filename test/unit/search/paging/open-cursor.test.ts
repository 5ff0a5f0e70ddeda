import { expect } from "chai";
import { ServiceError } from "../../../../src/errors.js";
import { createCursorIds, writeCursor } from "../../../../src/search/paging/cursor.js";
import { openCursor } from "../../../../src/search/paging/chain.js";
import { SALT_BYTES } from "../../../../src/search/paging/sealed-page.js";
import type { ChainRoot, StoredPage } from "../../../../src/search/paging/state.js";
import type { CursorStore } from "../../../../src/search/paging/store.js";
import { chainDeps } from "../../../support/chain-deps.js";
import { answering } from "../../../support/scripted-engine.js";

const NOW = 1_000_000;
const ids = createCursorIds(new Uint8Array(32).fill(3));
const cursor = ids.first("shop", "ordered", new Uint8Array(9).fill(9));
const { chain = "" } = ids.read("shop", cursor) ?? {};

const root: ChainRoot = {
  started_at: NOW - 1_000,
  request: { query: null, limit: 1, sort: "price_asc", filters: null, facet_filters: null, projection: null },
};
const first: StoredPage = {
  id: cursor,
  client_id: "shop",
  chain,
  expires_at: NOW + 1,
  page: 1,
  sequence: 0,
  delivered: ["a"],
  has_more: true,
  after: null,
  path: [],
  root,
};

type Found = Awaited<ReturnType<CursorStore["open"]>>;
const FOUND: Found = { page: first, next: undefined, root: first, lifetime: undefined };

/**
 * Opens a cursor with a fake page store that returns the given pages. If no pages are given, a call of the store fails
 * the test.
 */
async function open(
  pagination: { page?: number; cursor?: string },
  found?: Found,
  { clientId = "shop", erasedAt = -Infinity } = {},
) {
  const engine = answering();
  const requested: unknown[] = [];
  const store: CursorStore = {
    ...chainDeps(engine).store,
    open(wanted) {
      if (found === undefined) throw new Error("the store was asked for what cannot be there");
      requested.push(wanted);
      return Promise.resolve(found);
    },
    isForgotten: (marks = [], startedAt) => marks.includes("erased") && erasedAt >= startedAt,
  };
  const deps = chainDeps(engine, { ids, store, now: () => NOW });
  const opened = await openCursor(deps, clientId, pagination).catch((error: unknown) => error);
  const rejected = (await deps.metrics.cursors.rejected.get()).values.map(({ labels, value }) => [
    labels.reason,
    value,
  ]);
  return { opened, requested, rejected };
}

const summaryOf = ({ opened }: Awaited<ReturnType<typeof open>>) => {
  expect(opened).to.be.instanceOf(ServiceError);
  const { code, context } = opened as ServiceError;
  return { code, context };
};
const invalid = (field: string) => ({ code: "validation_error", context: { field } });
const unknownPage = (reason: string) => ({ code: "unknown_page", context: { field: "pagination.cursor", reason } });

describe("opening a cursor", () => {
  it("opening a cursor returns the page of the cursor and the first page of its chain", async () => {
    const { opened, requested, rejected } = await open({ page: 7, cursor }, FOUND);
    const read = ids.read("shop", cursor);
    expect(opened).to.deep.equal({
      cursor: read,
      wanted: 7,
      page: first,
      root,
      next: undefined,
      expires_at: NOW + 1,
      unstored: undefined,
    });
    const next = read && ids.next("shop", read, 7);
    expect(requested).to.deep.equal([{ cursor, next, root: cursor, chain }]);
    expect(rejected).to.deep.equal([]);
  });

  it("opening a cursor requires no stored page if the cursor contains the page", async () => {
    const { sealed } = chainDeps(answering());
    const { id, ...state } = first;
    const text = writeCursor({ id, sealed: sealed.seal("shop", id, state, new Uint8Array(SALT_BYTES)) });
    const nothing: Found = { page: undefined, next: undefined, root: undefined, lifetime: undefined };
    const { opened } = await open({ page: 2, cursor: text }, nothing);
    expect(opened).to.deep.include({ page: first, root, unstored: first, expires_at: NOW + 1 });
    expect((await open({ page: 2, cursor: text }, FOUND)).opened).to.deep.include({ page: first, unstored: undefined });
    expect(summaryOf(await open({ page: 2, cursor: `${text}A` }))).to.deep.equal(unknownPage("unknown"));
    const late = writeCursor({
      id,
      sealed: sealed.seal("shop", id, { ...state, expires_at: NOW }, new Uint8Array(SALT_BYTES)),
    });
    expect(summaryOf(await open({ page: 2, cursor: late }, nothing))).to.deep.equal(unknownPage("expired"));
  });

  for (const [name, malformed] of [
    ["a file path as a cursor", "../etc"],
    ["an empty cursor", ""],
    ["a cursor with a missing character", cursor.slice(1)],
    ["a cursor with an additional character", `${cursor}A`],
  ] as const) {
    it(`opening ${name} is rejected without reading the page store`, async () => {
      expect(summaryOf(await open({ page: 2, cursor: malformed }))).to.deep.equal(invalid("pagination.cursor"));
    });
  }

  it("opening a cursor requires a page number", async () => {
    expect(summaryOf(await open({ cursor }))).to.deep.equal(invalid("pagination.page"));
  });

  it("opening a cursor of a different client is rejected without reading the page store", async () => {
    const never = await open({ page: 2, cursor: "A".repeat(24) });
    expect([summaryOf(never), never.rejected]).to.deep.equal([unknownPage("unknown"), [["unknown", 1]]]);
    expect(summaryOf(await open({ page: 2, cursor }, undefined, { clientId: "other" }))).to.deep.equal(
      unknownPage("unknown"),
    );
  });

  const expired: readonly (readonly [string, Found])[] = [
    ["its page is no longer stored", { ...FOUND, page: undefined }],
    ["the first page of its chain is no longer stored", { ...FOUND, root: undefined }],
    ["its page has expired", { ...FOUND, page: { ...first, expires_at: NOW } }],
    [
      "its page and its chain have expired",
      { ...FOUND, page: { ...first, expires_at: 1 }, lifetime: { chain, expires_at: NOW } },
    ],
  ];
  for (const [name, found] of expired) {
    it(`a cursor is reported as expired if ${name}`, async () => {
      const response = await open({ page: 2, cursor }, found);
      expect([summaryOf(response), response.rejected]).to.deep.equal([unknownPage("expired"), [["expired", 1]]]);
    });
  }

  it("a cursor is reported as expired after the data of the chain's shopper was erased", async () => {
    const read = { ...FOUND, page: { ...first, shoppers: ["other", "erased"] } };
    const { started_at } = root;
    expect(summaryOf(await open({ page: 2, cursor }, read, { erasedAt: started_at }))).to.deep.equal(
      unknownPage("expired"),
    );
    expect((await open({ page: 2, cursor }, read, { erasedAt: started_at - 1 })).opened).to.deep.include({ root });
    expect((await open({ page: 2, cursor }, FOUND, { erasedAt: started_at })).opened).to.deep.include({ root });
  });

  it("a cursor can be opened until the lifetime of its whole chain ends", async () => {
    const lifetime = { chain, expires_at: NOW + 5 };
    const { opened } = await open({ page: 2, cursor }, { ...FOUND, page: { ...first, expires_at: 1 }, lifetime });
    expect(opened).to.deep.include({ expires_at: NOW + 5 });
  });
});
