import { expect } from "chai";
import fc from "fast-check";
import { CHAIN_BYTES, createCursorIds, isCursorIdForm } from "../../../../src/search/paging/cursor.js";

const secret = new Uint8Array(32).fill(7);
const ids = createCursorIds(secret);
const random = fc.uint8Array({ minLength: CHAIN_BYTES, maxLength: CHAIN_BYTES });
const mode = fc.constantFrom("ranked", "ordered");

function cursorOf(id: string, client = "shop") {
  const cursor = ids.read(client, id);
  if (cursor === undefined) throw new Error(`${id} cannot be read`);
  return cursor;
}

describe("createCursorIds", () => {
  it("a cursor is decoded to its mode (ranked or ordered) and its chain", () => {
    fc.assert(
      fc.property(random, mode, (bytes, wanted) => {
        const first = ids.first("shop", wanted, bytes);
        const second = ids.next("shop", cursorOf(first), 2);
        const { chain } = cursorOf(first);
        expect(isCursorIdForm(first) && isCursorIdForm(second)).to.equal(true);
        expect(cursorOf(first)).to.deep.equal({ id: first, mode: wanted, chain, root: first });
        expect(cursorOf(second)).to.deep.equal({ id: second, mode: wanted, chain, root: first });
        expect(second).not.to.equal(first);
      }),
    );
  });

  it("a cursor depends on the page number only if the list is sorted by a field", () => {
    const ranked = cursorOf(ids.first("shop", "ranked", new Uint8Array(CHAIN_BYTES)));
    const ordered = cursorOf(ids.first("shop", "ordered", new Uint8Array(CHAIN_BYTES)));
    expect(ids.next("shop", ranked, 2)).to.equal(ids.next("shop", ranked, 10));
    expect(ids.next("shop", ordered, 2)).to.equal(ids.next("shop", ordered, 2));
    expect(ids.next("shop", ordered, 2)).not.to.equal(ids.next("shop", ordered, 10));
  });

  it("a cursor is accepted only by processes that have the secret of the process that created it", () => {
    const first = ids.first("shop", "ranked", new Uint8Array(CHAIN_BYTES));
    expect(createCursorIds(new Uint8Array(secret)).read("shop", first)).to.deep.equal(cursorOf(first));
    expect(createCursorIds(new Uint8Array(32)).read("shop", first)).to.equal(undefined);
  });

  it("a cursor is rejected if it was created for a different client", () => {
    expect(ids.read("other", ids.first("shop", "ranked", new Uint8Array(CHAIN_BYTES)))).to.equal(undefined);
  });

  it("a cursor is rejected after any character is changed", () => {
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const first = ids.first("shop", "ranked", new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8, 9]));
    for (let at = 0; at < first.length; at += 1) {
      for (const letter of alphabet) {
        if (letter === first[at]) continue;
        expect(ids.read("shop", first.slice(0, at) + letter + first.slice(at + 1))).to.equal(undefined);
      }
    }
  });

  it("a cursor id is rejected if it does not have the expected format", () => {
    for (const text of ["", "A", "A".repeat(23), "A".repeat(25), `${"A".repeat(23)}=`, `${"A".repeat(23)} `]) {
      expect(isCursorIdForm(text), text).to.equal(false);
    }
  });
});
