import { expect } from "chai";
import { FieldScan } from "../../../../packages/import/convert/field-scan.js";
import { flatten } from "../../../../src/catalog/flatten.js";
import { proposeConfiguration } from "../../../../packages/import/convert/propose-configuration.js";
import { currencyOfHosts, labelIn } from "../../../../packages/import/convert/storefront-labels.js";
import { type Language, LANGUAGE_NAMES } from "../../../../src/languages/languages.js";

/** Returns the proposed configuration for `count` products with these fields. */
function proposed(count: number, fields: (at: number) => Record<string, unknown>, language: Language = "english") {
  const scan = new FieldScan();
  for (let at = 0; at < count; at += 1) {
    const id = { product_identifier: `p${at}`, variant_identifier: `v${at}`, title: `Lamp ${at}`, price: at + 1 };
    scan.observe(flatten({ ...id, ...fields(at) }).fields);
  }
  return proposeConfiguration(scan, language);
}

const fieldsOf = ({ facets = [] }: ReturnType<typeof proposeConfiguration>) => facets.map(({ field }) => field);

describe("proposeConfiguration", () => {
  it("the proposed configuration has no facets for product references, texts, counts, or values that all products share", () => {
    const proposal = proposed(40, (at) => ({
      sku: `S-${at}`,
      tags: [`t${at % 3}`],
      attributes: {
        complementary: [`p${at % 7}`, `S-${at % 5}`],
        description_of_the_good: `Good ${at % 4}`,
        total_variants: String(at % 3),
        hs_code: `c${at % 2}`,
        country_of_origin: at < 2 ? "Portugal" : "Italy",
        season: ["Autumn", "Winter"],
        pattern: `Pattern ${at % 4}`,
      },
    }));
    expect(fieldsOf(proposal)).to.deep.equal(["price", "attributes.pattern"]);
  });

  it("the proposed configuration has no facets for rare fields, or for fields with only one or two products per value", () => {
    const proposal = proposed(40, (at) => ({
      ...(at < 3 ? { color: at === 0 ? "red" : "blue" } : {}),
      attributes: at < 5 ? { flavor: `Flavor ${at % 4}` } : {},
    }));
    expect(fieldsOf(proposal)).to.deep.equal(["price"]);
  });

  it("the proposed configuration has labels in the shop's language", () => {
    const shop = (at: number) => ({ designer: `B${at % 3}`, attributes: { width_cm: at } });
    const { facets = [], sort_keys = [] } = proposed(20, shop, "french");
    expect(facets.map(({ label }) => label)).to.deep.equal(["Marque", "Prix", "Width (cm)"]);
    expect(sort_keys.map(({ label }) => label)).to.deep.equal([
      "Sélection",
      "Prix croissant",
      "Prix décroissant",
      "Nom : A à Z",
    ]);
  });

  it("the proposed configuration has distinct labels in every supported language", () => {
    const names = ["designer", "categories", "product_type", "color", "sizes", "age_group", "gender", "price", "on_sale", "material", "featured", "newest", "price_asc", "price_desc", "rating", "name_asc"] as const;
    for (const language of LANGUAGE_NAMES) {
      const labels = names.map((name) => labelIn(language, name));
      expect(new Set(labels).size, language).to.equal(names.length);
      for (const label of labels) expect(label, language).to.match(/^[^_]+$/u);
      const isKnown = !["cjk", "other", "english"].includes(language);
      expect(labelIn(language, "price_asc") !== labelIn("english", "price_asc"), language).to.equal(isKnown);
    }
  }); // prettier-ignore

  it("the proposed configuration has attribute labels with all diacritics, whether they are composed or decomposed", () => {
    const names = ["gehäuse", "Größe_innen", "дизайн", "объём", "długość", "i\u0307çerik", "ความยาว", "लंबाई", "ho\u0308he_cm", "и\u0306од"];
    for (const name of names) {
      const shop = (at: number) => ({ attributes: { [name]: at } });
      const { facets = [] } = proposed(20, shop, "german");
      const words = name.normalize("NFC").replace("_innen", " innen").replace("_cm", " (cm)").replace("i\u0307", "\u0130");
      const [first = ""] = words;
      expect(facets.map(({ label }) => label)).to.deep.equal(["Preis", first.toUpperCase() + words.slice(first.length)]);
    }
  }); // prettier-ignore

  it("the proposed configuration uses the currency in the file, or else the currency of the country in the product URLs", () => {
    const at = (host: string) => proposed(10, (number) => ({ link: `https://${host}/${number}` })).currency;
    expect(at("www.shop.rs")).to.equal("RSD");
    expect(at("shop.co.uk")).to.equal("GBP");
    expect(at("shop.com")).to.equal(undefined);
    expect(proposed(10, () => ({ link: "https://shop.de/1", currency: "CHF" })).currency).to.equal("CHF");
    expect(proposed(10, (number) => ({ link: "https://shop.de/1", currency: number % 2 ? "CHF" : "EUR" })).currency).to.equal(undefined); // prettier-ignore
  });

  it("the proposed configuration has no currency if the product URLs belong to countries with different currencies", () => {
    expect(currencyOfHosts(new Map([["a.de", 5], ["b.se", 5]]))).to.equal(""); // prettier-ignore
    expect(currencyOfHosts(new Map([["a.de", 9], ["b.at", 5], ["c.com", 1]]))).to.equal("EUR"); // prettier-ignore
    expect(currencyOfHosts(new Map())).to.equal("");
  });
});
