import { expect } from "chai";
import { ImportError } from "../../../../packages/import/src/import-error.js";
import { imported, leftOut } from "./import-of.js";

const XML = `<?xml version="1.0"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>
<item>
  <g:id>S-M</g:id><title>Shirt</title><g:description><![CDATA[Soft <b>linen</b>]]></g:description>
  <link>https://a/shirt</link><g:image_link>https://a/1.jpg</g:image_link>
  <g:additional_image_link>https://a/2.jpg</g:additional_image_link><g:additional_image_link>https://a/3.jpg</g:additional_image_link>
  <g:price>29.90 EUR</g:price><g:sale_price>19,90 EUR</g:sale_price><g:availability>in stock</g:availability>
  <g:item_group_id>shirt</g:item_group_id><g:product_type>Women &gt; Shirts</g:product_type><g:brand>Tilda</g:brand>
  <g:color>Red/White</g:color><g:size>M</g:size><g:gtin>123</g:gtin><g:custom_label_0>x</g:custom_label_0>
  <g:product_detail><g:section_name>General</g:section_name><g:attribute_name>Care</g:attribute_name><g:attribute_value>Wash</g:attribute_value></g:product_detail>
  <g:shipping><g:country>DE</g:country><g:price>4 EUR</g:price></g:shipping>
</item>
<item><title>No id</title></item>
</channel></rss>`;

const SHIRT = {
  product_identifier: "shirt",
  variant_identifier: "S-M",
  title: "Shirt",
  description: "Soft linen",
  designer: "Tilda",
  categories: ["Women: Shirts"],
  color: "Red / White",
  sizes: ["M"],
  price: 19.9,
  original_price: 29.9,
  on_sale: true,
  currency: "EUR",
  in_stock: true,
  barcode: "123",
  link: "https://a/shirt",
  images: ["https://a/1.jpg", "https://a/2.jpg", "https://a/3.jpg"],
  attributes: { care: "Wash" },
};

describe("a Google Merchant feed", () => {
  it("a Google Merchant feed in RSS format is read", async () => {
    const result = await imported(XML);
    expect(result.data).to.deep.equal([SHIRT]);
    expect(leftOut(result)).to.deep.equal({ "the product has no id": ["line 13"] });
    expect(result.report.unused).to.deep.equal(["custom_label_0", "shipping"]);
  });

  it("a Google Merchant feed in Atom format is read, including links in XML attributes", async () => {
    const { data } = await imported(
      `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0"><entry><g:id>1</g:id><title>Mug</title><link href="https://a/mug"/><g:price>9 USD</g:price></entry></feed>`,
    );
    expect(data).to.deep.equal([
      {
        product_identifier: "1",
        variant_identifier: "1",
        title: "Mug",
        price: 9,
        on_sale: false,
        currency: "USD",
        link: "https://a/mug",
      },
    ]);
  });

  it("a Google Merchant feed in tab-separated format is read, including sale prices with start and end dates", async () => {
    const { data, report, format } = await imported(
      [
        "id\ttitle\tdescription\tlink\timage link\tprice\tsale price\tsale price effective date\tavailability\tproduct detail",
        "1\tMug\t\thttps://a/mug\thttps://a/m.jpg\t12.00 USD\t9.00 USD\t2026-01-01T00:00Z/2026-01-31T23:59Z\tout_of_stock\tGeneral:Care:Wash",
        "2\tBowl\t\thttps://a/bowl\thttps://a/b.jpg\t12.00 USD\t\t\tsoon\t",
      ].join("\n"),
    );
    const both = { price: 12, on_sale: false, currency: "USD" };
    expect(format).to.equal("google-merchant");
    expect(data).to.deep.equal([
      {
        product_identifier: "1",
        variant_identifier: "1",
        title: "Mug",
        ...both,
        in_stock: false,
        images: ["https://a/m.jpg"],
        link: "https://a/mug",
        attributes: { care: "Wash" },
      },
      {
        product_identifier: "2",
        variant_identifier: "2",
        title: "Bowl",
        ...both,
        images: ["https://a/b.jpg"],
        link: "https://a/bowl",
      },
    ]);
    expect([...report.unread.keys()]).to.deep.equal([
      "availability: expected in_stock, out_of_stock, preorder or backorder",
    ]);
  });

  it("vehicle attributes of a Google Merchant feed are read as numbers without units", async () => {
    const car = (id: string, more: string) =>
      `<item><g:id>${id}</g:id><g:title>Car</g:title><g:price>9 USD</g:price><g:make>Oxley</g:make><g:model>O1</g:model><g:year>2024</g:year>${more}</item>`;
    const { data, report } = await imported(
      `<rss xmlns:g="http://base.google.com/ns/1.0"><channel>${car("1", "<g:vin>V1</g:vin><g:mileage>12,500 km</g:mileage><g:body_style>SUV</g:body_style><g:exterior_color>Red</g:exterior_color>")}${car("2", "<g:brand>Nord</g:brand><g:mileage><g:value>900</g:value><g:unit>MI</g:unit></g:mileage><g:doors>many</g:doors>")}${car("3", "")}</channel></rss>`,
    );
    const shared = { title: "Car", price: 9, on_sale: false, currency: "USD" };
    expect(data).to.deep.equal([
      { ...shared, product_identifier: "1", variant_identifier: "1", designer: "Oxley", color: "Red", attributes: { model: "O1", body_style: "SUV", year: 2024, mileage: 12_500 } },
      { ...shared, product_identifier: "2", variant_identifier: "2", designer: "Nord", attributes: { model: "O1", year: 2024, mileage: 900 } },
      { ...shared, product_identifier: "3", variant_identifier: "3" },
    ]); // prettier-ignore
    expect([...report.unread.keys()]).to.deep.equal(["doors: expected a number, like 12876 km"]);
    expect(report.unused).to.deep.equal(["make", "model", "year"]);
  });

  it("a Google Merchant feed with malformed XML is rejected with the line of the error", async () => {
    const failure = async (text: string) => imported(text).then(() => undefined, (error: unknown) => error); // prettier-ignore
    const broken = await failure(XML.replace("</g:brand>", "</g:brnd>"));
    expect(broken).to.be.instanceOf(ImportError);
    expect((broken as Error).message).to.match(/^line 8: the XML is not well-formed/);
    expect(await failure("<html><body></body></html>")).to.be.instanceOf(ImportError);
    expect(await failure(XML.slice(0, 700))).to.be.instanceOf(ImportError);
  });
});
