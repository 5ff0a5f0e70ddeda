import { readdirSync, readFileSync } from "node:fs";
import { expect } from "chai";
import { LANGUAGE, LANGUAGE_NAMES, LANGUAGES, wordsOfAll } from "../../../src/languages/languages.js";
import { compileSchema } from "../../../src/schema/validator.js";

const FOLDER = new URL("../../../src/languages/data/", import.meta.url);
const FILES = Object.fromEntries(
  readdirSync(FOLDER)
    .sort()
    .map((file) => [file.replace(/\.json$/, ""), JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as object]),
);

const repeatedIn = (list: readonly string[]) => list.filter((word, at) => list.indexOf(word) !== at);

describe("the languages", () => {
  it("each language has one language file", () => {
    expect(Object.keys(FILES)).to.deep.equal(LANGUAGE_NAMES);
  });

  it("each language file contains only known keys of the expected types", () => {
    const check = compileSchema(LANGUAGE, { subject: "language", errors: "all" });
    for (const [name, file] of Object.entries(FILES)) expect(check(file), name).to.deep.equal([]);
    expect(check({ ...FILES["german"], stopwords: "der die das", yesNo: ["Ja"] })).to.have.length(2);
  });

  it("a key that is missing in a language file has a default value", () => {
    const { stopWords, forms, departments, capitalNouns } = LANGUAGES.other;
    expect([stopWords, departments, capitalNouns]).to.deep.equal([null, null, false]);
    expect(forms).to.deep.include({ stemmers: [], keepsWord: false, lowercase: null, accentedEndings: true });
    expect(Object.keys(LANGUAGES.other).sort()).to.deep.equal(Object.keys(LANGUAGES.german).sort());
    expect(LANGUAGES.turkish.priceWords).to.deep.include({ below: null, thousand: "bin" });
    expect(LANGUAGES.turkish.departments?.girls.prefixes).to.equal(null);
  });

  for (const name of LANGUAGE_NAMES) {
    const { departments, priceWords, negationWords, synonyms, yesNo, ...others } = LANGUAGES[name];

    it(`the language file of ${name} lists each word once and in lower case`, () => {
      const { betweenWords, compatibilityWords, privateWords, measures, sizeWords } = others;
      const { stopWords, forms } = others;
      const named = departments === null ? [] : Object.values(departments);
      const spaced = [
        ...[betweenWords, compatibilityWords, privateWords, stopWords, forms.elidedArticles],
        ...named.flatMap(({ words, prefixes }) => [words, prefixes]),
        ...(others.irregular?.split(", ") ?? []),
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
        synonyms?.split("; ").flatMap((line) => line.split(", ").map((term) => `${term} of ${line}`)),
      ].flatMap((list) => (list === undefined ? [] : [list]));
      for (const list of lists)
        expect(
          list.filter((word, at) => list.indexOf(word) !== at || word.trim() === "" || word !== word.toLowerCase()),
        ).to.deep.equal([]);
      expect(synonyms?.split("; ").filter((line) => line.split(", ").length < 2) ?? []).to.deep.equal([]);
      expect(yesNo[0]).to.not.equal(yesNo[1]);
    });
  }

  for (const name of LANGUAGE_NAMES) {
    const { departments, stopWords, irregular } = LANGUAGES[name];

    it(`the language file of ${name} lists no word in two departments or in two lists of irregular forms`, () => {
      const named = departments === null ? [] : Object.values(departments).flatMap(({ words }) => words.split(" "));
      const prefixes = departments === null ? [] : Object.values(departments).flatMap((one) => one.prefixes?.split(" ") ?? []); // prettier-ignore
      const forms = irregular?.split(", ").flatMap((line) => line.split(" ")) ?? [];
      for (const list of [named, prefixes, forms]) expect(repeatedIn(list)).to.deep.equal([]);
      expect(irregular?.split(", ").filter((line) => !line.includes(" ")) ?? []).to.deep.equal([]);
    });

    it(`the language file of ${name} contains words in normalization form C`, () => {
      for (const list of [stopWords ?? "", irregular ?? "", JSON.stringify(departments)])
        expect(list).to.equal(list.normalize("NFC"));
    });
  }

  it("the combined list of compatibility words, such as 'for' and 'pour', contains words of several languages", () => {
    expect([...wordsOfAll("compatibilityWords")]).to.include.members(["for", "für", "pour", "için"]);
  });
});
