import { expect } from "chai";
import { completionsOf } from "../../../../src/search/suggest/completed-phrases.js";
import { createPhraseBook, type Phrase } from "../../../../src/search/suggest/phrase-book.js";

const phrase = (value: string, worth: number, form?: Phrase["form"]): Phrase => ({
  kind: "query",
  value,
  label: value,
  worth,
  from_catalog: true,
  ...(form === undefined ? {} : { form }),
});

const BOOK = createPhraseBook([
  phrase("desk", 1),
  phrase("desk top", 0.5),
  phrase("corner desk", 0.9),
  phrase("kids", 0.5, "term"),
  phrase("desk red", 0.2, "combined"),
]);

const of = (typed: string) => completionsOf(typed, BOOK, { language: "english" });

describe("completions of a text", () => {
  it("are what products with the words before are called, and synonyms", () => {
    expect(of("White des")).to.deep.equal([{ as: "thing", before: "white", begins: "des" }]);
    expect(of("desk for k")).to.deep.equal([
      { as: "thing", before: "desk", begins: "for k" },
      { as: "thing", before: "desk for", begins: "k" },
      { as: "term", phrase: "desk for kids" },
    ]);
  });

  it("are units behind a number, and nothing else there", () => {
    expect(of("27 in")).to.deep.equal([{ as: "unit", phrase: "27 inch" }]);
    expect(of("27 des")).to.deep.equal([]);
  });

  it("are none of one word, or of a text that is too long", () => {
    for (const typed of ["des", "", "a b c d e f des", `a ${"x".repeat(80)}`])
      expect(of(typed), typed).to.deep.equal([]);
  });
});
