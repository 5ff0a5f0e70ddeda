import { expect } from "chai";
import fc from "fast-check";
import { type Dimension, measuresIn, measuresOfProduct, measuresOfWhole } from "../../../src/catalog/measures.js";
import type { Language } from "../../../src/languages/languages.js";

const rounded = (measures: readonly { readonly dimension: Dimension; readonly amount: number }[]) =>
  measures.map(({ dimension, amount }) => [dimension, Math.round(amount * 100) / 100]);

describe("measuresIn", () => {
  const cases: readonly (readonly [string, Language, readonly (readonly [Dimension, number])[]])[] = [
    ["", "english", []],
    ["Bar stool, 76 cm", "english", [["length", 760]]],
    [
      'Notebook 35.8 cm (14.1") 320 GB',
      "english",
      [
        ["length", 358],
        ["length", 358.14],
        ["storage", 320_000],
      ],
    ],
    [
      "Bier 6x0,33l",
      "german",
      [
        ["volume", 330],
        ["volume", 1_980],
      ],
    ],
    ["Mehl 1.000 g", "german", [["mass", 1_000]]],
    ["Flour 1,000 g", "english", [["mass", 1_000]]],
    ["Flour 1.000 kg", "english", [["mass", 1_000]]],
    [
      "3/4 in. x 10 ft. pipe",
      "english",
      [
        ["length", 19.05],
        ["length", 3_048],
      ],
    ],
    ["1 1/2 in nail", "english", [["length", 38.1]]],
    [
      "Shelf, 174x50x124-179 cm",
      "english",
      [
        ["length", 1_740],
        ["length", 500],
        ["length", 1_240],
        ["length", 1_790],
      ],
    ],
    ["2 in 1 jacket", "english", []],
    ["2 in Blau", "german", []],
    ["5G phone, size 42, 0 cm, model 76 cmx", "english", []],
  ];
  for (const [text, language, expected] of cases) {
    it(`the measurement parser finds the measurements in ${JSON.stringify(text)} (${language})`, () =>
      expect(rounded(measuresIn(text, language))).to.deep.equal(expected));
  }

  it("the measurement parser returns equal amounts for the same measurement in different units", () => {
    const pairs = [
      ["cm", 10, "mm"],
      ["kg", 1_000, "g"],
      ["l", 1_000, "ml"],
      ["tb", 1_000, "gb"],
    ] as const;
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99 }), fc.constantFrom(...pairs), (amount, [unit, times, other]) => {
        const [one, two] = [`${amount} ${unit}`, `${amount * times}${other}`];
        expect(rounded(measuresOfWhole(one, "other"))).to.deep.equal(rounded(measuresOfWhole(two, "other")));
      }),
    );
  });

  it("the measurement parser accepts any text, including long sequences of measurements", () => {
    const pieces = fc.array(fc.constantFrom("1", "/", "x", " ", "-", "2", "cm", "in", "'", ".", ","), {
      maxLength: 600,
    });
    fc.assert(
      fc.property(pieces, (some) => {
        for (const { amount } of measuresIn(some.join(""), "english")) expect(amount).to.be.greaterThan(0);
      }),
    );
  });
});

describe("a text that consists of a measurement", () => {
  it("a text is parsed as a measurement only if the complete text is a measurement", () => {
    const texts = ["24 inches", '24"', "0,33l", "750ml (1 l = 13 €)", "about 5 cm", "500"];
    expect(texts.map((text) => rounded(measuresOfWhole(text, "english")))).to.deep.equal([
      [["length", 609.6]],
      [["length", 609.6]],
      [["volume", 330]],
      [],
      [],
      [],
    ]);
  });
});

describe("measuresOfProduct", () => {
  it("measuresOfProduct reads measurements from titles, text values and numeric fields named after a unit", () => {
    const fields = new Map<string, readonly (string | number | boolean)[]>([
      ["title", ["Shelf, 60x20 cm"]],
      ["attributes.amount", ["750 ml"]],
      ["attributes.note", ["fits 5 kg"]],
      ["height_cm", [75]],
      ["attributes.weight_kg", ["2.5"]],
      ["sold", [true]],
      ["price", [10]],
    ]);
    expect(measuresOfProduct([fields, fields], "english")).to.deep.equal({
      length: [600, 200, 750],
      volume: [750],
      mass: [2_500],
    });
  });
});
