import { expect } from "chai";
import { pageLanguage, type PageWords } from "../../../../demo/server/page-language.js";
import { LANGUAGE_NAMES } from "../../../../src/languages/index.js";

const WITHOUT_WORDS = ["cjk", "other"];
const own = LANGUAGE_NAMES.filter((name) => !WITHOUT_WORDS.includes(name));
const words = (name: (typeof LANGUAGE_NAMES)[number]) => pageLanguage(name).words;
const texts = ({ product_count, ...others }: PageWords) => [...Object.values(others), ...Object.values(product_count)];

describe("the language of the demo shop's pages", () => {
  it("the demo shop has page texts for each catalogue language, and English texts for `other` and `cjk`", () => {
    for (const name of WITHOUT_WORDS) expect(pageLanguage(name as "other")).to.deep.equal(pageLanguage("english"));
    const english = words("english");
    const checked = ["everything", "sort_by", "clear_all", "nothing_found", "add_to_cart", "show_more", "sold_out", "remember_question"] as const;
    for (const name of own.filter((one) => one !== "english"))
      for (const key of checked) expect(words(name)[key], `${name} ${key}`).not.to.equal(english[key]);
  }); // prettier-ignore

  it("the demo shop has a translation of every English text, with the same placeholders", () => {
    const english = words("english");
    const positions = (["did_you_mean", "some_words", "all", "remove"] as const).filter((key) => english[key].includes("#"));
    expect(positions).to.deep.equal(["did_you_mean", "some_words", "all", "remove"]);
    for (const name of own) {
      expect(Object.keys(words(name)), name).to.have.members(Object.keys(english));
      for (const text of texts(words(name))) expect(text, name).to.match(/^\S(?:.*\S)?$/su);
      for (const key of positions) expect(words(name)[key].split("#"), `${name} ${key}`).to.have.length(2);
      expect(words(name).product_count.other.split("#"), name).to.have.length(2);
    }
  }); // prettier-ignore

  it("each page language of the demo shop has a locale that browsers support, and the correct writing direction", () => {
    const locales = own.map((name) => pageLanguage(name).locale);
    expect(new Set(locales).size).to.equal(own.length);
    expect(Intl.NumberFormat.supportedLocalesOf(locales)).to.deep.equal(locales);
    expect(own.filter((name) => pageLanguage(name).direction === "rtl")).to.deep.equal(["arabic", "persian"]);
    for (const name of ["indonesian", "norwegian", "irish"] as const)
      expect(pageLanguage(name).locale).to.equal({ indonesian: "id", norwegian: "nb", irish: "ga" }[name]);
  }); // prettier-ignore

  it("the page texts of the demo shop use the characters of their language", () => {
    const scripts: Readonly<Record<string, RegExp>> = {
      arabic: /\p{Script=Arabic}/u, persian: /\p{Script=Arabic}/u, hindi: /\p{Script=Devanagari}/u, thai: /\p{Script=Thai}/u, greek: /\p{Script=Greek}/u,
      bulgarian: /\p{Script=Cyrillic}/u, russian: /\p{Script=Cyrillic}/u, ukrainian: /\p{Script=Cyrillic}/u,
      chinese: /\p{Script=Han}/u, japanese: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, korean: /\p{Script=Hangul}/u,
    };
    for (const name of own)
      for (const text of texts(words(name))) expect(text, name).to.match(scripts[name] ?? /\p{Script=Latin}/u);
    for (const name of ["russian", "bulgarian", "ukrainian"] as const)
      for (const text of texts(words(name))) expect(text.replace("Vitrine", ""), name).not.to.match(/\p{Script=Latin}/u);
    for (const text of texts(words("ukrainian"))) expect(text).not.to.match(/[ыэёъ]/iu);
    for (const text of texts(words("russian"))) expect(text).not.to.match(/[іїєґ]/iu);
  }); // prettier-ignore
});
