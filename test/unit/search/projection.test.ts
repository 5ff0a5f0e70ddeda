import { expect } from "chai";
import type { Json, ProductData } from "../../../src/catalog/product-document.js";
import type { LeafType } from "../../../src/catalog/leaves.js";
import { ServiceError } from "../../../src/errors.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { BUILT_IN_ITEM_FIELDS } from "../../../src/storefront/check-configuration.js";
import { knownFields, parseProjection } from "../../../src/search/projection.js";

const LEAVES = new Map<string, LeafType>([
  ["title", "string"],
  ["attributes.text.type", "string"],
  ["attributes.number.weight", "number"],
  ["offers.price", "number"],
  ["a.b", "string"],
  ["stock", "boolean"],
  ["constructor", "string"],
]);

const DATA: ProductData = {
  product_identifier: "1",
  variant_identifier: "1-1",
  title: "Shirt",
  price: 0,
  color: "",
  sizes: [],
  handle: null,
  images: ["a.svg", "b.svg"],
  categories: ["Men", "Men: Shirts: Dress", "Sale: Men: Shirts", "Men: Shirts"],
  stock: false,
  attributes: { text: { type: "Original" }, number: { weight: 0 } },
  offers: [{ price: 5 }, { other: 1 }, { price: [6, 7] }],
  "a.b": "dotted",
  constructor: "tailor",
};

function project(names: string[], data: ProductData = DATA, aliases: Record<string, string> = {}) {
  const item: Record<string, Json> = {};
  for (const { name, read } of parseProjection(names, aliases, knownFields(DEFAULT_CONFIGURATION, LEAVES))) {
    const value = read(data);
    if (value !== undefined) item[name] = value;
  }
  return item;
}

describe("projection", () => {
  it("has the interface's own names, and leaves out fields without a value", () => {
    const names = ["name", "handle", "images", "price", "category", "categories", "designer", "color", "sizes"];
    expect(project(names)).to.deep.equal({
      name: "Shirt",
      images: ["a.svg", "b.svg"],
      price: 0,
      category: "Men: Shirts: Dress",
      categories: ["Men", "Men: Shirts: Dress", "Sale: Men: Shirts", "Men: Shirts"],
    });
  });

  it("reads leaves, objects, lists of objects and names with dots in them", () => {
    expect(
      project(["stock", "attributes.text.type", "attributes.number", "attributes", "offers.price", "a.b"]),
    ).to.deep.equal({
      stock: false,
      "attributes.text.type": "Original",
      "attributes.number": { weight: 0 },
      attributes: { text: { type: "Original" }, number: { weight: 0 } },
      "offers.price": [5, 6, 7],
      "a.b": "dotted",
    });
  });

  it("returns an alias under its own name, and each name once", () => {
    expect(project(["kind", "kind", "name"], DATA, { kind: "attributes.text.type" })).to.deep.equal({
      kind: "Original",
      name: "Shirt",
    });
  });

  it("returns a single category unchanged, and none without any", () => {
    expect(project(["category"], { ...DATA, categories: "Men: Shirts" })).to.deep.equal({ category: "Men: Shirts" });
    expect(project(["category"], { ...DATA, categories: [""] })).to.deep.equal({});
  });

  it("adds nothing for fields that every item has", () => {
    expect(
      parseProjection(
        ["type", "product_identifier", "variant_identifier"],
        {},
        knownFields(DEFAULT_CONFIGURATION, LEAVES),
      ),
    ).to.deep.equal([]);
  });

  it("reads a leaf named like a property of every object from the data only", () => {
    expect(project(["constructor"])).to.deep.equal({ constructor: "tailor" });
    expect(project(["constructor"], { product_identifier: "1", variant_identifier: "1" })).to.deep.equal({});
  });

  for (const name of ["nope", "titl", "__proto__", "toString", "attributes.text.typ", "source", "active", "\ud800"]) {
    it(`refuses ${JSON.stringify(name)}`, () => {
      const attempt = () => parseProjection(["name", name], {}, knownFields(DEFAULT_CONFIGURATION, LEAVES));
      expect(attempt)
        .to.throw(ServiceError)
        .that.deep.includes({ code: "validation_error", context: { field: "projection" } });
    });
  }

  it("accepts every reserved name, in any catalogue", () => {
    const names = [...BUILT_IN_ITEM_FIELDS];
    const projected = parseProjection(names, {}, knownFields(DEFAULT_CONFIGURATION, new Map())).map(({ name }) => name);
    expect(["type", "product_identifier", "variant_identifier", ...projected]).to.deep.equal(names);
  });

  it("accepts any name while there is no catalogue", () => {
    expect(
      parseProjection(["anything.at.all"], {}, knownFields(DEFAULT_CONFIGURATION, undefined)).map(({ name }) => name),
    ).to.deep.equal(["anything.at.all"]);
  });
});
