import { expect } from "chai";
import type { FieldTypes } from "../../../src/catalog/fields.js";
import { filterFields } from "../../../src/filters/field-names.js";
import { parseFilter } from "../../../src/filters/filter-expression.js";
import { catalogView } from "../../../src/search/catalog-view.js";
import { completeConfiguration, type ConfigurationDocument } from "../../../src/storefront/configuration.js";

const FIELDS: FieldTypes = new Map([
  ["title", "string"],
  ["stock", "number"],
  ["cost", "number"],
  ["supplier.name", "string"],
  ["supplier.iban", "string"],
  ["supplies", "string"],
]);
const CONFIGURATION: ConfigurationDocument = {
  aliases: { maker: "supplier.name", margin: "cost" },
  facets: [{ key: "fit", label: "Fit", type: "list", field: "attributes.fit" }],
};
const HIDING: ConfigurationDocument = { ...CONFIGURATION, fields: { private: ["cost", "supplier.iban"] } };

const viewOf = (configuration: ConfigurationDocument, fields: FieldTypes | undefined = FIELDS, frozen?: string[]) =>
  catalogView(completeConfiguration(configuration), fields, frozen);
/** Returns the names that exist in a catalogue view. */
const knownOf = (view: ReturnType<typeof viewOf>, ...names: readonly string[]) => names.filter(view.isKnown);

describe("the fields and aliases that a request may use", () => {
  it("all fields and aliases of the storefront are visible if no field is private", () => {
    const view = viewOf(CONFIGURATION);
    expect(view.aliases).to.deep.equal(CONFIGURATION.aliases);
    expect(view.names()).to.include.members([...FIELDS.keys(), "attributes.fit", "description"]);
    expect([...FIELDS.keys()].map(view.isVisible)).to.deep.equal(Array(FIELDS.size).fill(true));
  });

  it("a search request cannot use private fields, or aliases that refer to private fields", () => {
    const view = viewOf(HIDING);
    expect(view.aliases).to.deep.equal({ maker: "supplier.name" });
    const names = view.names();
    expect(names).to.include.members(["title", "stock", "supplier.name", "supplies", "attributes.fit"]);
    expect(names.filter((name) => ["cost", "supplier.iban"].includes(name))).to.deep.equal([]);
  });

  it("a search request cannot use incomplete field names, such as `titl` for `title`", () => {
    const names = ["title", "supplier", "supplier.name", "attributes", "attributes.fit", "description"];
    expect(
      knownOf(viewOf(CONFIGURATION), ...names, "suppli", "titl", "supplier.", "attribute", "nowhere"),
    ).to.deep.equal(names);
    expect(knownOf(viewOf(HIDING), ...names, "cost", "supplier.iban")).to.deep.equal(names);
    expect(
      knownOf(viewOf({ fields: { private: ["supplier"] } }), "supplier", "supplier.name", "supplies"),
    ).to.deep.equal(["supplies"]);
  });

  it("a request for a later page may use fields that were removed after paging started", () => {
    const view = viewOf(CONFIGURATION, FIELDS, ["gone"]);
    expect(knownOf(view, "gone", "title", "nowhere")).to.deep.equal(["gone", "title"]);
  });

  it("a search request may use any field name before the first feed has arrived", () => {
    const view = catalogView(completeConfiguration(CONFIGURATION), undefined);
    expect(knownOf(view, "title", "nowhere", "cost")).to.deep.equal(["title", "nowhere", "cost"]);
    expect(view.names()).to.include("attributes.fit").and.not.to.include("stock");
  });

  it("filter operands are checked against the field types, except on later pages", () => {
    const read = (view: ReturnType<typeof viewOf>) => () => parseFilter({ stock: "many" }, "filters", view.fields);
    expect(read(viewOf(CONFIGURATION))).to.throw("filters.stock");
    expect(read(viewOf(CONFIGURATION, FIELDS, ["stock"]))()).to.deep.equal(
      parseFilter({ stock: "many" }, "filters", filterFields({})),
    );
  });
});
