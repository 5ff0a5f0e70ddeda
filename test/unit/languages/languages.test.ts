import { readdirSync } from "node:fs";
import { expect } from "chai";
import { LANGUAGE_NAMES, LANGUAGES, wordsOfAll } from "../../../src/languages/languages.js";

const repeatedIn = (list: readonly string[]) => list.filter((word, at) => list.indexOf(word) !== at);

describe("the languages", () => {
  it("are one for each file of their folder", () => {
    const files = readdirSync(new URL("../../../src/languages/", import.meta.url)).map((file) => file.slice(0, -3));
    const others = ["all", "analysis", "language", "languages", "search-text", "tell-language"];
    expect(files.filter((name) => !others.includes(name)).sort()).to.deep.equal(LANGUAGE_NAMES);
  });

  for (const name of LANGUAGE_NAMES) {
    const { departments, priceWords, negationWords, synonyms, yesNo, ...others } = LANGUAGES[name];

    it(`have each word of ${name} once in its list, in lower case, and no empty list or word`, () => {
      const { betweenWords, compatibilityWords, privateWords, measures, sizeWords } = others;
      const { stopWords, forms } = others;
      const named = departments === null ? [] : Object.values(departments);
      const spaced = [
        ...[betweenWords, compatibilityWords, privateWords, stopWords, forms.elidedArticles],
        ...named.flatMap(({ words, beginnings }) => [words, beginnings]),
        ...(others.irregular ?? []),
      ];
      const barred = [
        measures,
        sizeWords,
        ...Object.values<string | null>({ ...priceWords }),
        ...Object.values<string | null>({ ...negationWords }),
      ];
      const lists = [
        ...spaced.map((list) => list?.split(" ")),
        ...barred.map((list) => list?.split("|")),
        synonyms?.flatMap((line) => line.split(", ").map((term) => `${term} of ${line}`)),
      ].flatMap((list) => (list === undefined ? [] : [list]));
      for (const list of lists)
        expect(
          list.filter((word, at) => list.indexOf(word) !== at || word.trim() === "" || word !== word.toLowerCase()),
        ).to.deep.equal([]);
      expect(synonyms?.filter((line) => line.split(", ").length < 2) ?? []).to.deep.equal([]);
      expect(yesNo[0]).to.not.equal(yesNo[1]);
    });
  }

  for (const name of LANGUAGE_NAMES) {
    const { departments, stopWords, irregular } = LANGUAGES[name];

    it(`have no word of ${name} in two departments, or in two lines of irregular forms`, () => {
      const named = departments === null ? [] : Object.values(departments).flatMap(({ words }) => words.split(" "));
      const beginnings = departments === null ? [] : Object.values(departments).flatMap((one) => one.beginnings?.split(" ") ?? []); // prettier-ignore
      const forms = irregular?.flatMap((line) => line.split(" ")) ?? [];
      for (const list of [named, beginnings, forms]) expect(repeatedIn(list)).to.deep.equal([]);
      expect(irregular?.filter((line) => !line.includes(" ")) ?? []).to.deep.equal([]);
    });

    it(`have the words of ${name} in normalization form C`, () => {
      for (const list of [stopWords ?? "", ...(irregular ?? []), JSON.stringify(departments)])
        expect(list).to.equal(list.normalize("NFC"));
    });
  }

  it("give their words to all where a shop's texts mix them", () => {
    expect([...wordsOfAll("compatibilityWords")]).to.include.members(["for", "für", "pour", "için"]);
  });
});
