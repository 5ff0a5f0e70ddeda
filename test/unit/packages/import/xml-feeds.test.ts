import { expect } from "chai";
import { ImportError } from "../../../../packages/import/src/import-error.js";
import { imported, leftOut, questionsOf } from "./import-of.js";

/** Returns the error message of a rejected import. */
const refusal = (content: string, answers: Record<string, string | null> = {}): Promise<unknown> =>
  imported(content, { answers }).then(() => undefined, (error: unknown) => (error instanceof ImportError ? error.message : error)); // prettier-ignore

describe("the YML importer", () => {
  it("the YML importer reads the category paths of offers, and imports offer groups as products", async () => {
    const { data, format } = await imported(`<?xml version="1.0" encoding="UTF-8"?>
<yml_catalog date="2026-11-01 10:00"><shop><name>Лавка</name><currencies><currency id="RUR" rate="1"/></currencies>
<categories><category id="1">Одежда</category><category id="2" parentId="1">Платья</category></categories>
<offers>
<offer id="10" available="true" group_id="7"><url>https://lavka.ru/10</url><price>1990</price><oldprice>2990</oldprice><currencyId>RUR</currencyId><categoryId>2</categoryId><picture>https://lavka.ru/1.jpg</picture><picture>https://lavka.ru/2.jpg</picture><name>Платье</name><vendor>Тильда</vendor><description><![CDATA[<p>Лён</p>]]></description><param name="Цвет">синий</param><params><param name="Размер" unit="RU">44</param><param name="Длина" unit="см">90</param></params></offer>
<offer id="11" available="false" type="vendor.model"><price>500</price><currencyId>RUB</currencyId><categoryId>9</categoryId><typePrefix>Кружка</typePrefix><vendor>Окс</vendor><model>М1</model></offer>
</offers></shop></yml_catalog>`);
    expect(format).to.equal("yml");
    expect(data).to.deep.equal([
      {
        product_identifier: "7", variant_identifier: "10", title: "Платье", description: "Лён", designer: "Тильда", categories: ["Одежда: Платья"], color: "синий", sizes: ["44"],
        price: 1990, original_price: 2990, on_sale: true, currency: "RUB", in_stock: true, images: ["https://lavka.ru/1.jpg", "https://lavka.ru/2.jpg"], link: "https://lavka.ru/10",
        attributes: { длина: "90 см" },
      },
      { product_identifier: "11", variant_identifier: "11", title: "Кружка Окс М1", designer: "Окс", price: 500, on_sale: false, currency: "RUB", in_stock: false },
    ]); // prettier-ignore
  });

  it("the YML importer reads a catalogue in which two categories are parents of each other", async () => {
    const { data } = await imported(
      `<yml_catalog><shop><categories><category id="1" parentId="2">A</category><category id="2" parentId="1">B</category></categories><offers><offer id="1"><price>1</price><categoryId>1</categoryId><name>X</name></offer></offers></shop></yml_catalog>`,
    );
    expect(data).to.have.length(1);
  });

  it("the YML importer reads category names, original prices and the brand of an Epicentr feed", async () => {
    const offer = (id: string, more: string) =>
      `<offer id="${id}" available="true"><name>Сумка</name><price>100</price>${more}<category code="5">Сумки</category><attribute_set code="5">Сумки</attribute_set><vendor code="a">Oxley</vendor><param name="Бренд">OXLEY</param><param name="Базовий колір">чорний</param><param name="Матеріал">шкіра</param><param name="Матеріал">тканина</param></offer>`;
    const { data } = await imported(
      `<yml_catalog><offers>${offer("1", "<price_old>150</price_old>")}${offer("2", "<oldprice>0</oldprice>")}</offers></yml_catalog>`,
    );
    const shared = { title: "Сумка", designer: "Oxley", categories: ["Сумки"], color: "чорний", material: ["шкіра", "тканина"], price: 100, currency: "UAH", in_stock: true }; // prettier-ignore
    expect(data).to.deep.equal([
      { ...shared, product_identifier: "1", variant_identifier: "1", original_price: 150, on_sale: true },
      { ...shared, product_identifier: "2", variant_identifier: "2", on_sale: false },
    ]);
  });

  it("the YML importer asks for the language if names exist in several languages", async () => {
    const catalog = (texts: string) => `<yml_catalog><offers><offer id="1">${texts}<price>1</price></offer></offers></yml_catalog>`; // prettier-ignore
    const marked = catalog(`<name lang="ru">Стол</name><name lang="ua">Стіл</name><description lang="ua">Дуб</description>`); // prettier-ignore
    const beside = catalog(`<name>Стол</name><name_ua>Стіл</name_ua>`);
    const alike = catalog(`<name lang="ru">Nord</name><name lang="ua">Nord</name>`);
    const why = "the file has texts in several languages, but a catalogue has one language";
    expect(await questionsOf(marked)).to.deep.equal([{ field: "lang", why, rivals: ["ru", "ua"] }]);
    expect(await questionsOf(beside)).to.deep.equal([{ field: "lang", why, rivals: ["default", "ua"] }]);
    expect(await questionsOf(alike)).to.deep.equal([]);
    const titles = async (content: string, lang: string) => (await imported(content, { answers: { lang } })).data.map(({ title, description }) => [title, description]); // prettier-ignore
    expect(await titles(marked, "ua")).to.deep.equal([["Стіл", "Дуб"]]);
    expect(await titles(marked, "RU")).to.deep.equal([["Стол", "Дуб"]]);
    expect(await titles(beside, "ua")).to.deep.equal([["Стіл", undefined]]);
    expect(await titles(beside, "default")).to.deep.equal([["Стол", undefined]]);
    expect(await refusal(marked, { lang: "en" })).to.equal(`--column lang=en: ${why}; expected one of ru, ua`);
    expect(await refusal(marked, { lang: null })).to.equal(`--column lang=: ${why}; expected one of ru, ua`);
  });
});

describe("the Heureka importer", () => {
  const item = (fields: Readonly<Record<string, string>>) =>
    `<SHOPITEM>${Object.entries(fields).map(([name, text]) => `<${name}>${text}</${name}>`).join("")}</SHOPITEM>`; // prettier-ignore
  const boot = {
    ITEM_ID: "1", ITEMGROUP_ID: "g", PRODUCTNAME: "Boot 41", PRODUCT: "Boot", DESCRIPTION: "&lt;p&gt;Warm&lt;/p&gt;", URL: "https://shop/boot?v=1", IMGURL: "https://shop/1.jpg", IMGURL_ALTERNATIVE: "https://shop/2.jpg",
    PRICE_VAT: "1 299,90", MANUFACTURER: "Oxley", CATEGORYTEXT: "Heureka.cz | Shoes | Boots", EAN: "85", PRODUCTNO: "B-41", DELIVERY_DATE: "0", PARAM: "<PARAM_NAME>Velikost</PARAM_NAME><VAL>41</VAL>", DELIVERY: "<DELIVERY_ID>PPL</DELIVERY_ID>",
  }; // prettier-ignore

  it("the Heureka importer uses PRODUCT as the title of grouped variants if PRODUCTNAME starts with PRODUCT", async () => {
    const { ITEMGROUP_ID: _group, PARAM: _param, ...lamp } = boot;
    const result = await imported(
      `<SHOP>${item(boot)}${item({ ...lamp, ITEM_ID: "2", PRODUCTNAME: "Lamp", PRODUCT: "Lamp with a gift", DELIVERY_DATE: "4", CATEGORYTEXT: "Lamps", EXTRA: "x" })}${item({ PRODUCTNAME: "Lost" })}</SHOP>`,
    );
    const shared = {
      description: "Warm", designer: "Oxley", price: 1299.9, on_sale: false, images: ["https://shop/1.jpg", "https://shop/2.jpg"], link: "https://shop/boot?v=1", barcode: "85", sku: "B-41",
    }; // prettier-ignore
    expect(result.format).to.equal("heureka");
    expect(result.data).to.deep.equal([
      { ...shared, product_identifier: "g", variant_identifier: "1", title: "Boot", categories: ["Shoes: Boots"], sizes: ["41"], in_stock: true },
      { ...shared, product_identifier: "2", variant_identifier: "2", title: "Lamp", categories: ["Lamps"] },
    ]); // prettier-ignore
    expect(leftOut(result)).to.deep.equal({ "the product has no item_id": ["line 1"] });
    expect(result.report.unused).to.deep.equal(["extra"]);
  });

  it("the Heureka importer uses the common part of variant names as the title if the variants have different options", async () => {
    const titles = async (names: readonly string[], sizes: readonly string[]) => {
      const items = names.map((name, at) => item({ ...boot, ITEM_ID: String(at), PRODUCT: "", PRODUCTNAME: name, PARAM: `<PARAM_NAME>Velikost</PARAM_NAME><VAL>${sizes[at] ?? ""}</VAL>` })); // prettier-ignore
      return (await imported(`<SHOP>${items.join("")}</SHOP>`)).data.map(({ title }) => title);
    };
    expect(await titles(["Winter boot 41", "Winter boot 42"], ["41", "42"])).to.deep.equal(["Winter boot", "Winter boot"]); // prettier-ignore
    expect(await titles(["Boot red", "Boot blue"], ["41", "41"])).to.deep.equal(["Boot red", "Boot blue"]);
    expect(await titles(["Oxley 41", "Oxley 42"], ["41", "42"])).to.deep.equal(["Oxley 41", "Oxley 42"]);
    expect(await titles(["Boot", "Sandal"], ["41", "42"])).to.deep.equal(["Boot", "Sandal"]);
  });

  it("the Heureka importer asks about the price if the feed contains only prices without tax", async () => {
    const { PRICE_VAT: _price, ...net } = boot;
    const [question] = await questionsOf(`<SHOP>${item({ ...net, PRICE: "100" })}</SHOP>`);
    expect(question?.field).to.equal("price");
  });
});

describe("the Ceneo importer", () => {
  it("the Ceneo importer reads prices and stock from XML attributes, and the brand from product attributes", async () => {
    const offer = (attributes: string, more = "") =>
      `<o url="https://shop/1" price="12.50" ${attributes}><cat><![CDATA[Home/Lamps]]></cat><name>Lamp</name><desc><![CDATA[<b>Bright</b>]]></desc>${more}</o>`;
    const { data, format, report } = await imported(
      `<offers version="1"><group name="other">${offer('id="1" avail="1"', '<imgs><main url="https://shop/1.jpg"/><i url="https://shop/2.jpg"/></imgs><attrs><a name="Producent">Oxley</a><a name="EAN">59</a><a name="Kod_producenta">L-1</a><a name="Kolor">biały</a></attrs>')}${offer('id="2" avail="7" basket="0"')}${offer('id="3" avail="1" stock="0" old="1"')}</group></offers>`,
    );
    const shared = { title: "Lamp", description: "Bright", categories: ["Home: Lamps"], price: 12.5, on_sale: false, currency: "PLN", link: "https://shop/1" }; // prettier-ignore
    expect(format).to.equal("ceneo");
    expect(data).to.deep.equal([
      { ...shared, product_identifier: "1", variant_identifier: "1", designer: "Oxley", barcode: "59", mpn: "L-1", color: "biały", in_stock: true, images: ["https://shop/1.jpg", "https://shop/2.jpg"] },
      { ...shared, product_identifier: "2", variant_identifier: "2" },
      { ...shared, product_identifier: "3", variant_identifier: "3", in_stock: false },
    ]); // prettier-ignore
    expect(report.unused).to.deep.equal(["old"]);
  });
});

describe("the Skroutz importer", () => {
  it("the Skroutz importer copies values of a product to variations that lack them", async () => {
    const { data, format } = await imported(`<s:mywebstore xmlns:s="urn:s"><s:products>
<s:product><s:id>1</s:id><s:name>Shoe</s:name><s:link>https://shop/1</s:link><s:image>https://shop/1.jpg</s:image><s:additionalimage>https://shop/2.jpg</s:additionalimage><s:category>Shoes &gt; Boots</s:category><s:price_with_vat>50</s:price_with_vat><s:manufacturer>Oxley</s:manufacturer><s:color>Black</s:color><s:instock>Y</s:instock>
<s:variations><s:variation><s:variationid>1-41</s:variationid><s:size>41</s:size><s:ean>41</s:ean></s:variation><s:variation><s:size>42</s:size><s:price_with_vat>55</s:price_with_vat><s:quantity>0</s:quantity><s:instock>N</s:instock></s:variation></s:variations></s:product>
<s:product><s:id>2</s:id><s:name>Shirt</s:name><s:category>Shirts</s:category><s:price_with_vat>9</s:price_with_vat><s:size>S, M</s:size><s:quantity>0</s:quantity></s:product>
</s:products></s:mywebstore>`);
    const shoe = { product_identifier: "1", title: "Shoe", categories: ["Shoes: Boots"], designer: "Oxley", color: "Black", on_sale: false, currency: "EUR", images: ["https://shop/1.jpg", "https://shop/2.jpg"], link: "https://shop/1" }; // prettier-ignore
    expect(format).to.equal("skroutz");
    expect(data).to.deep.equal([
      { ...shoe, variant_identifier: "1-41", sizes: ["41"], price: 50, in_stock: true, barcode: "41" },
      { ...shoe, variant_identifier: "1/2", sizes: ["42"], price: 55, in_stock: false },
      { product_identifier: "2", variant_identifier: "2", title: "Shirt", categories: ["Shirts"], sizes: ["S", "M"], price: 9, on_sale: false, currency: "EUR", in_stock: false },
    ]); // prettier-ignore
  });
});

describe("the Kaspi importer", () => {
  const catalog = (...offers: readonly string[]) => `<kaspi_catalog xmlns="kaspiShopping"><offers>${offers.join("")}</offers></kaspi_catalog>`; // prettier-ignore
  const offer = (sku: string, prices: string, available = "yes") =>
    `<offer sku="${sku}"><model>Стол ${sku}</model><brand>Oxley</brand><availabilities><availability available="no" storeId="PP1"/><availability available="${available}" storeId="PP2"/></availabilities>${prices}</offer>`;

  it("the Kaspi importer marks a product as available if any store of the shop has it in stock", async () => {
    const { data, format } = await imported(
      catalog(offer("1", '<cityprices><cityprice cityId="7">100</cityprice><cityprice cityId="8">100</cityprice></cityprices>'), offer("2", "<price>90</price>", "no")),
    ); // prettier-ignore
    const shared = { designer: "Oxley", on_sale: false, currency: "KZT" };
    expect(format).to.equal("kaspi");
    expect(data).to.deep.equal([
      { ...shared, product_identifier: "1", variant_identifier: "1", title: "Стол 1", price: 100, in_stock: true, sku: "1" },
      { ...shared, product_identifier: "2", variant_identifier: "2", title: "Стол 2", price: 90, in_stock: false, sku: "2" },
    ]); // prettier-ignore
  });

  it("the Kaspi importer asks for the city if prices differ between cities", async () => {
    const both = catalog(offer("1", '<price>80</price><cityprices><cityprice cityId="7">100</cityprice><cityprice cityId="8">110</cityprice></cityprices>'), offer("2", '<cityprices><cityprice cityId="7">70</cityprice></cityprices>')); // prettier-ignore
    const why = "prices differ between cities, but a catalogue has one price per variant";
    expect(await questionsOf(both)).to.deep.equal([{ field: "city", why, rivals: ["7", "8"] }]);
    const { data } = await imported(both, { answers: { city: "8" } });
    expect(data.map(({ price }) => price)).to.deep.equal([110, 70]);
  });
});
