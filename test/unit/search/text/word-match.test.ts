import { expect } from "chai";
import {
  anyOf,
  apart,
  inAnyText,
  joinedWord,
  oneOf,
  pairsOf,
  partsOf,
  together,
  wordMatch,
} from "../../../../src/search/text/word-match.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

const all = (query: string) => ({
  match: { "text.any": { query, operator: "and", auto_generate_synonyms_phrase_query: false } },
});
const terms = (query: string, ...fields: string[]) => ({ multi_match: { query, fields } });

describe("the query clause of a word", () => {
  it("the query clause of a word searches all text fields, and uses the score of the best field with its weight", () => {
    const match = {
      query: "shirt",
      fields: ["text.title^4", "text.designer^3", "text.categories^2", "text.description^1", "text.other^0.5"],
      operator: "and",
      tie_breaker: 0.3,
    };
    const { field_weights } = DEFAULT_CONFIGURATION;
    expect(wordMatch("shirt", field_weights)).to.deep.equal({ multi_match: match });
    expect(wordMatch("shirt", field_weights, 0.5)).to.deep.equal({ multi_match: { ...match, boost: 0.5 } });
  });

  it("the query clause of a word and its synonyms searches the combined text field for any of the words and word pairs", () => {
    expect(inAnyText([["shirt"]], [], "english")).to.deep.equal(terms("shirt", "text.any", "text.joined"));
    expect(inAnyText([["shirt"], ["tee"]], ["dressshirt", "tee"], "english")).to.deep.equal(
      terms("shirt tee dressshirt", "text.any", "text.joined"),
    );
  });

  it("the query clause of a term with several words requires all words of the term", () => {
    expect(inAnyText([["cell", "phone"]], [], "english")).to.deep.equal(all("cell phone"));
    expect(inAnyText([["usb-c"], ["type", "c"], ["usbc"]], ["usbccable"], "english")).to.deep.equal({
      bool: { should: [all("usb-c"), all("type c"), terms("usbc usbccable", "text.any", "text.joined")] },
    });
  });

  it("the query clause of a word requires all characters of the word in a language without spaces", () => {
    expect(inAnyText([["男鞋"]], ["男鞋白"], "chinese")).to.deep.equal({
      bool: {
        should: [
          all("男鞋"),
          terms("男鞋 男鞋白", "text.joined"),
          {
            intervals: {
              "text.title": { match: { query: "男鞋", analyzer: "characters", max_gaps: 3 }, boost: 0.5 },
            },
          },
        ],
      },
    });
  });

  it("the query clause of a word that titles spell as two words has a constant score", () => {
    expect(apart("memory-stick", 4)).to.deep.equal({
      constant_score: { filter: { match: { "text.joined": "memorystick" } }, boost: 8 },
    });
    expect(together(["usbmemory", "memorystick"], 4)).to.deep.equal({
      match: { "text.title": { query: "usbmemory memorystick", boost: 3 } },
    });
  });
});

describe("parts and pairs of query words", () => {
  it("a query word is split at punctuation, and its parts are also joined", () => {
    const words = ["T-Shirt/x", "-", "", "किताब", "a\u{1F525}b", "caf\u00e9"];
    expect(words.map(partsOf)).to.deep.equal([["T", "Shirt", "x"], [], [], ["किताब"], ["a\u{1F525}b"], ["caf\u00e9"]]);
    expect(words.map(joinedWord)).to.deep.equal(["TShirtx", "", "", "किताब", "a\u{1F525}b", "caf\u00e9"]);
  });

  it("a query word is joined with the previous word and with the next word", () => {
    expect(pairsOf("usb-c", "acme", "cable")).to.deep.equal(["acmeusbc", "usbccable"]);
    expect(pairsOf("usb", undefined, undefined)).to.deep.equal([]);
  });
});

describe("combining query clauses", () => {
  it("a single query clause is returned unchanged, and several query clauses are combined", () => {
    const [one, other] = [{ term: { a: 1 } }, { term: { b: 2 } }];
    expect([anyOf([one]), oneOf([one])]).to.deep.equal([one, one]);
    expect(anyOf([one, other])).to.deep.equal({ bool: { should: [one, other] } });
    expect(oneOf([one, other])).to.deep.equal({ dis_max: { queries: [one, other] } });
  });
});
