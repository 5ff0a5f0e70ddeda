import { expect } from "chai";
import type { Json, ProductData } from "../../../src/catalog/product-document.js";
import type { FieldType } from "../../../src/catalog/fields.js";
import { ServiceError } from "../../../src/errors.js";
import { completeConfiguration, type ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { BUILT_IN_ITEM_FIELDS } from "../../../src/storefront/check-configuration.js";
import { catalogView } from "../../../src/search/catalog-view.js";
import { parseProjection } from "../../../src/search/projection.js";

const FIELDS = new Map<string, FieldType>([
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

const viewOf = (document: ConfigurationDocument, ...fields: [leaves?: typeof FIELDS | undefined]) =>
  catalogView(completeConfiguration(document), fields.length === 0 ? FIELDS : fields[0]);

function project(names: string[], data: ProductData = DATA, aliases: Record<string, string> = {}) {
  const item: Record<string, Json> = {};
  for (const { name, read } of parseProjection(names, viewOf({ aliases }))) {
    const value = read(data);
    if (value !== undefined) item[name] = value;
  }
  return item;
}

describe("projection", () => {
  it("a projection returns fields under their names in the API, and omits fields that have no value", () => {
    const names = ["name", "handle", "images", "price", "category", "categories", "designer", "color", "sizes"];
    expect(project(names)).to.deep.equal({
      name: "Shirt",
      images: ["a.svg", "b.svg"],
      price: 0,
      category: "Men: Shirts: Dress",
      categories: ["Men", "Men: Shirts: Dress", "Sale: Men: Shirts", "Men: Shirts"],
    });
  });

  it("a projection reads fields, objects, lists of objects and field names containing dots", () => {
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

  it("a projection returns an aliased field under its alias", () => {
    expect(project(["kind", "kind", "name"], DATA, { kind: "attributes.text.type" })).to.deep.equal({
      kind: "Original",
      name: "Shirt",
    });
  });

  it("a projection omits the field `category` if a product has no categories", () => {
    expect(project(["category"], { ...DATA, categories: "Men: Shirts" })).to.deep.equal({ category: "Men: Shirts" });
    expect(project(["category"], { ...DATA, categories: [""] })).to.deep.equal({});
  });

  it("a projection ignores requested fields that every item contains", () => {
    expect(parseProjection(["type", "product_identifier", "variant_identifier"], viewOf({}))).to.deep.equal([]);
  });

  it("a projection reads a field named like a member of Object.prototype only from the product data", () => {
    expect(project(["constructor"])).to.deep.equal({ constructor: "tailor" });
    expect(project(["constructor"], { product_identifier: "1", variant_identifier: "1" })).to.deep.equal({});
  });

  for (const name of ["nope", "titl", "__proto__", "toString", "attributes.text.typ", "source", "active", "\ud800"]) {
    it(`rejects ${JSON.stringify(name)}`, () => {
      const attempt = () => parseProjection(["name", name], viewOf({}));
      expect(attempt)
        .to.throw(ServiceError)
        .that.deep.includes({ code: "validation_error", context: { field: "projection" } });
    });
  }

  describe("projections with private fields", () => {
    const PRIVATE = {
      fields: { private: ["attributes.text", "offers.other", "price", "categories", "stock"] },
      aliases: { kind: "attributes.text.type", weight: "attributes.number.weight" },
    };
    const item = (names: string[], data: ProductData = DATA) => {
      const projection = parseProjection(names, viewOf(PRIVATE));
      return Object.fromEntries(projection.map(({ name, read }) => [name, read(data)]));
    };

    it("a projection keeps public fields next to private fields in objects and lists", () => {
      expect(item(["attributes", "offers", "offers.price", "weight"])).to.deep.equal({
        attributes: { number: { weight: 0 } },
        offers: [{ price: 5 }, { price: [6, 7] }],
        "offers.price": [5, 6, 7],
        weight: 0,
      });
    });

    it("a projection omits standard item fields such as `name` if their source field is private", () => {
      expect(item(["name", "price", "categories", "category"])).to.deep.equal({
        name: "Shirt",
        price: undefined,
        categories: undefined,
        category: undefined,
      });
    });

    for (const name of ["stock", "attributes.text", "attributes.text.type", "kind"]) {
      it(`a projection rejects the private field \`${name}\` with the message for an unknown field`, () => {
        const messageOf = (document: ConfigurationDocument, names: string[]) => {
          try {
            parseProjection(names, viewOf(document));
          } catch (error) {
            return (error as Error).message;
          }
          return undefined;
        };
        const { aliases, ...rest } = PRIVATE;
        const unknown = messageOf({ ...rest, aliases: { weight: aliases.weight } }, ["mystery"]);
        expect(messageOf(PRIVATE, [name])).to.equal(unknown?.replace("mystery", name));
      });
    }

    it("a projection omits private fields that were public when paging started", () => {
      const view = catalogView(completeConfiguration(PRIVATE), FIELDS, ["stock", "title"]);
      const projection = parseProjection(["stock", "title"], view);
      expect(projection.map(({ name, read }) => [name, read(DATA)])).to.deep.equal([
        ["stock", undefined],
        ["title", "Shirt"],
      ]);
    });

    it("a projection contains only public fields at any depth if a list of public fields is configured", () => {
      const view = viewOf({ fields: { public: ["attributes.text.*", "title"] } });
      const projection = parseProjection(["name", "attributes", "price"], view);
      expect(projection.map(({ name, read }) => [name, read(DATA)])).to.deep.equal([
        ["name", "Shirt"],
        ["attributes", { text: { type: "Original" } }],
        ["price", undefined],
      ]);
      expect(() => parseProjection(["offers"], view)).to.throw(ServiceError);
    });
  });

  it("a projection accepts every reserved field name", () => {
    const names = [...BUILT_IN_ITEM_FIELDS];
    const projected = parseProjection(names, viewOf({}, new Map())).map(({ name }) => name);
    expect(["type", "product_identifier", "variant_identifier", ...projected]).to.deep.equal(names);
  });

  it("a projection accepts any field name before the first feed has arrived", () => {
    expect(parseProjection(["anything.at.all"], viewOf({}, undefined)).map(({ name }) => name)).to.deep.equal([
      "anything.at.all",
    ]);
  });
});
