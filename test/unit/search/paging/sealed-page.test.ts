import { randomBytes } from "node:crypto";
import { expect } from "chai";
import fc from "fast-check";
import {
  createCursorIds,
  MAX_CURSOR,
  readCursor,
  writeCursor,
  MAX_SEALED,
} from "../../../../src/search/paging/cursor.js";
import { createSealedPages, SALT_BYTES } from "../../../../src/search/paging/sealed-page.js";
import type { PageState } from "../../../../src/search/paging/state.js";

const secret = new Uint8Array(32).fill(5);
const sealedPages = createSealedPages(secret);
const id = createCursorIds(secret).first("shop", "ranked", new Uint8Array(9));
const salt = () => randomBytes(SALT_BYTES);

const stateOf = (delivered: readonly string[], query: string | null = null): PageState => ({
  client_id: "shop",
  chain: id.slice(0, 12),
  expires_at: 1_700_000_300_000,
  page: 1,
  sequence: 0,
  delivered,
  has_more: true,
  after: null,
  path: [],
  root: {
    started_at: 1_700_000_000_000,
    request: {
      query,
      limit: 24,
      sort: "featured",
      filters: { designer: "A" },
      facet_filters: null,
      projection: null,
    },
  },
});
/** Random values of `after`: null, an empty list (the end of the results), or the sort values of a row. */
const rows = fc.option(fc.array(fc.oneof(fc.double(), fc.string(), fc.constant(null)), { maxLength: 3 }));
const sealed = (state: PageState) => sealedPages.seal("shop", id, state, salt()) ?? "";

describe("the encrypted page state in a cursor", () => {
  it("the encrypted page state in a cursor can be decrypted by every process with the secret", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "binary" }), { maxLength: 24 }),
        fc.option(fc.string()),
        rows,
        (ids, query, after) => {
          const state = JSON.parse(JSON.stringify({ ...stateOf(ids, query), after })) as PageState;
          const text = sealedPages.seal("shop", id, state, salt());
          fc.pre(text !== undefined);
          expect(createSealedPages(new Uint8Array(secret)).open("shop", id, text)).to.deep.equal(state);
          expect(readCursor(writeCursor({ id, sealed: text }))).to.deep.equal({ id, sealed: text });
        },
      ),
    );
  });

  it("the encrypted page state in a cursor cannot be decrypted with a different client, cursor id or secret", () => {
    const text = sealed(stateOf(["a"]));
    const other = createCursorIds(secret).first("shop", "ranked", new Uint8Array(9).fill(1));
    expect(sealedPages.open("other", id, text)).to.equal(undefined);
    expect(sealedPages.open("shop", other, text)).to.equal(undefined);
    expect(createSealedPages(new Uint8Array(32)).open("shop", id, text)).to.equal(undefined);
  });

  it("the encrypted page state in a cursor cannot be decrypted after a character is changed, removed or added", () => {
    const text = sealed(stateOf(["a", "b"]));
    for (let at = 0; at < text.length; at += 1) {
      for (const letter of ["A", "z", "_"]) {
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        if (changed !== text) expect(sealedPages.open("shop", id, changed)).to.equal(undefined);
      }
    }
    for (const wrong of ["", "A", text.slice(1), text.slice(0, -1), `${text}A`, "A".repeat(500)]) {
      expect(sealedPages.open("shop", id, wrong)).to.equal(undefined);
    }
  });

  it("the encrypted page state in a cursor contains no plain text, and differs each time it is created", () => {
    const state = stateOf(["secret-product"]);
    const texts = [sealed(state), sealed(state)];
    expect(texts[0]).not.to.equal(texts[1]);
    for (const text of texts) expect(Buffer.from(text, "base64url").toString("latin1")).not.to.contain("secret");
  });

  it("the encrypted page state is not created if the state is too large for a cursor", () => {
    const usual = Array.from({ length: 24 }, (_, position) => String(1_000_003 * (position + 1)));
    expect(sealed(stateOf(usual)).length).to.be.within(200, 500);
    expect(sealedPages.seal("shop", id, stateOf(["a"], "a".repeat(300_000)), salt())).to.equal(undefined);
    const large = Array.from({ length: 250 }, () => randomBytes(16).toString("hex"));
    expect(sealedPages.seal("shop", id, stateOf(large), salt())).to.equal(undefined);
  });

  it("a cursor with an encrypted page state is rejected if its format is invalid", () => {
    for (const text of [
      "",
      ".",
      `${id}.`,
      `${id}.a.b`,
      `${id}.a b`,
      `${id}.a=`,
      `.${id}`,
      `${id}.${"A".repeat(MAX_CURSOR - id.length)}`,
    ]) {
      expect(readCursor(text), text).to.equal(undefined);
    }
    expect(readCursor(id)).to.deep.equal({ id, sealed: undefined });
    expect(`${id}.${"A".repeat(MAX_SEALED)}`.length).to.equal(MAX_CURSOR);
    expect(MAX_CURSOR).to.equal(1_024);
  });
});
