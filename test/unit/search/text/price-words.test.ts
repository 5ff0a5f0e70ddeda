import { expect } from "chai";
import fc from "fast-check";
import { readPrice, type ReadQuery } from "../../../../src/search/text/price-words.js";
import { tokensOf } from "../../../../src/search/text/price-tokens.js";
import { LANGUAGE_NAMES, LANGUAGES, type Language } from "../../../../src/languages/languages.js";
import type { PriceWish } from "../../../../src/search/response-schema.js";

/** Price phrases with the remaining query and the price bounds. */
const PRICES: Partial<Record<Language, readonly (readonly [query: string, left: string | null, price: PriceWish])[]>> =
  {
    english: [
      ["shoes under 50", "shoes", { max: 50 }],
      ["Shoes under $49.90", "Shoes", { max: 49.9 }],
      ["below 100 € red shoes", "red shoes", { max: 100 }],
      ["under $30 shoes", "shoes", { max: 30 }],
      ["watch over 200 dollars", "watch", { min: 200 }],
      ["watch over £200", "watch", { min: 200 }],
      ["under 100 dress", "dress", { max: 100 }],
      ["black dress under 100 with sleeves", "black dress with sleeves", { max: 100 }],
      ["shoes under 100 by Acme", "shoes by Acme", { max: 100 }],
      ["under 50", null, { max: 50 }],
      ["(under 50)", null, { max: 50 }],
      ["shoes under 50, red", "shoes red", { max: 50 }],
      ["gifts for under 20", "gifts", { max: 20 }],
      ["shoes under 0", "shoes", { max: 0 }],
      // Separators.
      ["shoes under 1,250", "shoes", { max: 1_250 }],
      ["shoes under $1,250", "shoes", { max: 1_250 }],
      ["shoes under 1.250 €", "shoes", { max: 1_250 }],
      ["sofa under 1,250.50", "sofa", { max: 1_250.5 }],
      ["sofa under 1.250,50", "sofa", { max: 1_250.5 }],
      ["sofa under $1,250,000", "sofa", { max: 1_250_000 }],
      ["sofa under ₹1,25,000", "sofa", { max: 125_000 }],
      ["pin under 12,50", "pin", { max: 12.5 }],
      ["pin under 12.50", "pin", { max: 12.5 }],
      ["pin under 0.500", "pin", { max: 0.5 }],
      ["pin under $1250.500", "pin", { max: 1_250.5 }],
      // Currencies.
      ["shoes up to EUR 50", "shoes", { max: 50 }],
      ["shoes up to 50USD", "shoes", { max: 50 }],
      ["shoes up to US$ 50", "shoes", { max: 50 }],
      ["shoes up to ¥5,000", "shoes", { max: 5_000 }],
      ["shoes up to 500 ₺", "shoes", { max: 500 }],
      ["shoes up to 500 kr", "shoes", { max: 500 }],
      ["shoes up to 500 zł", "shoes", { max: 500 }],
      ["shoes up to 500 Kč", "shoes", { max: 500 }],
      ["shoes up to Rs. 500", "shoes", { max: 500 }],
      ["car under $10k", "car", { max: 10_000 }],
      ["laptop under 5 thousand", "laptop", { max: 5_000 }],
      // Ranges.
      ["shoes between 20 and 60", "shoes", { min: 20, max: 60 }],
      ["shoes between $20 and $60", "shoes", { min: 20, max: 60 }],
      ["between 20 and 60 dress", "dress", { min: 20, max: 60 }],
      ["between 60-20 dress", "dress", { min: 20, max: 60 }],
      ["shoes from 20 to 60 euro", "shoes", { min: 20, max: 60 }],
      ["20-60 € shoes", "shoes", { min: 20, max: 60 }],
      ["shoes $20-$60", "shoes", { min: 20, max: 60 }],
      ["shoes $20 – 60", "shoes", { min: 20, max: 60 }],
      ["shoes 20 to 60 dollars", "shoes", { min: 20, max: 60 }],
      ["shoes $0-$60", "shoes", { min: 0, max: 60 }],
      ["vitamin C $20-$60", "vitamin C", { min: 20, max: 60 }],
      ["price 20-60 shoes", "shoes", { min: 20, max: 60 }],
      ["phone price up to 400", "phone", { max: 400 }],
      ["over $20 and under $60 shoes", "shoes", { min: 20, max: 60 }],
      ["shoes over $20 under $60", "shoes", { min: 20, max: 60 }],
      ["shoes $50 or less", "shoes", { max: 50 }],
      ["shoes $50+ red", "shoes red", { min: 50 }],
      ["shoes no more than $50", "shoes", { max: 50 }],
      ["shoes not less than $50", "shoes", { min: 50 }],
    ],
    german: [
      ["unter 80 Kleid", "Kleid", { max: 80 }],
      ["Schuhe bis 50 Euro", "Schuhe", { max: 50 }],
      ["Schuhe bis zu 49,90 €", "Schuhe", { max: 49.9 }],
      ["Schuhe unter 50", "Schuhe", { max: 50 }],
      ["Schuhe unter 50,- rot", "Schuhe rot", { max: 50 }],
      ["Uhr unter 1'250 CHF", "Uhr", { max: 1_250 }],
      ["Schuhe ab 100 €", "Schuhe", { min: 100 }],
      ["under 20 Euro Hemd", "Hemd", { max: 20 }],
      ["zwischen 20 und 60 Kleid", "Kleid", { min: 20, max: 60 }],
      ["Kleid von 20 bis 60 €", "Kleid", { min: 20, max: 60 }],
      ["Kleid 20 bis 60 Euro", "Kleid", { min: 20, max: 60 }],
      ["Jordan 1 bis 150 Euro", "Jordan 1", { max: 150 }],
    ],
    french: [
      ["chaussures moins de 50 €", "chaussures", { max: 50 }],
      ["canapé à moins de 1 250 €", "canapé", { max: 1_250 }],
      ["canapé jusqu’à 1\u202f250,50 €", "canapé", { max: 1_250.5 }],
      ["robe a partir de 50€", "robe", { min: 50 }],
      ["robe entre 20 et 60", "robe", { min: 20, max: 60 }],
      ["robe de 20 à 60 euros", "robe", { min: 20, max: 60 }],
    ],
    spanish: [
      ["zapatos hasta 50 euros", "zapatos", { max: 50 }],
      ["zapatos entre 20 y 60", "zapatos", { min: 20, max: 60 }],
      ["zapatos de 20 a 60 euros", "zapatos", { min: 20, max: 60 }],
    ],
    italian: [
      ["scarpe sotto i 50 €", "scarpe", { max: 50 }],
      ["scarpe tra i 20 e i 60 euro", "scarpe", { min: 20, max: 60 }],
      ["scarpe da 20 a 60 euro", "scarpe", { min: 20, max: 60 }],
    ],
    turkish: [
      ["ayakkabı 500 TL altı", "ayakkabı", { max: 500 }],
      ["ayakkabı 1.000 TL'ye kadar", "ayakkabı", { max: 1_000 }],
      ["100-500 TL arası ayakkabı", "ayakkabı", { min: 100, max: 500 }],
      ["100 ile 500 TL arasında ayakkabı", "ayakkabı", { min: 100, max: 500 }],
      ["5-10 bin TL arası telefon", "telefon", { min: 5_000, max: 10_000 }],
    ],
    dutch: [["schoenen tussen 20 en 60", "schoenen", { min: 20, max: 60 }]],
    swedish: [["skor mellan 200 och 1 250 kr", "skor", { min: 200, max: 1_250 }]],
    polish: [["buty od 200 do 600 zł", "buty", { min: 200, max: 600 }]],
    czech: [["boty do 1 500 Kč", "boty", { max: 1_500 }]],
    hungarian: [
      ["cipő 5000 Ft alatt", "cipő", { max: 5_000 }],
      ["cipő 5000-10 000 Ft között", "cipő", { min: 5_000, max: 10_000 }],
    ],
    romanian: [["pantofi între 100 și 200 de lei", "pantofi", { min: 100, max: 200 }]],
    russian: [["туфли от 1 000 до 5 000 ₽", "туфли", { min: 1_000, max: 5_000 }]],
    ukrainian: [["взуття до 900 грн", "взуття", { max: 900 }]],
    indonesian: [["sepatu di bawah 500 ribu", "sepatu", { max: 500_000 }]],
    japanese: [["靴3000円から5000円まで", "靴", { min: 3_000, max: 5_000 }]],
    korean: [["신발 50000원 이하", "신발", { max: 50_000 }]],
  };

/** Measures, names, model numbers and ambiguous amounts, which stay in the query. */
const WORDS: Partial<Record<Language, readonly string[]>> = {
  english: [
    "over 50 multivitamin",
    "under armour",
    "over the knee boots",
    "shirt under 50 cotton",
    "model 1,250",
    "phone pro max 256",
    "phone pro max 256 GB",
    "5-10 mm drill",
    "shoes 20-60",
    "shoes from 20 to 60",
    "dumbbell 20 to 60 pounds",
    "hub under desk 7 port",
    "monitor over 27",
    "bulb up to 60",
    "under 14k gold ring",
    "toys under 5 yo",
    "house under 2 million",
    "under 50 tl2 filter",
    "sunder 50",
    "under 50/60 socks",
    "under 1.2.3",
    "under 9999999999999",
    "under 1'250",
    "coins between 1980 and 1999",
    "between $60 and",
    "$60-$20",
    "Schuhe bis 50",
    "shoes 50",
    "shoes $50",
    "$",
    " two  spaces ",
  ],
  german: ["Lampe bis 60", "Schuhe von 20 bis 60", "5-10 mm Bohrer"],
  chinese: ["低于5公斤"],
  japanese: ["2万5000円以下"],
};

/** Queries with a measure, from which a comparing word such as "over" is removed. */
const MEASURES: readonly (readonly [language: Language, query: string, left: string])[] = [
  ["english", "monitor over 30 inch", "monitor 30 inch"],
  ["english", "monitor over 30-inch curved", "monitor 30-inch curved"],
  ["english", 'monitor over 30"', 'monitor 30"'],
  ["english", "monitor at least 144hz", "monitor 144hz"],
  ["english", "laptop at least 16gb ram", "laptop 16gb ram"],
  ["english", "shelf under 50 cm", "shelf 50 cm"],
  ["english", "bulb under 60 watt warm", "bulb 60 watt warm"],
  ["english", "under 12 months romper", "12 months romper"],
  ["english", "cable from 2m", "cable 2m"],
  ["english", "tent up to 1.000.000 parts", "tent 1.000.000 parts"],
  ["english", "from 20 to 60 cm shelf", "20-60 cm shelf"],
  ["english", "between 20 and 60 cm shelf under $50", "20-60 cm shelf"],
  ["german", "Lampe bis zu 60 cm", "Lampe 60 cm"],
  ["german", "Lampe zwischen 20 und 60 Zoll", "Lampe 20-60 Zoll"],
  ["french", "vélo moins de 28 pouces", "vélo 28 pouces"],
];

const lettersIn = (text: string) => tokensOf(text).map((token) => token.text);

/** Whether the words of `some` occur in `others` in the same order. */
function areWithin(some: readonly string[], others: readonly string[]): boolean {
  let at = 0;
  for (const other of others) if (other === some[at]) at += 1;
  return at === some.length;
}

describe("readPrice", () => {
  for (const [language, cases] of Object.entries(PRICES)) {
    for (const [query, left, price] of cases) {
      it(`parses the price ${JSON.stringify(price)} from "${query}" in ${language}`, () => {
        expect(readPrice(query, language as Language)).to.deep.equal({ query: left, price } satisfies ReadQuery);
      });
    }
  }

  for (const [language, queries] of Object.entries(WORDS)) {
    for (const query of queries) {
      it(`finds no price in "${query}" in ${language}`, () => {
        expect(readPrice(query, language as Language)).to.deep.equal({ query });
      });
    }
  }

  for (const [language, query, left] of MEASURES) {
    it(`comparison words before a measurement are removed from "${query}" in ${language}, which leaves "${left}"`, () => {
      const isPriced = query.includes("$50");
      expect(readPrice(query, language)).to.deep.equal({ query: left, ...(isPriced ? { price: { max: 50 } } : {}) });
    });
  }

  const phrases = (language: Language): string[] =>
    [LANGUAGES.english.priceWords, LANGUAGES[language].priceWords].flatMap((words) =>
      Object.values<string | null>({ ...words }).flatMap((list) => list?.split("|") ?? []),
    );

  it("parsing a price keeps the order of the remaining query words for any text", () => {
    const language = fc.constantFrom(...LANGUAGE_NAMES);
    const mixed = language.chain((one) =>
      fc
        .array(
          fc.tuple(
            fc.oneof(
              fc.constantFrom(...phrases(one), "20", "60", "1,250", "1 250", "€", "$", "-", "cm", "red"),
              fc.string(),
            ),
            fc.constantFrom(" ", " ", ""),
          ),
          { maxLength: 30 },
        )
        .map((parts) => [one, parts.flat().join("")] as const),
    );
    const any = fc.tuple(language, fc.string({ unit: "binary", maxLength: 1_000 }));
    fc.assert(
      fc.property(fc.oneof(mixed, any), ([one, query]) => {
        const { query: left, price } = readPrice(query, one);
        const { min = 0, max = Infinity } = price ?? {};
        expect(min).to.be.at.most(max);
        // A range of measures is joined with a hyphen.
        const words = lettersIn(left ?? "").filter((text) => text !== "-");
        expect(areWithin(words, lettersIn(query)), left ?? "").to.equal(true);
        if (price === undefined && left !== query) expect(left).to.match(/\d/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("parsing a price takes linear time for hostile queries of tens of thousands of characters", () => {
    const hostile = ["under ", "1 250 ", "between 20 and ", "over 30 inch ", "$", "9", "1,", "under $20 ", "原", "a$"];
    // A parser with quadratic time would exceed the test's time limit.
    for (const piece of hostile) for (const one of ["french", "chinese"] as const) readPrice(piece.repeat(10_000), one);
  });
});
