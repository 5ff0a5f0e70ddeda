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
  it("are the words before and a phrase that begins with the last ones", () => {
    expect(of("White des")).to.deep.equal([
      { phrase: "white desk", before: "white", completed: "desk", as: "thing" },
      { phrase: "white desk top", before: "white", completed: "desk top", as: "thing" },
    ]);
    expect(of("desk for k")).to.deep.equal([
      { phrase: "desk for kids", before: "desk for", completed: "kids", as: "term" },
    ]);
  });

  it("are units behind a number, and nothing else there", () => {
    expect(of("27 in")).to.deep.equal([{ phrase: "27 inch", before: "27", completed: "inch", as: "unit" }]);
    expect(of("27 des")).to.deep.equal([]);
  });

  it("are none of one word, of a word twice, or of a text that is too long", () => {
    for (const typed of ["des", "", "desk des", "a b c d e f des"]) expect(of(typed), typed).to.deep.equal([]);
  });
});
