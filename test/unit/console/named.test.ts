import { expect } from "chai";
import fc from "fast-check";
import { keyFor } from "../../../console/pages/draft/named.js";
import { KEY } from "../../../src/storefront/fields-configuration.js";

describe("a name for requests", () => {
  it("is that of the field, and told from others by a number", () => {
    expect(keyFor("attributes.shoe size", [])).to.equal("shoe_size");
    expect(keyFor("price", ["price", "price_2"])).to.equal("price_3");
    expect(keyFor("größe", [])).to.equal("gr__e");
  });

  it("is one that configurations take, whatever the field is called", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 512 }), (field) => new RegExp(KEY.pattern).test(keyFor(field, ["f"]))),
    );
  });
});
