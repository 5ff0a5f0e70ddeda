import { expect } from "chai";
import { pageLanguage } from "../../../../demo/server/page-language.js";
import { moneyFormat } from "../../../../demo/shop/money.js";
import { filled, productCount } from "../../../../demo/shop/wording.js";

describe("text formatter of the demo shop", () => {
  it("the demo shop formats product counts with the plural forms and digits of the page language", () => {
    const counts = (["english", "german", "french", "russian", "polish", "persian"] as const).map((name) =>
      [0, 1, 2, 21, 12345].map((count) => productCount(pageLanguage(name), count).replaceAll(/\s/gu, " ")),
    );
    expect(counts).to.deep.equal([
      ["0 products", "1 product", "2 products", "21 products", "12,345 products"],
      ["0 Produkte", "1 Produkt", "2 Produkte", "21 Produkte", "12.345 Produkte"],
      ["0 produit", "1 produit", "2 produits", "21 produits", "12 345 produits"],
      ["Товаров: 0", "1 товар", "Товаров: 2", "21 товар", "Товаров: 12 345"],
      ["Produkty: 0", "1 produkt", "Produkty: 2", "Produkty: 21", "Produkty: 12 345"],
      ["۰", "۱", "۲", "۲۱", "۱۲٬۳۴۵"].map((count) => `${count} محصول`),
    ]);
  });

  it("the demo shop inserts a name into a text unchanged, even if the name contains characters such as $&", () => {
    expect(filled("Remove #", "$& #1")).to.equal("Remove $& #1");
    expect(filled("# entfernen", "")).to.equal("entfernen");
  });

  it("the demo shop formats prices in the notation of the page language", () => {
    const shown = (currency: string | null, locale: string, amount: number, digits?: 0) =>
      moneyFormat(currency, locale)(amount, digits).replaceAll(/\s/gu, " ");
    expect([
      shown("EUR", "en", 1234.5),
      shown("EUR", "de", 1234.5),
      shown("EUR", "de", 1234.5, 0),
      shown("JPY", "ja", 1200),
      shown(null, "fr", 1234.5),
      shown("none", "en", 0),
    ]).to.deep.equal(["€1,234.50", "1.234,50 €", "1.235 €", "￥1,200", "1 234,50", "0.00"]);
  });
});
