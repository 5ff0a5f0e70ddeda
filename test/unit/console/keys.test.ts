import { expect } from "chai";
import fc from "fast-check";
import { keyFor, uniqueName } from "../../../console/parts/keys.js";
import { KEY } from "../../../src/storefront/fields-configuration.js";

describe("keyFor", () => {
  it("a configuration key is derived from the field name, with a number if the key already exists", () => {
    expect(keyFor("attributes.shoe size", [])).to.equal("shoe_size");
    expect(keyFor("price", ["price", "price_2"])).to.equal("price_3");
    expect(keyFor("größe", [])).to.equal("gr__e");
  });

  it("a configuration key derived from a field name is valid for any field name", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 512 }), (field) => new RegExp(KEY.pattern).test(keyFor(field, ["f"]))),
    );
  });
});

describe("uniqueName", () => {
  it("uniqueName appends a number to a name that already exists", () => {
    expect(uniqueName("Hide STRIDEN", ["Other"])).to.equal("Hide STRIDEN");
    expect(uniqueName("Hide STRIDEN", ["Hide STRIDEN", "Hide STRIDEN (2)"])).to.equal("Hide STRIDEN (3)");
  });
});
