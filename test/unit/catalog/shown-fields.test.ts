import { expect } from "chai";
import type { FieldTypes } from "../../../src/catalog/fields.js";
import { privateNames, shownFields, shownValues } from "../../../src/catalog/shown-fields.js";
import { ALL_FIELDS } from "../../../src/filters/visible-fields.js";
import { FieldScan } from "../../../packages/import/convert/field-scan.js";
import { proposeConfiguration } from "../../../packages/import/convert/propose-configuration.js";
import { checkConfiguration } from "../../../src/storefront/check-configuration.js";

describe("shownFields", () => {
  const fieldNames: FieldTypes = new Map([
    ["title", "string"],
    ["cost", "number"],
    ["supplier.iban", "string"],
  ]);
  const fields = { private: ["cost", "supplier"], public: null };

  it("shownFields returns the catalogue's own map object if all fields are visible", () => {
    expect(shownFields(fieldNames, ALL_FIELDS)).to.equal(fieldNames);
    expect(shownValues(fieldNames, ALL_FIELDS)).to.equal(fieldNames);
  });

  it("shownFields returns a map without private fields, and reuses this map if the settings are unchanged", () => {
    const shown = shownFields(fieldNames, fields);
    expect([...shown]).to.deep.equal([["title", "string"]]);
    expect(shownFields(fieldNames, fields)).to.equal(shown);
    expect([...shownFields(fieldNames, { ...fields, private: ["supplier"] }).keys()]).to.deep.equal(["title", "cost"]);
    expect([...shownFields(new Map(fieldNames), fields)]).to.deep.equal([...shown]);
  });
});

describe("private field names", () => {
  it("privateNames recognizes names of purchase prices, suppliers and internal notes in several languages", () => {
    const names = ["cost_price", "costPrice", "Margin", "attributes.purchase_price", "wholesale-price", "supplier.iban", "supplier.bank.bic", "contact.e-mail", "internal_note", "EK_Preis", "prix_achat"]; // prettier-ignore
    expect(privateNames(names)).to.deep.equal([
      "EK_Preis",
      "Margin",
      "attributes.purchase_price",
      "contact.e-mail",
      "costPrice",
      "cost_price",
      "internal_note",
      "prix_achat",
      "supplier.*",
      "wholesale-price",
    ]);
  });

  it("privateNames excludes names of product attributes and public information", () => {
    const names = ["price", "costume", "shipping_cost", "internal_memory", "title", "material", "color"];
    expect(privateNames(names)).to.deep.equal([]);
  });

  it("a proposed configuration makes fields with private-looking names private, and offers no facets for these fields", () => {
    const scan = new FieldScan();
    for (let number = 0; number < 40; number += 1) {
      scan.observe(
        new Map<string, (string | number)[]>([
          ["title", [`Shirt ${number}`]],
          ["price", [10 + number]],
          ["cost_price", [5 + number]],
          ["supplier.name", [`Mill ${number % 3}`]],
          ["season", [`Season ${number % 3}`]],
        ]),
      );
    }
    const proposal = proposeConfiguration(scan, "english");
    expect(proposal.fields).to.deep.equal({ private: ["cost_price", "supplier.*"] });
    expect(proposal.facets?.map(({ field }) => field)).to.deep.equal(["price", "season"]);
    expect(checkConfiguration(proposal)).not.to.have.property("errors");
  });
});
