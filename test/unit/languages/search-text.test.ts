import { expect } from "chai";
import fc from "fast-check";
import { comparableWords, searchText, withAmpersands } from "../../../src/languages/search-text.js";

describe("the search text", () => {
  const cases: readonly (readonly [rule: string, ...pairs: (readonly [text: string, searched: string])[]])[] = [
    [
      "the search text keeps case and accents in composed Unicode form",
      ["", ""],
      ["Caf\u0065\u0301 ÉTÉ", "Caf\u00e9 ÉTÉ"],
    ],
    [
      "the search text separates words by one space",
      ["  a\n b\tc ", "a b c"],
      ["a\u00a0b\u202fc\u3000d\u2007e", "a b c d e"],
    ],
    [
      "the search text contains no invisible characters or trademark signs",
      ["Schrau\u00adben", "Schrauben"],
      ["\ufeffa\u200b\u200c\u200d\u200e\u200f\u2060\u180eb", "ab"],
      ["Acme® Pad™ ©2020", "Acme Pad 2020"],
      ["\u2764\ufe0f \u{1F525}", "\u2764 \u{1F525}"],
      // Characters that the service does not remove are converted to the composed Unicode form.
      ["a\u00ad\u0301", "á"],
    ],
    ["the search text contains straight apostrophes", ["O’Neill ‘n‘ ʼʻ`´ʹ′", "O'Neill 'n' ''''''"]],
    ["the search text contains plain hyphens", ["a‐b‑c‒d–e—f−g", "a-b-c-d-e-f-g"]],
    ["the search text contains straight quotes", ["“a” „b“ «c» ″", '"a" "b" "c" "']],
    [
      "the search text contains plain letters and digits instead of special characters",
      ["m² m³ 5µm ×", "m2 m3 5um x"],
      ["ёлка Ёж", "елка Еж"],
    ],
    [
      "the search text writes fractions in digits",
      ["½ ¼ ¾ ⅓ ⅔ ⅛ ⅜ ⅝ ⅞", "1/2 1/4 3/4 1/3 2/3 1/8 3/8 5/8 7/8"],
      ["1½kg 1⁄2", "1 1/2 kg 1/2"],
    ],
    [
      "the search text contains no full-width or half-width variants of characters",
      ["ＵＳＢ＋＆ ５００ｇ", "USB+& 500 g"],
      ["ﾜｲﾔﾚｽ ｶﾞ", "ワイヤレス ガ"],
    ],
    [
      "the search text contains ampersands instead of escaped ampersands",
      ["H&#38;M Salt &amp;amp; &#x26;", "H&M Salt & &"],
    ],
    [
      "the search text writes possessives without an apostrophe",
      ["Levi’s LEVI'S 501's", "Levis LEVIs 501's"],
      ["kids' rock 'n' roll it'sy", "kids' rock 'n' roll it'sy"],
    ],
    [
      "the search text spells out C++ and C#",
      ["C++ c++11 a+++", "Cplusplus cplusplus11 a+++"],
      ["C# F# d# ac#", "Csharp Fsharp d# ac#"],
    ],
    [
      "the search text uses one name for inches",
      ["27\" 24'' 24\" 32in 32-in 10-inch 24 inches", "27 inch 24 inch 24 inch 32 inch 32 inch 10 inch 24 inch"],
      ["15,6 zoll 7 pouces 7 pulgadas 7 pollici 7Zoll", "15,6 inch 7 inch 7 inch 7 inch 7 inch"],
      ["5 in 1 a 32inn", "5 in 1 a 32inn"],
    ],
    [
      "the search text contains ft instead of a feet sign after a number",
      ["6' 5'x7'", "6 ft 5 ft x7 ft"],
      ["90's 90's", "90's 90's"],
    ],
    [
      "the search text separates amounts from their units",
      ["500g 1.5l, 2.5kg) 10-15-mm 5-kg", "500 g 1.5 l, 2.5 kg) 10-15 mm 5 kg"],
      ['60x120 60×120cm 12X12x12x 2x 3/4"', "60 x 120 60 x 120 cm 12 x 12 x 12 x 2 x 3/4 inch"],
      ["iPhone15 1000XM4 4K x2 USB-C 100% a5cm", "iPhone15 1000XM4 4K x2 USB-C 100% a5cm"],
      [`${"1".repeat(38)}cm ${"1".repeat(39)}cm`, `${"1".repeat(38)} cm ${"1".repeat(39)}cm`],
    ],
  ];
  for (const [rule, ...pairs] of cases) {
    it(rule, () =>
      expect(pairs.map(([text]) => searchText(text))).to.deep.equal(pairs.map(([, searched]) => searched)),
    );
  }

  it("the search text does not change when it is normalized again", () => {
    const telling = [
      ...Array.from("12xXaAsScCfFkK'\"`-+#&;.,/()½×®’″\u00ad\u0301éſßİ\u212a\uff07\uff02ﾞ \n"),
      ...["''", "++", "in", "inch", "zoll", "cm", "ft", "&amp;", "amp;", "#38;"],
    ];
    const texts = fc.oneof(
      fc.array(fc.constantFrom(...telling), { maxLength: 8 }).map((parts) => parts.join("")),
      fc.string({ unit: "binary" }),
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(searchText(searchText(text))).to.equal(searchText(text));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("withAmpersands", () => {
  it("HTML character references of an ampersand are replaced, even if they are escaped twice", () =>
    expect(withAmpersands("a &amp;amp; b &AMP; c &#38; &#x26;#38; &lt;")).to.equal("a & b & c & & &lt;"));
});

describe("comparableWords", () => {
  const cases: readonly (readonly [text: string, ...words: string[]])[] = [
    [""],
    ["!!! & \u2764"],
    ["O’Neill O'NEILL oneill", "oneill", "oneill", "oneill"],
    ["Crème-Brûlée T-Shirts", "cremebrulee", "tshirts"],
    ["H&M Øster Łódź Straße ﬁn İĞ", "hm", "oster", "lodz", "strasse", "fin", "ig"],
    ["ΠΑΠΟΎΤΣΙΑΣ παπούτσιας", "παπουτσιασ", "παπουτσιασ"],
    // In other writing systems, combining marks are parts of letters.
    ["Чай Ёж", "чай", "еж"],
    ["किताब เสื้อ が 한국", "किताब", "เสื้อ", "が", "한국"],
    ["hot \u{1F525}", "hot", "\u{1F525}"],
    ["WH-1000XM4 60x120cm", "wh1000xm4", "60", "x", "120", "cm"],
  ];
  for (const [text, ...words] of cases) {
    it(`returns ${words.join(", ") || "no words"} for ${JSON.stringify(text)}`, () =>
      expect(comparableWords(text)).to.deep.equal(words));
  }

  it("words normalized for comparison do not change when they are normalized again", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("aÀßøŁŉ-' &éçñ")) }), (text) => {
        const words = comparableWords(text);
        expect(comparableWords(words.join(" "))).to.deep.equal(words);
      }),
    );
  });
});
