import { expect } from "chai";
import fc from "fast-check";
import { folded } from "../../../../src/lib/folded.js";
import {
  createSuggestionDictionary,
  type Phrase,
  type PhraseKind,
} from "../../../../src/search/suggest/suggestion-dictionary.js";

const phrase = (kind: PhraseKind, value: string, score = 0.5, label = value): Phrase => ({
  kind,
  value,
  label,
  score,
  from_catalog: true,
});

const BOOK = createSuggestionDictionary([
  phrase("query", "linen shirt", 0.4),
  phrase("query", "shirt", 1),
  phrase("query", "shorts", 0.9),
  phrase("query", "crème brûlée torch", 0.1),
  phrase("brand", "Shinola", 0.2),
  phrase("category", "Clothing: Shirts", 0.8, "Shirts"),
]);

const values = (typed: string, spelling = true) => BOOK.find(typed, spelling).found.map(({ phrase }) => phrase.value);

describe("suggestion dictionary", () => {
  it("the suggestion dictionary ranks phrases that start with the typed prefix above phrases with a later matching word", () => {
    expect(values("sh")).to.deep.equal(["shirt", "shorts", "Clothing: Shirts", "Shinola", "linen shirt"]);
    expect(values("linen s")).to.deep.equal(["linen shirt"]);
  });

  it("the suggestion dictionary ranks product nouns before facet values if only a few letters were typed", () => {
    const book = createSuggestionDictionary([
      { ...phrase("query", "navy", 1), form: "value" },
      phrase("query", "nail file", 0.1),
      phrase("query", "knitted nappa bag", 0.1),
    ]);
    const found = (typed: string) => book.find(typed, true).found.map(({ phrase }) => phrase.value);
    expect(["na", "nav", "knit", ""].map(found)).to.deep.equal([
      ["nail file", "knitted nappa bag", "navy"],
      ["navy"],
      ["knitted nappa bag"],
      ["knitted nappa bag", "nail file"],
    ]);
  });

  it("the suggestion dictionary ignores case, accents and query syntax", () => {
    expect(values("CREME brule")).to.deep.equal(["crème brûlée torch"]);
    expect(values("title:(shor* AND")).to.deep.equal([]);
    expect(values(" +shor* ")).to.deep.equal(["shorts"]);
  });

  it("the suggestion dictionary ranks phrases with the typed accents above phrases with different accents", () => {
    const book = createSuggestionDictionary([phrase("query", "kapseln", 0.9), phrase("query", "käse", 0.8)]);
    const found = (typed: string) => book.find(typed, true).found.map(({ phrase }) => phrase.value);
    expect(["kä", "ka"].map(found)).to.deep.equal([
      ["käse", "kapseln"],
      ["kapseln", "käse"],
    ]);
  });

  it("the suggestion dictionary finds a plural phrase by the prefix of its singular", () => {
    const book = createSuggestionDictionary([phrase("query", "chests of drawers"), phrase("query", "glass door")]);
    expect(book.find("chest of", true).found).to.have.length(1);
    expect(book.find("glas door", false).found).to.have.length(0);
  });

  it("the suggestion dictionary treats a trailing hyphen as part of a word if such a word exists", () => {
    const book = createSuggestionDictionary([
      phrase("query", "tops", 1),
      phrase("query", "t-shirt", 0.1),
      phrase("query", "linen"),
    ]);
    const found = (typed: string) => book.find(typed, true).found.map(({ phrase }) => phrase.value);
    expect(["t", "t-", "T‑", "lin-", "-"].map(found)).to.deep.equal([
      ["tops", "t-shirt"],
      ["t-shirt"],
      ["t-shirt"],
      ["linen"],
      [],
    ]);
  });

  it("the suggestion dictionary finds similar prefixes only if no phrase matches exactly, and reports the correction", () => {
    expect(BOOK.find("shrot", true)).to.deep.include({ meant: "shorts" });
    expect(values("lienn")).to.deep.equal(["linen shirt"]);
    expect(values("lienn", false)).to.deep.equal([]);
    expect(BOOK.find("shor", true).meant).to.equal(undefined);
    expect(values("zho")).to.deep.equal([]);
  });

  it("the suggestion dictionary corrects words of four or more letters separately if no phrase contains all words", () => {
    const book = createSuggestionDictionary([
      { ...phrase("query", "navy", 1), form: "value" },
      phrase("query", "knitwear", 0.9),
    ]);
    expect(book.find("nvay kni", true)).to.deep.equal({ found: [], meant: "navy kni" });
    expect(book.find("nvay knitwaer", true)).to.deep.equal({ found: [], meant: "navy knitwear" });
    for (const typed of ["nvy kni", "navy kni", "zzzz yyyy"])
      expect(book.find(typed, true), typed).to.deep.equal({ found: [] });
  });

  it("the suggestion dictionary finds all phrases for empty text, and no phrase for text that cannot occur in phrases", () => {
    expect(values("  ")).to.have.length(6);
    for (const typed of ["🦄", "!!!", "\u0001", "x".repeat(1_000), "مرحبا"]) expect(values(typed)).to.deep.equal([]);
  });

  it("the suggestion dictionary finds a category or brand whose name starts with the typed text", () => {
    expect(BOOK.match("brand", "Shinola", "shin")?.quality).to.equal(1);
    expect(BOOK.match("brand", "Shinola", "inola")).to.equal(undefined);
    expect(BOOK.match("category", "Clothing: Shirts", "shirts")?.quality).to.equal(1);
    expect(BOOK.match("category", "Clothing", "cl")).to.equal(undefined);
  });

  it("the suggestion dictionary finds every phrase by every prefix of each of its words", () => {
    const word = fc.stringMatching(/^[a-zé]{1,8}$/);
    const texts = fc.uniqueArray(fc.array(word, { minLength: 1, maxLength: 3 }), { maxLength: 20, selector: String });
    fc.assert(
      fc.property(texts, fc.nat(), fc.nat(), fc.nat(), (lists, which, from, length) => {
        const phrases = lists.map((words) => phrase("query", words.join(" ")));
        const one = phrases[which % Math.max(1, phrases.length)];
        if (one === undefined) return;
        const words = folded(one.value).split(" ");
        const rest = words.slice(from % words.length).join(" ");
        const typed = rest.slice(0, 1 + (length % rest.length));
        const found = createSuggestionDictionary(phrases).find(typed, true).found;
        expect(found.map(({ phrase }) => phrase)).to.include(one);
      }),
    );
  });
});
