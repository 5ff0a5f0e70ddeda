import { createHash } from "node:crypto";
import { expect } from "chai";
import { createKey, hashKey, isKey, sameHash } from "../../../src/storefront/keys.js";

describe("keys", () => {
  const now = new Date("2026-01-02T03:04:05.678Z");

  for (const [kind, letters] of [
    ["public", "pk_"],
    ["private", "sk_"],
  ] as const) {
    it(`makes ${kind} keys and keeps only their hash`, () => {
      const { key, stored } = createKey(kind, now);
      expect(key).to.match(new RegExp(`^${letters}[A-Za-z0-9_-]{43}$`));
      expect(isKey(key)).to.equal(true);
      expect(stored).to.deep.equal({
        hash: createHash("sha256").update(key).digest("base64url"),
        kind,
        prefix: key.slice(0, 8),
        created_at: "2026-01-02T03:04:05.678Z",
        revoked_at: null,
      });
    });
  }

  it("never makes one twice", () => {
    const keys = Array.from({ length: 1000 }, () => createKey("public", now).key);
    expect(new Set(keys).size).to.equal(1000);
  });

  const good = createKey("public", now).key;
  for (const text of [
    "",
    "pk_",
    good.slice(0, -1),
    `${good}a`,
    ` ${good}`,
    good.replace("pk_", "xk_"),
    `${good.slice(0, -1)}=`,
  ]) {
    it(`takes ${JSON.stringify(text.replace(good.slice(3, -1), "…"))} for no key`, () => {
      expect(isKey(text)).to.equal(false);
    });
  }

  it("compares hashes", () => {
    const hash = hashKey(good);
    expect([sameHash(hash, hashKey(good)), sameHash(hash, hashKey(`${good}x`)), sameHash(hash, "")]).to.deep.equal([
      true,
      false,
      false,
    ]);
  });
});
