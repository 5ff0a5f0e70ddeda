import { expect } from "chai";
import fc from "fast-check";
import { fieldsByLeaf, seesLeaf, seesNoMore, type SeenFields } from "../../../src/filters/seen-fields.js";

const LEAVES = ["title", "cost", "cost.net", "supplier.name", "supplier.iban", "supplier.bank.iban", "costs"];
const seen = (fields: Partial<SeenFields>) =>
  LEAVES.filter(seesLeaf(fieldsByLeaf({ private: [], public: null, ...fields }, {})));

describe("the fields that pages see", () => {
  it("are all unless some are private or only some are public", () => {
    expect(seen({})).to.deep.equal(LEAVES);
  });

  it("are not those that are private, nor what lies in them", () => {
    expect(seen({ private: ["cost"] })).to.deep.equal([
      "title",
      "supplier.name",
      "supplier.iban",
      "supplier.bank.iban",
      "costs",
    ]);
    expect(seen({ private: ["supplier.bank", "supplier.iban"] })).to.deep.equal([
      "title",
      "cost",
      "cost.net",
      "supplier.name",
      "costs",
    ]);
  });

  it("are the same for an object and for all that lies in it", () => {
    expect(seen({ private: ["supplier.*"] })).to.deep.equal(seen({ private: ["supplier"] }));
    expect(seen({ public: ["supplier.*"] })).to.deep.equal(["supplier.name", "supplier.iban", "supplier.bank.iban"]);
  });

  it("are of those that are public the ones that are not private", () => {
    expect(seen({ public: ["title", "supplier"], private: ["supplier.iban"] })).to.deep.equal([
      "title",
      "supplier.name",
      "supplier.bank.iban",
    ]);
    expect(seen({ public: [] })).to.deep.equal([]);
  });

  it("always have the identifiers among them", () => {
    const sees = seesLeaf({ private: [], public: [] });
    expect(["product_identifier", "variant_identifier", "price"].filter(sees)).to.deep.equal([
      "product_identifier",
      "variant_identifier",
    ]);
  });

  it("have the most specific category only where they have categories", () => {
    const category = (fields: Partial<SeenFields>) =>
      seesLeaf(fieldsByLeaf({ private: [], public: null, ...fields }, {}))("_category");
    expect(category({ private: ["title"] })).to.equal(true);
    expect(category({ private: ["categories"] })).to.equal(false);
    expect(category({ private: ["category"] })).to.equal(false);
    expect(category({ public: ["categories"] })).to.equal(true);
    expect(category({ public: ["title"] })).to.equal(false);
  });

  it("are named by aliases and by the interface's own names, too", () => {
    expect(fieldsByLeaf({ private: ["name", "ek"], public: null }, { ek: "cost" })).to.deep.equal({
      private: ["name", "title", "ek", "cost"],
      public: null,
    });
  });

  it("are compared as sets of leaves", () => {
    const names = fc.uniqueArray(fc.constantFrom("a", "a.b", "a.b.c", "a.d", "e"), { maxLength: 4 });
    const fields = fc.record({ private: names, public: fc.option(names) });
    const leaves = ["a", "a.b", "a.b.c", "a.b.x", "a.d", "a.d.x", "a.x", "e", "e.x", "x"];
    fc.assert(
      fc.property(fields, fields, (one, other) => {
        const [own, others] = [seesLeaf(one), seesLeaf(other)];
        const isSo = leaves.every((leaf) => !own(leaf) || others(leaf));
        // It may say no where that is not so: then more is built anew than must be.
        if (seesNoMore(one, other)) expect(isSo).to.equal(true);
      }),
    );
    fc.assert(fc.property(fields, (one) => seesNoMore(one, one)));
    const noMore = (one: Partial<SeenFields>, other: Partial<SeenFields>) =>
      seesNoMore({ private: [], public: null, ...one }, { private: [], public: null, ...other });
    expect(noMore({ private: ["a", "b"] }, { private: ["a"] })).to.equal(true);
    expect(noMore({ private: ["a"] }, { private: ["a", "b"] })).to.equal(false);
    expect(noMore({ private: ["a"] }, { private: ["a.b"] })).to.equal(true);
    expect(noMore({ public: ["c"] }, { private: ["a"] })).to.equal(true);
    expect(noMore({ public: ["a.b"] }, { public: ["a", "c"] })).to.equal(true);
    expect(noMore({}, { public: ["a"] })).to.equal(false);
  });
});
