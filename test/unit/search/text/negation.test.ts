import { expect } from "chai";
import fc from "fast-check";
import { LANGUAGE_NAMES, type Language } from "../../../../src/languages/languages.js";
import { nameEvidence } from "../../../../src/search/text/negated-names.js";
import {
  MAX_NEGATION_CLAUSES,
  nameRule,
  negationsIn,
  negationSignals,
  readNegations,
} from "../../../../src/search/text/negation.js";
import { hasAllWords, MAX_TEXT_CLAUSES, textQuery } from "../../../../src/search/text/text-query.js";
import { type TextRules, wordsOf } from "../../../../src/search/text/words.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import type { SynonymRule } from "../../../../src/storefront/search-configuration.js";

const rulesIn = (language: Language): TextRules => ({ ...DEFAULT_CONFIGURATION, language });

const read = (query: string, language: Language = "english") => {
  const { wanted, unwanted } = readNegations(wordsOf(query).words, rulesIn(language));
  return [wanted.join(" "), ...unwanted.map(({ words }) => words.join(" "))];
};

/** Counts clauses like the engine: each basic query, each term of intervals, and each field of a `multi_match`. */
function clausesOf(clause: unknown): number {
  if (Array.isArray(clause)) return clause.reduce<number>((sum, one) => sum + clausesOf(one), 0);
  if (typeof clause !== "object" || clause === null) return 0;
  return Object.entries(clause).reduce((sum, [name, value]) => {
    if (name === "multi_match") {
      const { query, fields } = value as { query: string; fields: string[] };
      return sum + fields.length * wordsOf(query).pieces;
    }
    if (name === "match") {
      const one = value as { query?: unknown };
      const [field] = Object.values(one) as (string | { query: string })[];
      const query = typeof one.query === "string" ? one.query : typeof field === "string" ? field : field?.query;
      return sum + wordsOf(query ?? "").pieces;
    }
    if (["match_phrase", "terms", "term", "prefix", "range", "intervals", "match_none"].includes(name)) return sum + 1;
    return sum + clausesOf(value);
  }, 0);
}

describe("readNegations", () => {
  const cases: readonly (readonly [language: Language, query: string, wanted: string, ...unwanted: string[]])[] = [
    ["english", "white desk without drawers", "white desk", "drawers"],
    ["english", "without a hood jacket", "jacket", "hood"],
    ["english", "shelf no doors", "shelf", "doors"],
    ["english", "sugar free cookies", "cookies", "sugar"],
    ["english", "sugar-free gluten free", "", "sugar", "gluten"],
    ["english", "snack free from nuts", "snack", "nuts"],
    ["english", "phone without sd card", "phone card", "sd"],
    ["german", "Joghurt OHNE Zucker", "Joghurt", "Zucker"],
    ["german", "Kekse zuckerfreie", "Kekse", "zucker"],
    ["german", "sugar free Kekse", "Kekse", "sugar"],
    ["spanish", "leche sin lactosa", "leche", "lactosa"],
    ["romanian", "iaurt fara zahar", "iaurt", "zahar"],
    ["hungarian", "cukormentes keksz", "keksz", "cukor"],
    ["swedish", "glutenfri pasta", "pasta", "gluten"],
  ];
  for (const [language, query, ...expected] of cases) {
    it(`the query "${query}" excludes products with ${expected.slice(1).join(" and ")}`, () =>
      expect(read(query, language)).to.deep.equal(expected));
  }

  it("negations are not found in names, numbers, single words and queries in a different language", () => {
    const queries = ["chanel no 5", "without", "free", "free shirt", "wireless mouse", "carfree", "leche sin lactosa"];
    expect(queries.map((query) => read(query))).to.deep.equal(queries.map((query) => [query]).with(5, ["", "car"]));
  });

  it("negated terms are returned with their synonyms", () => {
    const search = { ...DEFAULT_CONFIGURATION.search, synonyms: [{ terms: ["pull out", "drawer"] }] };
    const rules = { ...DEFAULT_CONFIGURATION, search };
    expect(readNegations(["desk", "without", "pull", "out", "white"], rules)).to.deep.equal({
      wanted: ["desk", "white"],
      unwanted: [{ words: ["pull", "out"], alternatives: [["drawer"]] }],
    });
  });

  it("negations are not found in a name defined by a synonym rule with one term", () => {
    const reading = (query: string, synonyms: SynonymRule[]) =>
      readNegations(wordsOf(query).words, {
        ...rulesIn("english"),
        search: { ...DEFAULT_CONFIGURATION.search, synonyms },
      });
    const named = [nameRule("Nike Free"), nameRule("carefree")];
    expect(reading("NIKE free run", named)).to.deep.equal({ wanted: ["NIKE", "free", "run"], unwanted: [] });
    expect(reading("carefree pads", named)).to.deep.equal({ wanted: ["carefree", "pads"], unwanted: [] });
    expect(reading("nike free sugar-free gum", named).unwanted.map(({ words }) => words)).to.deep.equal([["sugar"]]);
    const others = [{ terms: ["nike free", "free run"] }, { terms: ["nike free"], to: ["shoes"] }];
    expect(reading("nike free run", others).wanted).to.deep.equal(["run"]);
  });

  it("a query excludes at most two short negated terms, and searches for additional negated terms as words", () => {
    expect(read("a no b1 without bb cc free dd-free")).to.deep.equal(["a no b1 dd-free", "bb", "cc"]);
    expect(read("without a-b-c-d")).to.deep.equal(["without a-b-c-d"]);
  });
});

describe("the check whether a negation is part of a name", () => {
  const evidenceFor = (query: string) => {
    const { words } = wordsOf(query);
    const [negation] = negationsIn(words, rulesIn("english"));
    return negation === undefined ? undefined : nameEvidence(words, negation);
  };
  const brands = (...names: string[]) => ({ terms: { "text.designer.whole": names } });
  const pairs = (...words: string[]) => ({ match: { "text.joined": words.join(" ") } });

  it("a negation is part of a name if a brand contains the negating word", () => {
    expect(evidenceFor("nike free run")).to.deep.equal({
      proof: {
        bool: {
          should: [
            brands("nike free", "nike free run", "free run"),
            { bool: { filter: [brands("nike"), pairs("nikefree", "freerun")] } },
          ],
        },
      },
      hint: { bool: { filter: [brands("nike"), { match: { "text.typed": "free" } }] } },
      against: { bool: { filter: [pairs("nikefree")], must_not: [brands("nike")] } },
    });
    expect(evidenceFor("sugar free")?.proof).to.deep.equal({
      bool: { should: [brands("sugar free"), { bool: { filter: [brands("sugar"), pairs("sugarfree")] } }] },
    });
  });

  it("a negation is part of a name if a brand starts with the negating word", () => {
    expect(evidenceFor("no fear shirt")).to.deep.equal({ proof: brands("no fear", "no fear shirt") });
    expect(evidenceFor("carefree pads")).to.deep.equal({ proof: brands("carefree", "carefree pads") });
  });
});

describe("a text query with a negation", () => {
  const match = (field: string, query: string) => ({ match: { [`text.${field}`]: { query, operator: "and" } } });

  it("a text query with a negation ranks products that state the absence of the term above products without the term", () => {
    const { unwanted } = readNegations(["joghurt", "zuckerfrei"], rulesIn("german"));
    const [signal, ...more] = negationSignals(unwanted, rulesIn("german"));
    expect(more).to.deep.equal([]);
    expect(signal?.name).to.equal("text without zucker");
    const { dis_max } = signal?.clause as {
      dis_max: { queries: { constant_score: { filter: object; boost: number } }[] };
    };
    const [says, lacks] = dis_max.queries.map(({ constant_score }) => constant_score);
    expect([says?.boost, lacks?.boost]).to.deep.equal([72, 48]);
    expect(lacks?.filter).to.deep.equal({
      bool: {
        should: [
          {
            bool: {
              must_not: [
                ...["title", "categories", "other", "endings"].map((field) => match(field, "zucker")),
                { prefix: { "text.typed": "zucker" } },
              ],
            },
          },
          match("designer", "zucker"),
        ],
      },
    });
    const filterText = JSON.stringify(says?.filter);
    for (const printed of ["ohnezucker", "zerozucker", "zuckerfree", "zuckerfrei", "zuckerlos"])
      expect(filterText).to.match(new RegExp(`\\b${printed}\\b`));
  });

  it("a text query with a negation searches only for the words that are not negated", () => {
    for (const tier of ["strict", "any"] as const) {
      const { should, ...others } = (
        textQuery("desk without drawers", rulesIn("english"), tier) as { bool: { should: object[] } }
      ).bool;
      const { should: plain, ...plainOthers } = (
        textQuery("desk", rulesIn("english"), tier) as { bool: { should: object[] } }
      ).bool;
      expect(others).to.deep.equal(plainOthers);
      expect(should.slice(0, -1)).to.deep.equal(plain);
      expect(JSON.stringify(should.at(-1))).to.contain("withoutdrawers");
    }
    expect(hasAllWords("desk without drawers", rulesIn("english"))).to.deep.equal(
      hasAllWords("desk", rulesIn("english")),
    );
  });

  it("a text query that consists only of a negation finds products that state the absence of the term", () => {
    const { filter } = (
      hasAllWords("sugar free", rulesIn("english")) as { bool: { filter: { bool: { should: object[] } }[] } }
    ).bool;
    const [filterText, typed, ...more] = filter[0]?.bool.should ?? [];
    expect(JSON.stringify(filterText)).to.contain("sugarfree");
    const present = (query: string) => ({ multi_match: { query, fields: ["text.any", "text.joined"] } });
    expect([typed, ...more]).to.deep.equal([
      { bool: { filter: [present("sugar sugarfree"), present("free sugarfree")] } },
    ]);
  });

  it("a text query with a negation stays within its clause limit in any language", () => {
    const word = fc.constantFrom(
      "without",
      "ohne",
      "sin",
      "no",
      "free",
      "zuckerfrei",
      "sugar-free",
      "red",
      "a-b",
      "Ärmel",
      "tv",
      "doll",
      "in",
      "漢字",
    );
    fc.assert(
      fc.property(
        fc.array(word, { maxLength: 14 }),
        fc.constantFrom(...LANGUAGE_NAMES),
        fc.constantFrom("strict", "any"),
        (words, language, tier) => {
          const query = words.map((one, at) => (at % 3 === 0 ? one : `${one}${"x".repeat(at % 4)}`)).join(" ");
          const rules = rulesIn(language);
          const clause = textQuery(query, rules, tier);
          expect(clausesOf(clause)).to.be.at.most(MAX_TEXT_CLAUSES);
          const { unwanted } = readNegations(wordsOf(query).words, rules);
          const ofNegations = negationSignals(unwanted, rules).map((signal) => signal.clause);
          expect(clausesOf(ofNegations)).to.be.at.most(MAX_NEGATION_CLAUSES);
        },
      ),
      { numRuns: 500 },
    );
  });
});
