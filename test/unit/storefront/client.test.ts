import { expect } from "chai";
import { ServiceError } from "../../../src/errors.js";
import { clientIdOf, isClientId, parseOrigin } from "../../../src/storefront/client.js";

describe("clientIdOf", () => {
  for (const [name, id] of [
    ["demo", "demo"],
    ["Café Noir & Co.", "cafe-noir-co"],
    ["  --Shop_1--  ", "shop-1"],
    ["ÅÄÖ", "aao"],
    [`${"a".repeat(62)} b`, "a".repeat(62)],
    ["x".repeat(200), "x".repeat(63)],
  ] as const) {
    it(`the client id ${id.slice(0, 20)} is derived from the shop name ${JSON.stringify(name.slice(0, 20))}`, () => {
      expect(clientIdOf(name)).to.equal(id);
      expect(isClientId(id)).to.equal(true);
    });
  }

  for (const name of ["", "---", "店舗", "!"]) {
    it(`rejects ${JSON.stringify(name)}`, () => {
      expect(() => clientIdOf(name))
        .to.throw(ServiceError, "at least one letter")
        .with.property("code", "validation_error");
    });
  }
});

describe("parseOrigin", () => {
  for (const [text, origin] of [
    ["https://shop.example", "https://shop.example"],
    ["https://Shop.Example/", "https://shop.example"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["https://shop.example:443", "https://shop.example"],
  ] as const) {
    it(`parses ${text}`, () => {
      expect(parseOrigin(text)).to.equal(origin);
    });
  }

  for (const text of [
    "*",
    "null",
    "",
    "shop.example",
    "https://shop.example/path",
    "https://a?b",
    "ftp://a",
    "https://u:p@a",
    "https://:p@a",
    "javascript:0",
  ]) {
    it(`rejects ${JSON.stringify(text)}`, () => {
      expect(() => parseOrigin(text))
        .to.throw(ServiceError, "expected an origin like")
        .with.property("code", "validation_error");
    });
  }
});
