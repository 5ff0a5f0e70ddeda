import { expect } from "chai";
import { fieldsByField, isVisibleField, type SeenFields } from "../../../src/filters/visible-fields.js";

const FIELDS = ["title", "cost", "cost.net", "supplier.name", "supplier.iban", "supplier.bank.iban", "costs"];
const seen = (fields: Partial<SeenFields>) =>
  FIELDS.filter(isVisibleField(fieldsByField({ private: [], public: null, ...fields }, {})));

describe("selection of visible fields", () => {
  it("all fields are visible if neither private nor public fields are configured", () => {
    expect(seen({})).to.deep.equal(FIELDS);
  });

  it("private fields and their subfields are not visible", () => {
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

  it("the pattern for all fields of an object selects the same visible fields as the name of the object", () => {
    expect(seen({ private: ["supplier.*"] })).to.deep.equal(seen({ private: ["supplier"] }));
    expect(seen({ public: ["supplier.*"] })).to.deep.equal(["supplier.name", "supplier.iban", "supplier.bank.iban"]);
  });

  it("private fields are not visible even if they are in the list of public fields", () => {
    expect(seen({ public: ["title", "supplier"], private: ["supplier.iban"] })).to.deep.equal([
      "title",
      "supplier.name",
      "supplier.bank.iban",
    ]);
    expect(seen({ public: [] })).to.deep.equal([]);
  });

  it("product and variant identifiers are always visible", () => {
    const isVisible = isVisibleField({ private: [], public: [] });
    expect(["product_identifier", "variant_identifier", "price"].filter(isVisible)).to.deep.equal([
      "product_identifier",
      "variant_identifier",
    ]);
  });

  it("the most specific category is visible only together with the field `categories`", () => {
    const category = (fields: Partial<SeenFields>) =>
      isVisibleField(fieldsByField({ private: [], public: null, ...fields }, {}))("_category");
    expect(category({ private: ["title"] })).to.equal(true);
    expect(category({ private: ["categories"] })).to.equal(false);
    expect(category({ private: ["category"] })).to.equal(false);
    expect(category({ public: ["categories"] })).to.equal(true);
    expect(category({ public: ["title"] })).to.equal(false);
  });

  it("private and public fields can be configured by alias or by their name in the API", () => {
    expect(fieldsByField({ private: ["name", "ek"], public: null }, { ek: "cost" })).to.deep.equal({
      private: ["name", "title", "ek", "cost"],
      public: null,
    });
  });
});
