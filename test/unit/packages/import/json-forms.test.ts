import { expect } from "chai";
import { imported, questionsOf } from "./import-of.js";

const json = (value: unknown): string => JSON.stringify(value, null, 1);
/** Returns nine records, which suffice to propose a mapping. */
const each = <T>(of: (number: number) => T): T[] => Array.from({ length: 9 }, (_, at) => of(at + 1));
const asked = async (content: string, answers: Readonly<Record<string, string>> = {}) =>
  (await questionsOf(content, { answers })).map(({ field, rivals }) => [field, ...rivals]);

describe("JSON", () => {
  it("the JSON importer reads the list with the most fields, not the first list", async () => {
    const { data } = await imported(
      json({
        status: { filters: [{ name: "brand" }, { name: "color" }] },
        result: { items: each((n) => ({ id: n, name: `Stool ${n}`, price: n + 0.5 })) },
      }),
    );
    expect(data.length).to.equal(9);
    expect(data[0]).to.deep.equal({ product_identifier: "1", variant_identifier: "1", title: "Stool 1", price: 1.5 });
  });

  it("the JSON importer reads an object whose keys are product identifiers", async () => {
    const { data } = await imported(
      json(Object.fromEntries(each((n) => [`st-${n}`, { name: `Stool ${n}`, price: n + 0.5, pictures: [{ src: `https://a/${n}.jpg` }] }]))), // prettier-ignore
    );
    expect(data[8]).to.deep.equal({
      product_identifier: "st-9", variant_identifier: "st-9", title: "Stool 9", price: 9.5, images: ["https://a/9.jpg"],
    }); // prettier-ignore
  });

  it("the JSON importer reads the nodes, selected options and amounts of a GraphQL response", async () => {
    const { data, format } = await imported(
      json({ data: { products: { edges: each((n) => ({ cursor: `c${n}`, node: {
        id: `gid://shopify/Product/${n}`, title: `Stool ${n}`, handle: `stool-${n}`, vendor: "Oxley", descriptionHtml: "<p>Solid</p>",
        variants: { edges: ["Red", "Blue"].map((color, at) => ({ node: {
          sku: `S${n}-${at}`, price: { amount: `${n}.5`, currencyCode: "EUR" }, selectedOptions: [{ name: "Color", value: color }],
        } })) },
      } })) } } }),
    ); // prettier-ignore
    expect([format, data.length]).to.deep.equal(["json", 18]);
    expect(data[1]).to.deep.equal({
      product_identifier: "stool-1", variant_identifier: "S1-1", title: "Stool 1", description: "Solid", price: 1.5, currency: "EUR",
      designer: "Oxley", color: "Blue",
    }); // prettier-ignore
  });

  it("the JSON importer converts name-value pairs to fields", async () => {
    const { data } = await imported(
      json(each((n) => ({
        id: n, sku: `A${n}`, name: `Stool ${n}`, price: 20 + n,
        brand: { id: 70 + (n % 2), name: "Oxley" },
        categories: [{ id: n, name: n % 2 ? "Low" : "High", slug: "low", link: "https://a/low" }],
        attributes: [{ id: 1, name: "Color", visible: false, options: ["Red", "Blue"] }, { id: 2, name: "Legs", options: [n % 2 ? "3" : "4"] }],
        custom_attributes: [{ attribute_code: "special_price", value: n % 2 ? String(10 + n) : null }, { attribute_code: "material", value: "Oak" }],
        gallery: [{ id: n, disabled: true, file: `https://a/${n}.jpg` }],
      }))),
    ); // prettier-ignore
    expect(data.length).to.equal(9);
    expect(data[0]).to.deep.equal({
      product_identifier: "1", variant_identifier: "1", sku: "A1", title: "Stool 1", price: 11, original_price: 21, on_sale: true, designer: "Oxley",
      categories: ["Low"], color: "Red", material: "Oak", images: ["https://a/1.jpg"], "attributes.legs": 3,
    }); // prettier-ignore
  });

  it("the JSON importer converts amounts in minor units with the number of decimal digits of the currency", async () => {
    const { data } = await imported(
      json({ results: each((n) => ({
        id: `t-${n}`, productType: { typeId: "product-type", id: "x" }, name: { en: `Stool ${n}` },
        masterVariant: { id: 1, sku: `S${n}`, prices: [{ value: { centAmount: 1000 + n, currencyCode: "EUR", fractionDigits: 2 } }], attributes: [{ name: "color", value: { key: "r", label: "Red" } }] },
        variants: [{ id: 2, sku: `T${n}`, prices: [{ value: { centAmount: 2000 + n, currencyCode: "EUR", fractionDigits: 2 } }], attributes: [{ name: "color", value: { key: "b", label: "Blue" } }] }],
      })) }),
    ); // prettier-ignore
    expect(data.slice(0, 2)).to.deep.equal([
      { product_identifier: "t-1", variant_identifier: "S1", title: "Stool 1", price: 10.01, currency: "EUR", color: "Red" },
      { product_identifier: "t-1", variant_identifier: "T1", title: "Stool 1", price: 20.01, currency: "EUR", color: "Blue" },
    ]); // prettier-ignore
    const store = await imported(
      json(each((n) => ({ id: n, name: `Stool ${n}`, prices: { price: String(1000 + n), currency_code: "EUR", currency_minor_unit: 2 } }))), // prettier-ignore
    );
    expect(store.data[0]).to.deep.equal({
      product_identifier: "1", variant_identifier: "1", title: "Stool 1", price: 10.01, currency: "EUR",
    }); // prettier-ignore
  });

  it("the JSON importer asks whether prices without decimals are in cents", async () => {
    const content = json({ items: each((n) => ({ id: n, name: `Stool ${n}`, price: { amount: 1000 * n + 990, currency: "EUR" } })) }); // prettier-ignore
    expect(await asked(content)).to.deep.equal([["price", "price.amount", "price.amount:cents"]]);
    expect(await asked(json(each((n) => ({ id: n, name: `Stool ${n}`, price: 1000 * n + 990, currency: "EUR" }))))).to.deep.equal([["price", "price", "price:cents"]]); // prettier-ignore
    expect(await asked(json(each((n) => ({ id: n, name: `Stool ${n}`, price: 1000 * n + 990, currency: "HUF" }))))).to.deep.equal([]); // prettier-ignore
  });

  it("the JSON importer asks which language and which currency to import if the file contains several", async () => {
    const content = json({ data: each((n) => ({
      id: n, name: { de: `Hocker ${n}`, en: `Stool ${n}` }, description: { de: "Aus Eiche", en: null },
      price: { EUR: n + 0.5, USD: n + 0.75 },
    })) }); // prettier-ignore
    expect(await asked(content)).to.deep.equal([["lang", "de", "en"], ["price_currency", "EUR", "USD"]]); // prettier-ignore
    const { data } = await imported(content, { answers: { lang: "en", price_currency: "USD" } });
    expect(data[0]).to.deep.equal({
      product_identifier: "1", variant_identifier: "1", title: "Stool 1", description: "Aus Eiche", price: 1.75, currency: "USD",
    }); // prettier-ignore
    expect(await asked(content, { lang: "en", price_currency: "USD" })).to.deep.equal([]);
    const listed = json(each((n) => ({ id: n, title: `Stool ${n}`, variants: [{ sku: `S${n}`, prices: [{ amount: n, currency_code: "eur" }, { amount: n + 1, currency_code: "usd" }] }] }))); // prettier-ignore
    expect(await asked(listed)).to.deep.equal([["price_currency", "EUR", "USD"]]);
  });

  it("the JSON importer prefers prices with tax to prices without tax", async () => {
    const { data } = await imported(
      json({ data: each((n) => ({ productNumber: `N${n}`, name: null, translated: { name: `Hocker ${n}` }, price: [{ net: n, gross: n + 0.5, listPrice: { net: n + 1, gross: n + 2 } }] })) }), // prettier-ignore
    );
    expect(data[0]).to.deep.equal({
      product_identifier: "N1", variant_identifier: "N1", title: "Hocker 1", price: 1.5, original_price: 3, on_sale: true,
    }); // prettier-ignore
  });

  it("the JSON importer reads variant groups and other properties of schema.org products", async () => {
    const { data } = await imported(
      json({ "@context": "https://schema.org", "@graph": each((n) => ({
        "@type": "ProductGroup", productGroupID: `G${n}`, name: `Stool ${n}`,
        hasVariant: ["Red", "Blue"].map((color, at) => ({ "@type": "Product", sku: `G${n}-${at}`, color, offers: { "@type": "Offer", price: n + 0.5, priceCurrency: "EUR", availability: "https://schema.org/OutOfStock" } })),
      })) }),
    ); // prettier-ignore
    expect(data.length).to.equal(18);
    expect(data[1]).to.deep.equal({
      product_identifier: "G1", variant_identifier: "G1-1", title: "Stool 1", price: 1.5, currency: "EUR", color: "Blue", in_stock: false,
    }); // prettier-ignore
  });
});

describe("a product table in the template of a marketplace", () => {
  it("a product table in the template of a marketplace is read even if rows of instructions precede the header", async () => {
    const amazon = await imported(
      [
        "TemplateType=fptcustom\tVersion=2021.1\tThe top rows are for others\t",
        "SKU\tProduct Name\tStandard Price\tQuantity",
        "item_sku\titem_name\tstandard_price\tquantity",
        ...each((n) => `S${n}\tStool ${n}\t${n}.50\t0`),
      ].join("\n"),
    );
    expect(amazon.data[0]).to.deep.equal({ product_identifier: "S1", variant_identifier: "S1", title: "Stool 1", price: 1.5, in_stock: false }); // prettier-ignore
    const meta = await imported(
      [
        '"# Required | A unique identifier, ""SKU"" if you have one",# Required | The title,# Required | Text,# Required | Price,# Required | Page,# Optional | Category',
        "id,title,description,price,link,fb_product_category",
        "1,Stool,Solid,9.50 USD,https://a/1,Home > Stools",
      ].join("\n"),
    );
    expect(meta.format).to.equal("google-merchant");
    expect(meta.data).to.deep.equal([
      {
        product_identifier: "1", variant_identifier: "1", title: "Stool", description: "Solid", price: 9.5, on_sale: false, currency: "USD",
        categories: ["Home: Stools"], link: "https://a/1",
      },
    ]); // prettier-ignore
  });
});

describe("a table whose variant rows have no title", () => {
  it("the import asks whether rows without a title but with their own identifiers are variants", async () => {
    const content = [
      "CustomLabel;Title;Relationship;RelationshipDetails;StartPrice",
      ...each((n) => `P${n};Stool ${n};;Color=Red;${n}.50\nP${n}-2;;Variation;Color=Red;${n}.60\nP${n}-3;;Variation;Color=Oak;${n}.70`),
    ].join("\n"); // prettier-ignore
    const answers = { title: "Title:continues" };
    expect(await asked(content, answers)).to.deep.equal([["product_identifier", "Title", "CustomLabel"]]);
    const { data } = await imported(content, { answers: { ...answers, product_identifier: "Title" } });
    expect(data.slice(0, 2)).to.deep.equal([
      { product_identifier: "Stool 1", variant_identifier: "P1", title: "Stool 1", price: 1.5, color: "Red" },
      { product_identifier: "Stool 1", variant_identifier: "P1-2", title: "Stool 1", price: 1.6, color: "Red" },
    ]); // prettier-ignore
  });
});
