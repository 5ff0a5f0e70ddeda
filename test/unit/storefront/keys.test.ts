import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { expect } from "chai";
import fc from "fast-check";
import { createKey, hashKey, isKey, sameHash, verifiedUser } from "../../../src/storefront/keys.js";
import { signUser } from "../../support/sign-user.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { wholeConfiguration } from "../../../src/storefront/configuration.js";
import { describeStorefront, type StoredClient, toStorefront } from "../../../src/storefront/stored-client.js";
import { CHECKOUT } from "../../support/process.js";

describe("keys", () => {
  const now = new Date("2026-01-02T03:04:05.678Z");

  for (const [kind, letters] of [
    ["public", "pk_"],
    ["private", "sk_"],
  ] as const) {
    it(`the stored form of a ${kind} API key contains the hash and the first eight characters instead of the key`, () => {
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

  it("creating 1,000 API keys returns 1,000 different keys", () => {
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
    it(`the text ${JSON.stringify(text.replace(good.slice(3, -1), "…"))} is not a valid API key`, () => {
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

const now = new Date("2026-01-02T03:04:05Z");

function shop(signed_user_ids: boolean): { keys: string[]; stored: StoredClient; storefront: Storefront } {
  const made = [createKey("private", now), createKey("private", now), createKey("public", now)];
  const stored = {
    client_id: "shop",
    name: "Shop",
    origins: [],
    configuration: { signed_user_ids },
    keys: made.map((one) => one.stored),
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  };
  return { keys: made.map(({ key }) => key), stored, storefront: toStorefront(stored) };
}

describe("the verification of user ids", () => {
  const [key = "", second = "", publicKey = ""] = shop(true).keys;
  const { keys, stored, storefront } = shop(true);
  const [valid = "", other = "", open = ""] = keys;

  it("the verification of user ids accepts a user id that is signed as documented", () => {
    const page = readFileSync(join(CHECKOUT, "docs/developers/personalization.md"), "utf8");
    const [, sample = ""] = /```ts\n([^`]*createHmac[\s\S]*?)```/.exec(page) ?? [];
    const globals = { require: createRequire(import.meta.url), process: { env: { VITRINE_PRIVATE_KEY: key } } };
    expect(runInNewContext(`${sample}; signedUserId`, { ...globals, userId: "ada" })).to.equal(signUser(key, "ada"));
  });

  it("the verification of user ids accepts an unsigned user id if the storefront requires no signatures", () => {
    expect(verifiedUser(shop(false).storefront, "ada")).to.deep.equal({ user_id: "ada", unverified: false });
    expect(verifiedUser(shop(false).storefront, "a.b")).to.deep.equal({ user_id: "a.b", unverified: false });
  });

  it("the verification of user ids returns null for a missing user id", () => {
    for (const none of [null, ""]) {
      expect(verifiedUser(storefront, none)).to.deep.equal({ user_id: null, unverified: false });
    }
  });

  it("the verification of user ids accepts a user id signed with any private key of the storefront", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom(valid, other), (id, by) => {
        expect(verifiedUser(storefront, signUser(by, id))).to.deep.equal({ user_id: id, unverified: false });
      }),
    );
  });

  it("the verification of user ids returns null for unsigned or changed ids, and for foreign, public or revoked keys", () => {
    const unverified = { user_id: null, unverified: true };
    for (const by of [key, second, publicKey, open]) {
      expect(verifiedUser(storefront, signUser(by, "ada"))).to.deep.equal(unverified);
    }
    const signed = signUser(valid, "ada");
    for (const text of [
      "ada",
      "ada.",
      ".",
      signed.slice(3),
      `eve${signed.slice(3)}`,
      `${signed}x`,
      signed.slice(0, -1),
    ]) {
      expect(verifiedUser(storefront, text), text).to.deep.equal(unverified);
    }
    const [first, ...others] = stored.keys;
    const revoked = toStorefront({
      ...stored,
      keys: [{ ...first, revoked_at: now.toISOString() } as never, ...others],
    });
    expect(verifiedUser(revoked, signed)).to.deep.equal(unverified);
  });

  it("the verification of user ids uses key hashes that the published storefront does not contain", () => {
    expect(describeStorefront(stored)).to.deep.equal({
      client_id: "shop",
      name: "Shop",
      origins: [],
      configuration: wholeConfiguration({ signed_user_ids: true }),
    });
    expect(storefront.signing_hashes).to.deep.equal([hashKey(valid), hashKey(other)]);
  });
});
