import { expect } from "chai";
import fc from "fast-check";
import { createRedaction, credentialsOf } from "../../../src/observability/redaction.js";
import { createKey } from "../../../src/storefront/keys.js";

describe("createRedaction", () => {
  const url = "https://admin:p%40ss%22word@search.example:9200";
  const redact = createRedaction(credentialsOf(url));

  for (const [what, text, safe] of [
    ["a public key", "key pk_abc-DEF_1 came", "key [redacted key] came"],
    ["a private key", '{"key":"sk_abc"}', '{"key":"[redacted key]"}'],
    ["several", "pk_a sk_b", "[redacted key] [redacted key]"],
    ["credentials in an address", `GET ${url}/_search`, "GET https://[redacted]@search.example:9200/_search"],
    ["another address's credentials", "http://u:p@h/", "http://[redacted]@h/"],
    ["the password", 'it is p@ss"word', "it is [redacted]"],
    ["the password inside JSON", JSON.stringify({ it: 'p@ss"word' }), '{"it":"[redacted]"}'],
    ["the password as it is in the address", "p%40ss%22word", "[redacted]"],
    ["words that only look like keys", "task_id risk_score pk id_sk", "task_id risk_score pk id_sk"],
    ["an address without credentials", "http://127.0.0.1:9200/a@b", "http://127.0.0.1:9200/a@b"],
  ] as const) {
    it(`handles ${what}`, () => {
      expect(redact(text)).to.equal(safe);
    });
  }

  it("leaves no key in any text around it", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.constantFrom("public", "private"), (before, after, kind) => {
        const { key } = createKey(kind, new Date(0));
        expect(redact(before + key + after)).to.not.include(key);
      }),
    );
  });
});

describe("credentialsOf", () => {
  for (const [url, secrets] of [
    ["https://user:secret@host", ["secret", "secret", "user:secret"]],
    ["https://user@host", ["user:"]],
    ["https://host:9200", []],
    ["no address", []],
  ] as const) {
    it(`finds those of ${url}`, () => {
      expect(credentialsOf(url)).to.deep.equal(secrets);
    });
  }
});
