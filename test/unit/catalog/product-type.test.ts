import { expect } from "chai";
import {
  productTypesOfCategory,
  declaredProductTypes,
  endingsOf,
  headsOfTitle,
  thingsInTitle,
} from "../../../src/catalog/product-type.js";
import type { HeadPosition } from "../../../src/languages/languages.js";

const heads = (title: string, { brand, colours = [], position = "last" }: Partial<Case> = {}) =>
  headsOfTitle(title, brand, new Set(colours), position);

interface Case {
  readonly brand: string;
  readonly colours: readonly string[];
  readonly position: HeadPosition;
}

describe("head nouns of a product title", () => {
  const cases: readonly (readonly [string, readonly string[], Partial<Case>?])[] = [
    ["", []],
    ["- 2 x (3)", []],
    ["Leather shoes", ["shoes"]],
    ["Acme Trail Runner Shoe, red", ["shoe", "red"], { brand: "Acme" }],
    ["Acme Trail Runner Shoe Red", ["shoe"], { brand: "Acme", colours: ["red"] }],
    ["Acme", ["acme"], { brand: "Acme" }],
    ["Acme X200 Notebook PC 14 inch", ["pc", "notebook", "inch"], { brand: "Acme" }],
    ["Acme Notebook Sleeve", ["sleeve"], { brand: "Acme" }],
    ["Battery for Acme X200 Notebook", ["battery"]],
    ["For the road: travel mug", ["road", "mug"]],
    ["Mouse USB", ["usb", "mouse"]],
    ["Lamp with shade (brass)", ["lamp"]],
    ["Polo® shirt™", ["shirt"]],
    ["Housse velours pour ordinateur portable", ["housse"], { position: "first" }],
  ];
  for (const [title, expected, options] of cases) {
    it(JSON.stringify(title), () => expect(heads(title, options)).to.deep.equal(expected));
  }

  it("head nouns are found quickly in a title with a long sequence of punctuation", () => {
    expect(heads(`Shirt a${".".repeat(1_000_000)}b`)).to.deep.equal(["shirt"]);
  });

  it("head nouns are read only from the start of a very long title", () => {
    expect(heads(`${"word ".repeat(1_000)}end`)).to.deep.equal(["word"]);
  });
});

describe("declaredProductTypes", () => {
  const fields = new Map<string, readonly (string | number | boolean)[]>([
    ["type", ["Drip coffee maker"]],
    ["attributes.text.product_type", ["Notebook", 7, "x".repeat(41)]],
    ["attributes.text.battery_type", ["AA"]],
    ["typeface", ["Serif"]],
  ]);

  it("declaredProductTypes returns the head nouns of product type fields", () => {
    expect(declaredProductTypes([fields], "last")).to.deep.equal(["maker", "notebook"]);
    expect(declaredProductTypes([fields, fields], "first")).to.deep.equal(["drip", "notebook"]);
    expect(declaredProductTypes([], "last")).to.deep.equal([]);
  });
});

describe("productTypesOfCategory", () => {
  const fields = new Map([["categories", ["Clothing: Coats and Jackets: Lightweight jackets", "Home & Living"]]]);

  it("productTypesOfCategory returns the head nouns of category names at all levels", () => {
    expect(productTypesOfCategory([fields, fields], "last")).to.deep.equal([
      "clothing",
      "coats",
      "jackets",
      "home",
      "living",
    ]);
    expect(productTypesOfCategory([fields], "first")).to.deep.equal(["clothing", "coats", "jackets", "lightweight", "home", "living"]); // prettier-ignore
    expect(productTypesOfCategory([new Map()], "last")).to.deep.equal([]);
  });
});

describe("endingsOf", () => {
  it("endingsOf returns each ending of a compound word if the part before the ending may be a word", () => {
    expect(endingsOf("Vollmilch")).to.deep.equal(["lmilch", "milch", "ilch"]);
    expect(endingsOf("Äpfel")).to.deep.equal([]);
    expect(endingsOf("tafeläpfel")).to.include("äpfel");
    expect(endingsOf("Skrivebord")).to.include("bord");
  });

  it("endingsOf excludes short endings of compound words", () => {
    expect(endingsOf("Schwein")).not.to.include("wein");
    expect(endingsOf("Kreis")).to.deep.equal([]);
    expect(endingsOf("Milchreis").filter((ending) => ending.length < 4)).to.deep.equal([]);
    expect(endingsOf("a".repeat(101))).to.deep.equal([]);
    expect(endingsOf("")).to.deep.equal([]);
  });
});

describe("the product nouns in a title", () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ["Cover for corner sofa", ["Cover"]],
    ["Bookcase with glass-doors, 80x30 cm", ["Bookcase"]],
    ["Bed frame with slatted bed base", ["Bed frame"]],
    ["Table and 2 folding chairs", ["Table", "folding chairs"]],
  ];
  for (const [title, things] of cases) {
    it(title, () =>
      expect(thingsInTitle(title, undefined, new Set()).map((name) => name.join(" "))).to.deep.equal(things),
    );
  }
});
