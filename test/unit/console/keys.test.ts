import { expect } from "chai";
import fc from "fast-check";
import { keyFor, uniqueName } from "../../../console/parts/keys.js";
import { KEY } from "../../../src/storefront/fields-configuration.js";

describe("keyFor", () => {
  it("derives a key from the field name, and adds a number if the key exists", () => {
    expect(keyFor("attributes.shoe size", [])).to.equal("shoe_size");
    expect(keyFor("price", ["price", "price_2"])).to.equal("price_3");
    expect(keyFor("größe", [])).to.equal("gr__e");
  });

  it("returns a valid configuration key for any field name", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 512 }), (field) => new RegExp(KEY.pattern).test(keyFor(field, ["f"]))),
    );
  });
});

describe("uniqueName", () => {
  it("appends a number to a name that already exists", () => {
    expect(uniqueName("Hide STRIDEN", ["Other"])).to.equal("Hide STRIDEN");
    expect(uniqueName("Hide STRIDEN", ["Hide STRIDEN", "Hide STRIDEN (2)"])).to.equal("Hide STRIDEN (3)");
  });
});
