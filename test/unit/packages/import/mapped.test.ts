import { expect } from "chai";
import { parseMapping } from "../../../../packages/import/src/mapping.js";
import { imported, leftOut } from "./import-of.js";

describe("a file in an unrecognized format", () => {
  it("the columns of a file in an unrecognized format are mapped by their names and values", async () => {
    const { data, mapping, format } = await imported(
      [
        "Artikelgruppe;parent_sku;Artikelnummer;Bezeichnung;Preis;UVP;Marke;Warengruppe;Farbe;Größe;Bild;Bestand;Pflege",
        "1;SH;SH-1;Hemd;19,90;29,90;Tilda;Herren > Hemden;Rot;M;https://a/1.jpg|https://a/2.jpg;3;Waschen",
        "1;SH;SH-2;Hemd;19,90;;Tilda;Herren > Hemden;Rot;L;https://a/1.jpg|https://a/2.jpg;0;Waschen",
        "2;HO;HO-1;Hose;1.049,00;;Oxley;Herren > Hosen;Blau;L;https://a/3.jpg;1;Wischen",
      ].join("\n"),
    );
    expect(format).to.equal("csv");
    expect(Object.fromEntries(Object.entries(mapping?.fields ?? {}).map(([name, { from, as }]) => [name, [...from, as]]))).to.deep.equal({
      product_identifier: ["parent_sku", "text"],
      variant_identifier: ["Artikelnummer", "text"],
      title: ["Bezeichnung", "text"],
      price: ["Preis", "number"],
      original_price: ["UVP", "number"],
      designer: ["Marke", "text"],
      categories: ["Warengruppe", "categories"],
      color: ["Farbe", "text"],
      sizes: ["Größe", "list"],
      images: ["Bild", "addresses"],
      in_stock: ["Bestand", "stock"],
      "attributes.pflege": ["Pflege", "text"],
    }); // prettier-ignore
    expect(data[0]).to.deep.equal({
      product_identifier: "SH",
      variant_identifier: "SH-1",
      title: "Hemd",
      price: 19.9,
      original_price: 29.9,
      on_sale: true,
      designer: "Tilda",
      categories: ["Herren: Hemden"],
      color: "Rot",
      sizes: ["M"],
      images: ["https://a/1.jpg", "https://a/2.jpg"],
      in_stock: true,
      "attributes.pflege": "Waschen",
    });
    expect([data[1]?.["on_sale"], data[1]?.["in_stock"], data[2]?.["price"]]).to.deep.equal([false, false, 1049]);
  });

  it("a JSON file in an unrecognized format is read from its list of products, including nested variants", async () => {
    const { data, mapping } = await imported(
      JSON.stringify({
        shop: { name: "x" },
        data: {
          products: [
            {
              id: 7,
              name: "Cap",
              brand: { name: "Oxley" },
              images: [{ url: "https://a/1.jpg" }],
              variants: [
                { sku: "C-R", color: "Red", price: 10, available: true },
                { sku: "C-B", color: "Blue", price: 12, available: false },
              ],
            },
          ],
        },
      }),
    );
    const shared = { product_identifier: "7", title: "Cap", designer: "Oxley", images: ["https://a/1.jpg"] };
    expect(mapping?.variants).to.equal("variants");
    expect(data).to.deep.equal([
      { ...shared, variant_identifier: "C-R", color: "Red", price: 10, in_stock: true },
      { ...shared, variant_identifier: "C-B", color: "Blue", price: 12, in_stock: false },
    ]);
  });

  it("a file in an unrecognized format is read with its short and its long descriptions", async () => {
    const { data } = await imported(
      "sku,name,description,short_description\n1,A,<p>Long &amp; wide</p>,<b>Short</b>\n2,B,<p>Long</p>,\n",
    );
    expect(data).to.deep.equal([
      {
        product_identifier: "1",
        variant_identifier: "1",
        title: "A",
        description: "Long & wide",
        short_description: "Short",
      },
      { product_identifier: "2", variant_identifier: "2", title: "B", description: "Long" },
    ]);
  });

  it("an import with a given mapping reports rows and values that are invalid for the mapping", async () => {
    const mapping = parseMapping(
      JSON.stringify({
        fields: {
          product_identifier: { from: ["nr"], as: "text" },
          title: { from: ["n"], as: "text" },
          categories: { from: ["c1", "c2"], as: "category_levels" },
          released_at: { from: ["d"], as: "date" },
          price: { from: ["sale", "p"], as: "number" },
          organic: { from: ["o"], as: "yes_no" },
          about: { from: ["h"], as: "html" },
        },
      }),
    );
    const result = await imported(
      "nr,n,c1,c2,d,sale,p,o,h\n1,A,X,Y,31.1.2026,,5,ja,<b>x</b>\n2,B,X,,soon,3,5,maybe,\n,C,,,,,,,\n",
      { mapping },
    );
    expect(result.data).to.deep.equal([
      {
        product_identifier: "1",
        variant_identifier: "1",
        title: "A",
        categories: ["X: Y"],
        price: 5,
        released_at: "2026-01-31T00:00:00.000Z",
        organic: true,
        about: "x",
      },
      { product_identifier: "2", variant_identifier: "2", title: "B", categories: ["X"], price: 3 },
    ]);
    expect(leftOut(result)).to.deep.equal({ "the record has no product identifier": ["line 4"] });
    expect([...result.report.unread.values()].map(({ text, examples }) => [text, ...examples])).to.deep.equal([
      ["d: expected a date, like 2026-01-31", 'line 3: "soon"'],
      ["o: expected yes or no", 'line 3: "maybe"'],
    ]);
  });

  it("a mapping is rejected if it is invalid or names columns that the file does not have", async () => {
    const failures = await Promise.all(
      [
        () => parseMapping("{"),
        () => parseMapping('{"fields":{"title":{"from":["n"],"as":"txt"}}}'),
        () => parseMapping('{"fields":{"title":{"from":["n"],"as":"text"}}}'),
        () =>
          imported("a,b\n1,2\n", {
            mapping: parseMapping('{"fields":{"product_identifier":{"from":["nr"],"as":"text"}}}'),
          }),
      ].map(async (attempt) => {
        try {
          await attempt();
          return "";
        } catch (error) {
          return (error as Error).message;
        }
      }),
    );
    const expected = [
      /^the mapping is not JSON/,
      /fields\.title\.as/,
      /`product_identifier` is required/,
      /uses the column "nr", but the file only has a, b/,
    ];
    for (const [at, pattern] of expected.entries()) expect(failures[at]).to.match(pattern);
  });
});
