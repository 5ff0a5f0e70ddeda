import { expect } from "chai";
import fc from "fast-check";
import type { Json, ProductData, ProductSource } from "../../../src/catalog/product-document.js";
import type { FieldType } from "../../../src/catalog/fields.js";
import { BASE_FIELD_TYPES } from "../../../src/catalog/field-types.js";
import { productDigest } from "../../../src/catalog/digest.js";
import { phrasesOfTitle, priorOf, variantFields } from "../../../src/catalog/product.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import { buildDocument } from "../../support/build-document.js";

const CREATED = "2024-01-01T00:00:00.000Z";

const data = (variant: string, more: Record<string, Json> = {}): ProductData => ({
  product_identifier: "P",
  variant_identifier: variant,
  ...more,
});

const product = (...variants: (ProductData | { readonly inactive: ProductData })[]): ProductSource => ({
  product_identifier: "P",
  active: true,
  created_at: CREATED,
  updated_at: "2024-02-02T00:00:00.000Z",
  source: variants.map((one) => {
    const isInactive = "inactive" in one && typeof one.inactive === "object";
    const kept = (isInactive ? one.inactive : one) as ProductData;
    return { variant_identifier: kept.variant_identifier, active: !isInactive, digest: "d", data: kept };
  }),
});

const TYPES = new Map<string, FieldType>([
  ...BASE_FIELD_TYPES,
  ["description", "string"],
  ["released_at", "string"],
  ["in_stock", "boolean"],
  ["specs.fabric", "string"],
  ["specs.width", "number"],
]);

const RULES = DEFAULT_CONFIGURATION;
const NOT_LEARNED = { popularity: 0, trend: 0 };

describe("product document", () => {
  it("a product document contains the endings of German compounds, such as 'wein' in 'Rotwein'", () => {
    const kept = product(data("V1", { title: "Rotwein Merlot trocken" }));
    const { text } = buildDocument(kept, TYPES, { ...RULES, language: "german" });
    expect(text.heads).to.include.members(["rotwein", "wein", "merlot"]).and.not.to.include("trocken");
    expect(text.endings).to.include("wein");
    expect(buildDocument(kept, TYPES, RULES).text).not.to.have.property("endings");
  });

  it("a product document contains a hyphenated noun as one word, and in French or German also its main part", () => {
    const textIn = (language: "english" | "french", title: string) =>
      buildDocument(product(data("V1", { title })), TYPES, { ...RULES, language }).text;
    expect(textIn("english", "Corner sofa-bed").things).to.deep.equal(["Corner sofa-bed"]);
    expect(textIn("english", "Corner sofa-bed").heads).to.deep.equal(["sofa-bed"]);
    expect(textIn("french", "Canapé-lit gris").heads).to.deep.equal(["canapé-lit", "canapé"]);
    expect(
      buildDocument(product(data("V1", { title: "H-Milch" })), TYPES, { ...RULES, language: "german" }).text.heads,
    ).to.include("milch");
  });

  it("a product document contains the stored data, and fields derived from active variants", () => {
    const kept = product(
      data("V1", {
        title: "Polo",
        designer: "Gucci",
        categories: ["Clothing: Polo shirts"],
        description: "Soft.",
        color: "Red",
        sizes: ["38", 40],
        price: 50,
        released_at: "2024-03-01",
        images: ["https://shop.example/1.jpg"],
        in_stock: false,
        specs: { fabric: "cotton", width: "wide" },
      }),
      { inactive: data("V2", { title: "Gone", color: "Green", price: 1, released_at: "2025-01-01" }) },
      data("V3", { title: "Polo", color: "", price: 0, sizes: [], released_at: "2024-02-01", untyped: "x" }),
    );
    expect(buildDocument(kept, TYPES, RULES)).to.deep.equal({
      product_identifier: "P",
      active: true,
      created_at: CREATED,
      updated_at: "2024-02-02T00:00:00.000Z",
      digest: productDigest(kept.source),
      hash: 3_815_901_628_316_567,
      prior: Date.parse("2024-03-01") / 1000,
      text: {
        title: ["Polo"],
        designer: ["Gucci"],
        categories: ["Clothing: Polo shirts"],
        description: ["Soft."],
        other: ["V1", "Red", "38", "cotton", "wide", "V3", "x"],
        heads: ["polo"],
        product_types: ["clothing", "shirts"],
        joined: [],
        things: ["Polo"],
        phrases: ["polo"],
      },
      sort: { price: [50, 0], released_at: ["2024-03-01", "2024-02-01"], title: ["Polo"] },
      log_price: 5.644,
      measures: {},
      taste: ["designer=Gucci", "categories=Clothing: Polo shirts", "color=Red", "price_band=11"],
      learned: NOT_LEARNED,
      variants: [
        {
          data: {
            product_identifier: "P",
            variant_identifier: "V1",
            title: "Polo",
            designer: "Gucci",
            _category: "Clothing: Polo shirts",
            categories: ["Clothing", "Clothing: Polo shirts"],
            description: "Soft.",
            color: "Red",
            sizes: ["38", "40"],
            price: 50,
            released_at: "2024-03-01",
            in_stock: false,
            "specs.fabric": "cotton",
          },
        },
        {
          data: {
            product_identifier: "P",
            variant_identifier: "V3",
            title: "Polo",
            price: 0,
            released_at: "2024-02-01",
          },
        },
      ],
      source: kept.source,
    });
  });

  it("the document of an inactive product contains stored data but no search fields", () => {
    const kept = { ...product({ inactive: data("V1", { title: "Gone", price: 1 }) }), active: false };
    expect(buildDocument(kept, TYPES, RULES)).to.deep.equal({
      ...kept,
      digest: "AAAAAAAAAAAAAAAA",
      hash: 3_815_901_628_316_567,
      prior: Date.parse(CREATED) / 1000,
      text: {
        title: [],
        designer: [],
        categories: [],
        description: [],
        other: [],
        heads: [],
        product_types: [],
        joined: [],
        things: [],
        phrases: [],
      },
      sort: {},
      measures: {},
      taste: [],
      learned: NOT_LEARNED,
      variants: [],
    });
  });

  it("the static rank of a product without a valid release date is the creation date", () => {
    for (const released_at of [undefined, "", "soon", ["soon", "later"]]) {
      const more: Record<string, Json> = released_at === undefined ? {} : { released_at };
      expect(buildDocument(product(data("V1", more)), TYPES, RULES).prior).to.equal(Date.parse(CREATED) / 1000);
    }
    expect(buildDocument(product(data("V1", { released_at: ["soon", "1969-12-31"] })), TYPES, RULES).prior).to.equal(
      -86_400,
    );
  });

  it("a product document limits the length of the text field that combines attributes", () => {
    const notes = Array.from({ length: 30 }, (_, one) => `${String(one)}${"x".repeat(999)}`);
    const { text, variants } = buildDocument(
      product(data("V1", { notes })),
      new Map([...TYPES, ["notes", "string"] as const]),
      RULES,
    );
    expect(text.other.join("").length).to.be.at.most(20_000);
    expect(text.other.length).to.be.greaterThan(15);
    expect(variants[0]?.data.notes).to.deep.equal(notes);
  });

  it("a product document accepts a field with more values than the maximum number of function arguments", () => {
    const released_at = Array.from({ length: 200_000 }, () => "2024-01-05");
    expect(buildDocument(product(data("V1", { released_at })), TYPES, RULES).prior).to.equal(
      Date.parse("2024-01-05") / 1000,
    );
  });

  it("a product document accepts names of Object.prototype members as field names", () => {
    const types = new Map([...TYPES, ["constructor", "string"] as const, ["toString.valueOf", "string"] as const]);
    const { variants } = buildDocument(
      product(data("V1", { constructor: "x", toString: { valueOf: "y" } })),
      types,
      RULES,
    );
    expect(variants[0]?.data).to.deep.equal({
      product_identifier: "P",
      variant_identifier: "V1",
      constructor: "x",
      "toString.valueOf": "y",
    });
  });

  it("the nested variants of a product document contain the fields that filters use", () => {
    expect(variantFields(data("V1", { price: 3, in_stock: "yes", color: null }), TYPES)).to.deep.equal(
      new Map<string, unknown>([
        ["product_identifier", ["P"]],
        ["variant_identifier", ["V1"]],
        ["price", [3]],
      ]),
    );
  });
});

const DAY = 86_400;
const RELEASED = 1_700_000_000;

describe("static rank of a product", () => {
  it("the static rank of a product without recent interest is the release date", () => {
    expect(priorOf(RELEASED, null, 14)).to.equal(RELEASED);
    expect(priorOf(RELEASED, RELEASED - 400 * DAY, 14)).to.equal(RELEASED);
  });

  it("the static rank is one half-life later than the release date if interest and release date contribute equally", () => {
    expect(priorOf(RELEASED, RELEASED, 14)).to.equal(RELEASED + 14 * DAY);
    expect(priorOf(RELEASED, RELEASED + 1_000 * DAY, 14)).to.equal(RELEASED + 1_000 * DAY);
    expect(priorOf(-1e12, 1e12, 1)).to.equal(1e12);
  });

  it("the score of the static rank equals the sum of the decayed release and interest scores", () => {
    const ago = fc.integer({ min: 0, max: 200 * DAY });
    fc.assert(
      fc.property(ago, ago, fc.integer({ min: 1, max: 400 }), (released, hot, halfLife) => {
        const score = (at: number) => 2 ** (-at / (halfLife * DAY));
        const prior = priorOf(-released, -hot, halfLife);
        expect(score(-prior)).to.be.closeTo(score(released) + score(hot), 1e-3);
      }),
    );
  });
});

const phrases = (title: string, brand?: string, position: "first" | "last" = "last") =>
  phrasesOfTitle(title, brand, new Set(["pink"]), position);

describe("phrasesOfTitle", () => {
  it("the phrases of a title consist of head nouns and their modifiers", () => {
    expect(phrases("Kingston Micro SD Card, 8GB", "Kingston")).to.deep.equal(["card", "sd card", "micro sd card"]);
    expect(phrases("Linen shirt")).to.deep.equal(["shirt", "linen shirt"]);
    expect(phrases("Housse ordinateur portable pour Acme", undefined, "first")).to.deep.equal([
      "housse",
      "housse ordinateur",
      "housse ordinateur portable",
    ]);
  });

  it("the phrases of a title do not include the product that an accessory is made for", () => {
    expect(phrases("Pavilion dv7 Notebook 17 inch")).to.deep.equal(["pavilion", "notebook"]);
    expect(phrases("Battery for notebook")).to.deep.equal(["battery"]);
    expect(phrases("Pink 8GB")).to.deep.equal([]);
  });

  it("the phrases of a title do not extend across a slash and do not contain lower-case abbreviations", () => {
    expect(phrases("Basmati rice/basmati akki")).to.deep.equal(["rice", "basmati rice", "akki", "basmati akki"]);
    expect(phrases("Bookcase hght")).to.deep.equal([]);
    expect(phrases("Internal HDD")).to.deep.equal(["hdd", "internal hdd"]);
  });

  it("the phrases of a title contain decoded HTML character references", () => {
    expect(phrases("Salt &amp; Pepper &amp;amp; Spice")).to.deep.equal(phrases("Salt & Pepper & Spice"));
    expect(phrases("Salt &amp; Pepper")).to.deep.equal(["salt", "pepper"]);
  });

  it("the phrases of a title include the first word if several nouns are adjacent", () => {
    expect(phrasesOfTitle("Zahnpasta Kariesschutz", undefined, new Set(), "last", true)).to.deep.equal([
      "zahnpasta",
      "kariesschutz",
      "zahnpasta kariesschutz",
    ]);
  });

  it("the phrases of a title exclude words that are too long to be typed", () => {
    expect(phrases(`${"x".repeat(70)} shirt`)).to.deep.equal(["shirt"]);
  });
});
