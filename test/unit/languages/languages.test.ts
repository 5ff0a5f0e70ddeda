import { readdirSync } from "node:fs";
import { expect } from "chai";
import { LANGUAGE_NAMES, LANGUAGES, wordsOfAll } from "../../../src/languages/languages.js";

describe("the languages", () => {
  it("are one for each file of their folder", () => {
    const files = readdirSync(new URL("../../../src/languages/", import.meta.url)).map((file) => file.slice(0, -3));
    const others = ["all", "language", "languages", "tell-language"];
    expect(files.filter((name) => !others.includes(name)).sort()).to.deep.equal(LANGUAGE_NAMES);
  });

  for (const name of LANGUAGE_NAMES) {
    const { departments, priceWords, negationWords, synonyms, yesNo, ...others } = LANGUAGES[name];

    it(`have each word of ${name} once in its list, in lower case, and no empty list or word`, () => {
      const { betweenWords, compatibilityWords, privateWords, measures, sizeWords } = others;
      const spaced = [betweenWords, compatibilityWords, privateWords, ...Object.values<string>(departments ?? {})];
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

  it("give their words to all where a shop's texts mix them", () => {
    expect([...wordsOfAll("compatibilityWords")]).to.include.members(["for", "für", "pour", "için"]);
  });
});
