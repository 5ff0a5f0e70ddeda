import { expect } from "chai";
import { LANGUAGES, LANGUAGE_NAMES } from "../../../../src/languages/languages.js";
import { likelyOf, detectLanguage, formatDetected } from "../../../../packages/import/convert/detect-language.js";
import { SHOP_TITLES } from "../../../support/shop-titles.js";

/** Languages without a search analyzer. */
const WITHOUT_ANALYZER = ["serbian"];
/** Languages that cannot be distinguished from a similar language by a dozen titles. */
const LIKE_ANOTHER: Readonly<Record<string, string>> = { norwegian: "Norwegian" };

describe("the language of a catalogue", () => {
  for (const [name, titles] of Object.entries(SHOP_TITLES)) {
    if (name in LIKE_ANOTHER) continue;
    it(`the language of a catalogue is detected from the titles alone for a shop in ${name}`, async () => {
      const { language } = await detectLanguage(titles);
      expect(language).to.equal(WITHOUT_ANALYZER.includes(name) ? "other" : name);
    });
  }

  it("the language of a catalogue is undecided if titles match two similar languages", async () => {
    const detected = await detectLanguage(SHOP_TITLES["norwegian"] ?? []);
    expect(detected.language).to.equal(null);
    expect(detected.shares.map(({ name }) => name)).to.have.members(["Norwegian", "Danish"]);
    expect(formatDetected(detected)).to.match(/^uncertain \((?:Norwegian|Danish) \d+ %, (?:Norwegian|Danish) \d+ %\)$/);
  });

  it("the language of a catalogue is undecided if two languages have half of the titles each", async () => {
    const detected = await detectLanguage([...(SHOP_TITLES["german"] ?? []), ...(SHOP_TITLES["french"] ?? [])]);
    expect(detected.language).to.equal(null);
    expect(detected.shares.map(({ name }) => name).sort()).to.deep.equal(["French", "German"]);
    expect(likelyOf(detected)).to.match(/^(?:french or german|german or french)$/);
    for (const { share } of detected.shares) expect(share).to.be.within(0.4, 0.6);
  });

  it("the language of a catalogue is undecided if more than a tenth of the titles are in a second language", async () => {
    const english = [
      ...(SHOP_TITLES["english"] ?? []),
      ...(SHOP_TITLES["english"] ?? []).map((title) => `${title} new`),
    ];
    const mixedWith = (some: number) => detectLanguage([...english, ...(SHOP_TITLES["german"] ?? []).slice(0, some)]);
    expect((await mixedWith(1)).language).to.equal("english");
    const detected = await mixedWith(8);
    expect(detected.language).to.equal(null);
    expect(formatDetected(detected)).to.match(/^uncertain \(English 7\d %, German 2\d %\)$/);
  });

  it("the language of a catalogue is undecided if titles contain English jargon and the headers are in another language", async () => {
    const jargon = [
      "LED Panel PRO Wide Beam",
      "LED Highbay MAX with Daylight Sensor",
      "LED Spot SMART Flood Beam dimmable",
    ];
    const names = ["Artikelnummer", "Bezeichnung", "Warengruppe", "Gehäuse", "Farbe", "Preis"];
    const values = ["LED Panels", "LED Spots", "Aluminiumdruckguss", "weiß"];
    const sentence =
      " A light for offices and halls that is easy to install and to clean, with a warranty of five years.";
    for (const texts of [jargon, jargon.map((title) => title + sentence)]) {
      expect((await detectLanguage(texts)).language).to.equal("english");
      const detected = await detectLanguage(texts, { values, names });
      expect(detected.language).to.equal(null);
      expect(detected.shares.map(({ name }) => name)).to.deep.equal(["English", "German"]);
    }
  });

  it("the language of a catalogue is undecided if categories and attribute values are not in the language of the titles", async () => {
    const values = [
      "Жіночий одяг",
      "Дитяче взуття",
      "Кухонні меблі",
      "чорний",
      "білий",
      "сірий",
      "великі розміри",
      "взуття для чоловіків",
    ];
    const detected = await detectLanguage(SHOP_TITLES["russian"] ?? [], {
      values,
      names: ["Назва", "Ціна", "Категорія", "Колір"],
    });
    expect(detected.language).to.equal(null);
    expect(detected.shares.map(({ name }) => name)).to.deep.equal(["Russian", "Ukrainian"]);
  });

  it("the language of a catalogue is detected from the titles even if headers and some attribute values are English", async () => {
    const beside = { values: ["Black", "White", "Home & Garden", "Sale"], names: ["id", "sku", "title", "price", "brand", "Image Src"] };
    const differing: string[] = [];
    for (const [name, titles] of Object.entries(SHOP_TITLES))
      if ((await detectLanguage(titles, beside)).language !== (await detectLanguage(titles)).language) differing.push(name);
    expect(differing).to.deep.equal([]);
  }); // prettier-ignore

  it("the language of a catalogue is detected from categories and attribute values if titles are codes", async () => {
    const values = ["Gartenmöbel", "Wasserkocher", "Küchenmaschinen", "schwarz", "weiß"];
    const detected = await detectLanguage(["XK-200", "ZX-9000 B"], { values, names: ["Artikelnummer", "Preis"] });
    expect(detected.language).to.equal("german");
  });

  it("the language of a catalogue is undecided if the titles contain hardly any dictionary words", async () => {
    for (const titles of [[], [""], ["XK-200", "ZX-9000 B"], ["Lamp 1", "Lamp 2"]])
      expect((await detectLanguage(titles)).language, titles.join()).to.equal(null);
  });

  it("the language of a catalogue is undecided if a few words appear to be in a language without an analyzer", async () => {
    const rings = ["Dawn", "Dusk", "Moon", "Sun", "Star", "Silver", "Stone", "Leaf"].map((name) => `${name} Ring`);
    expect((await detectLanguage(rings)).language).to.equal(null);
  });

  it("the detected language depends neither on the order of the titles nor on titles without words", async () => {
    const titles = SHOP_TITLES["spanish"] ?? [];
    const rubbish = ["", "12345", "🙂", "\ud800", "a".repeat(10_000), "<>&"];
    expect((await detectLanguage([...titles].reverse())).language).to.equal("spanish");
    expect((await detectLanguage([...titles, ...rubbish])).language).to.equal("spanish");
  });

  it("the language of a catalogue is reported by name, with a note if the language has no analyzer", async () => {
    expect(formatDetected(await detectLanguage(SHOP_TITLES["polish"] ?? []))).to.equal("polish (Polish 100 %)");
    expect(formatDetected(await detectLanguage(SHOP_TITLES["serbian"] ?? []))).to.match(
      /^other \(Croatian, Bosnian or Serbian \d+ %(?:, \w+ \d+ %)?\): there is no analyzer for this language, so words are compared without stemming$/,
    );
  });

  it("the language of a catalogue can be detected for every language with an analyzer except Irish and CJK", () => {
    const untold = LANGUAGE_NAMES.filter((name) => LANGUAGES[name].code === null);
    expect(untold).to.deep.equal(["cjk", "irish", "other"]);
    const codes = LANGUAGE_NAMES.flatMap((name) => LANGUAGES[name].code ?? []);
    expect(new Set(codes).size).to.equal(codes.length);
  });
});
