import { expect } from "chai";
import { completionsOf } from "../../../../src/search/suggest/completed-phrases.js";
import { createSuggestionDictionary, type Phrase } from "../../../../src/search/suggest/suggestion-dictionary.js";

const phrase = (value: string, score: number, form?: Phrase["form"]): Phrase => ({
  kind: "query",
  value,
  label: value,
  score,
  from_catalog: true,
  ...(form === undefined ? {} : { form }),
});

const BOOK = createSuggestionDictionary([
  phrase("desk", 1),
  phrase("desk top", 0.5),
  phrase("corner desk", 0.9),
  phrase("kids", 0.5, "term"),
  phrase("red", 0.2, "value"),
]);

const VALUES = ["Red", "Redwood", "Red oak"].map((value) => ({
  field: "color",
  value,
  text: value.toLowerCase(),
  products: 1,
}));

const of = (typed: string, language: "english" | "french" = "english") =>
  completionsOf(typed, { book: BOOK, values: VALUES }, { language });

describe("completionsOf", () => {
  it("search suggestions complete a text with product nouns that occur together with the preceding words", () => {
    expect(of("White des")).to.deep.equal([{ as: "thing", before: "white", begins: "des" }]);
    expect(of("desk for k")).to.deep.equal([
      { as: "thing", before: "desk", begins: "for k" },
      { as: "thing", before: "desk for", begins: "k" },
      { as: "term", phrase: "desk for kids" },
    ]);
  });

  it("search suggestions add product nouns to a typed attribute value and to its two most common completions", () => {
    expect(of("re")).to.deep.equal([]);
    expect(of("red")).to.deep.equal([
      { as: "thing", before: "red", begins: "" },
      { as: "thing", before: "redwood", begins: "" },
    ]);
    expect(of("Red o")).to.deep.equal([
      { as: "thing", before: "red oak", begins: "" },
      { as: "thing", before: "red", begins: "o" },
    ]);
  });

  it("search suggestions complete a product noun with attribute values such as colours", () => {
    expect(of("bureau r", "french")).to.deep.equal([
      { as: "thing", before: "bureau", begins: "r" },
      { as: "term", phrase: "bureau red" },
    ]);
    expect(of("red", "french")).to.deep.equal([]);
  });

  it("search suggestions do not complete a word that is not an attribute value, or a text that is too long", () => {
    for (const typed of ["des", "", "a b c d e f des", `a ${"x".repeat(80)}`])
      expect(of(typed), typed).to.deep.equal([]);
  });
});
