import { expect } from "chai";
import fc from "fast-check";
import type { FieldValues, Scalar } from "../../../src/catalog/fields.js";
import { priceBand, pricesOf, readToken, tasteTokens } from "../../../src/catalog/taste-tokens.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";

const fields = (values: Readonly<Record<string, Scalar | readonly Scalar[]>>): FieldValues =>
  new Map(Object.entries(values).map(([name, value]) => [name, typeof value === "object" ? value : [value]]));

const { taste: RULES } = DEFAULT_CONFIGURATION;

describe("tasteTokens", () => {
  it("tasteTokens returns the values of all variants, the deepest categories and the price bands", () => {
    const variants = [
      fields({ designer: "GUCCI", categories: ["Clothing", "Clothing: Polo shirts"], color: "Red", price: 100 }),
      fields({
        designer: "GUCCI",
        categories: ["Clothing", "Clothing: Knitwear", "Clothes"],
        color: "Blue",
        price: 900,
      }),
    ];
    expect(tasteTokens(variants, RULES)).to.deep.equal([
      "designer=GUCCI",
      "categories=Clothing: Polo shirts",
      "categories=Clothing: Knitwear",
      "categories=Clothes",
      "color=Red",
      "color=Blue",
      "price_band=13",
      "price_band=19",
    ]);
  });

  it("tasteTokens returns tokens of the configured fields, even for the values 0 and false", () => {
    const variants = [fields({ designer: "GUCCI", "attributes.sale": false, "attributes.stars": 0, price: 5 })];
    const rules = { fields: [{ field: "attributes.sale" }, { field: "attributes.stars" }], price: null };
    expect(tasteTokens(variants, rules)).to.deep.equal(["attributes.sale=false", "attributes.stars=0"]);
  });

  it("tasteTokens returns no tokens for a product without active variants or field values", () => {
    expect(tasteTokens([], RULES)).to.deep.equal([]);
    expect(tasteTokens([fields({ title: "Polo" })], RULES)).to.deep.equal([]);
    for (const price of [0, -5, "12"]) expect(tasteTokens([fields({ price })], RULES)).to.deep.equal([]);
  });

  it("tasteTokens limits the number and length of tokens", () => {
    const color = Array.from({ length: 1_000 }, (_, one) => `colour ${one}`);
    expect(tasteTokens([fields({ color: ["x".repeat(201), ...color] })], RULES))
      .to.have.length(32)
      .and.include("color=colour 0");
  });

  it("readToken splits a token at the first equals sign", () => {
    expect(readToken("designer=A=B")).to.deep.equal({ field: "designer", value: "A=B" });
  });

  it("priceBand groups prices into bands whose upper and lower limits have a constant ratio", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e9, noNaN: true }),
        fc.integer({ min: -20, max: 20 }),
        (price, moved) => {
          const band = priceBand(price) as number;
          const [from, below] = pricesOf(band);
          expect(price).to.be.within(from * (1 - 1e-9), below * (1 + 1e-9));
          expect(below / from).to.be.closeTo(Math.SQRT2, 1e-9);
          expect(priceBand(price * 2 ** moved)).to.equal(band + 2 * moved);
        },
      ),
    );
  });
});
