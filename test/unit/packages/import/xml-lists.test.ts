import { expect } from "chai";
import { Readable } from "node:stream";
import { openImport } from "../../../../packages/import/src/import-file.js";
import { ImportError } from "../../../../packages/import/src/import-error.js";
import { proposalDocument } from "../../../../packages/import/src/mapping.js";
import { imported, questionsOf } from "./import-of.js";

const refusal = (content: string): Promise<unknown> =>
  imported(content).then(() => undefined, (error: unknown) => (error instanceof ImportError ? error.message : error)); // prettier-ignore

/** Returns the XML element of a chair. The element names do not belong to a known format. */
const chair = (nr: number, more = "") =>
  `<k:Artikel nr="A${nr}"><k:Bezeichnung>Stuhl ${nr} &amp; Kissen</k:Bezeichnung><k:Preis currency="EUR">${nr}9,90</k:Preis><k:Bestand>${nr % 2}</k:Bestand><k:Bilder><k:Bild>https://a/${nr}.jpg</k:Bild><k:Bild>https://a/${nr}b.jpg</k:Bild></k:Bilder><k:Hersteller><k:Name>Oxley</k:Name></k:Hersteller><k:Merkmal name="Farbe">rot</k:Merkmal><k:Merkmal name="Breite" unit="cm">9${nr}</k:Merkmal>${more}</k:Artikel>`;
const chairs = (count: number) => Array.from({ length: count }, (_, at) => chair(at + 1)).join("");
const catalog = (items: string) =>
  `<k:Katalog xmlns:k="urn:k"><k:Kopf><k:Stand>2026-11-01</k:Stand></k:Kopf><k:Gruppen><k:Gruppe id="1">Stühle</k:Gruppe><k:Gruppe id="2">Tische</k:Gruppe></k:Gruppen><k:Liste>${items}</k:Liste></k:Katalog>`;

describe("the generic XML importer", () => {
  it("the generic XML importer maps a product list by the names of elements, attributes and name-value pairs", async () => {
    const { data, format, mapping } = await imported(catalog(chairs(3)));
    expect(format).to.equal("xml");
    expect(Object.fromEntries(Object.entries(mapping?.fields ?? {}).map(([field, { from }]) => [field, from]))).to.deep.equal({
      product_identifier: ["nr"],
      title: ["Bezeichnung"],
      price: ["Preis"],
      currency: ["Preis.currency"],
      designer: ["Hersteller.Name"],
      color: ["Farbe"],
      images: ["Bilder.Bild"],
      in_stock: ["Bestand"],
      "attributes.breite": ["Breite"],
    }); // prettier-ignore
    expect(data[0]).to.deep.equal({
      product_identifier: "A1", variant_identifier: "A1", title: "Stuhl 1 & Kissen", price: 19.9, currency: "EUR", designer: "Oxley", color: "rot",
      images: ["https://a/1.jpg", "https://a/1b.jpg"], in_stock: true, "attributes.breite": "91 cm",
    }); // prettier-ignore
    expect(data).to.have.length(3);
  });

  it("the generic XML importer reads variants from a list inside each product element", async () => {
    const shirt = (id: string, ...sizes: readonly string[]) =>
      `<product><id>${id}</id><title>Shirt ${id}</title><vendor>Oxley</vendor><variants>${sizes.map((size) => `<variant><sku>${id}-${size}</sku><size>${size}</size><price>10</price></variant>`).join("")}</variants></product>`;
    const { data } = await imported(`<products>${shirt("1", "M", "L")}${shirt("2", "S")}</products>`);
    expect(data).to.deep.equal(
      [["1", "M"], ["1", "L"], ["2", "S"]].map(([id, size]) => ({
        product_identifier: id, variant_identifier: `${id}-${size}`, title: `Shirt ${id}`, price: 10, designer: "Oxley", sizes: [size],
      })),
    ); // prettier-ignore
  });

  it("the generic XML importer asks for the language and the price column in the same run", async () => {
    const two = (id: number) => `<row><ref>${id}</ref><name xml:lang="de">Stuhl ${id}</name><name xml:lang="en">Chair ${id}</name><price_eur>${id}</price_eur><price_usd>${id + 1}</price_usd></row>`; // prettier-ignore
    const content = `<list>${two(1)}${two(2)}${two(3)}</list>`;
    const questions = await questionsOf(content);
    expect(questions.map(({ field, rivals }) => [field, rivals])).to.deep.equal([
      ["lang", ["de", "en"]],
      ["price", ["price_eur", "price_usd"]],
    ]);
    const { mapping, data } = await imported(content, { answers: { lang: "en", price: "price_usd" } });
    expect(data.map(({ title, price }) => [title, price])).to.deep.equal([["Chair 1", 2], ["Chair 2", 3], ["Chair 3", 4]]); // prettier-ignore
    expect(Object.keys(proposalDocument({ mapping: mapping ?? { fields: {} }, questions }).fields)).to.not.include("lang"); // prettier-ignore
  });

  it("the generic XML importer reads elements that have their column name in an attribute", async () => {
    const row = (id: string, title: string) =>
      `<row><field name="id">${id}</field><field name="title">${title}</field><brand id="7" name="Oxley"/><price name="retail">9,50</price><stock name="Berlin">3</stock></row>`;
    const { data, mapping } = await imported(`<db><table>${row("1", "Caf&eacute;&nbsp;Table")}${row("2", "Desk &copy;")}</table></db>`); // prettier-ignore
    expect(mapping?.fields["price"]?.from).to.deep.equal(["price retail"]);
    expect(data.map(({ product_identifier: id, title, price, designer }) => [id, title, price, designer])).to.deep.equal([
      ["1", "Caf\u00e9\u00a0Table", 9.5, "Oxley"],
      ["2", "Desk \u00a9", 9.5, "Oxley"],
    ]); // prettier-ignore
  });

  it("the generic XML importer uses the price with tax, and asks the user if prices are ambiguous or missing", async () => {
    const item = (id: string, prices: string) => `<row><id>${id}</id><title>Lamp ${id}</title>${prices}<stock><amount>${id}</amount></stock></row>`; // prettier-ignore
    const list = (prices: string) => `<list>${item("1", prices)}${item("2", prices)}</list>`;
    const { data } = await imported(list("<vat>21</vat><price_vat>121</price_vat>"));
    expect(data.map(({ price, in_stock }) => [price, in_stock])).to.deep.equal([[121, true], [121, true]]); // prettier-ignore
    const fieldsOf = async (content: string) => (await questionsOf(content)).map(({ field, rivals }) => [field, rivals]); // prettier-ignore
    expect(await fieldsOf(list("<price>100</price><price_vat>121</price_vat>"))).to.deep.equal([["price", ["price_vat", "price"]]]); // prettier-ignore
    expect(await fieldsOf(list(""))).to.deep.equal([["price", []]]);
    expect((await imported(list(""), { answers: { price: null } })).data).to.have.length(2);
  });

  it("the generic XML importer reads descriptions with unescaped HTML", async () => {
    const item = (id: string) => `<row><id>${id}</id><title>Lamp ${id}</title><price>5</price><description><p>Made of <b>oak</b>.</p><ul><li>Warm<br/></li></ul></description></row>`; // prettier-ignore
    const { data } = await imported(`<list>${item("1")}${item("2")}</list>`);
    expect(data.map(({ description }) => description)).to.deep.equal(["Made of oak.\nWarm", "Made of oak.\nWarm"]);
  });

  it("the generic XML importer asks which price to use if a product has several currencies or price types", async () => {
    const row = (id: string, prices: string) => `<row><id>${id}</id><title>Lamp ${id}</title>${prices}</row>`;
    const list = (prices: string) => `<list>${row("1", prices)}${row("2", prices)}</list>`;
    const currencies = list('<price currency="EUR">5</price><price currency="USD">6</price>');
    const [question] = await questionsOf(currencies);
    expect(question).to.deep.equal({ field: "price_currency", why: "the file has prices in several currencies, but a catalogue has one currency", rivals: ["EUR", "USD"] }); // prettier-ignore
    const { data } = await imported(currencies, { answers: { price_currency: "USD" } });
    expect(data.map(({ price, currency }) => [price, currency])).to.deep.equal([[6, "USD"], [6, "USD"]]); // prettier-ignore
    const kinds = await questionsOf(list('<price type="north">5</price><price type="south">6</price>'));
    expect(kinds.map(({ field, rivals }) => [field, rivals])).to.deep.equal([["price", ["price north", "price south"]]]); // prettier-ignore
  });

  it("the generic XML importer asks for the language if a text has one element per language", async () => {
    const named = `<list>${[1, 2, 3].map((n) => `<item><id>${n}</id><name><de>Hocker ${n}</de><en>Stool ${n}</en></name><price>${n}.5</price></item>`).join("")}</list>`; // prettier-ignore
    const numbered = `<list>${[1, 2, 3].map((n) => `<item><id>${n}</id><name><language id="1">Stool ${n}</language><language id="2">Tabouret ${n}</language></name><price>${n}.5</price></item>`).join("")}</list>`; // prettier-ignore
    expect((await questionsOf(named)).map(({ field, rivals }) => [field, ...rivals])).to.deep.equal([["lang", "de", "en"]]); // prettier-ignore
    expect((await questionsOf(numbered)).map(({ field, rivals }) => [field, ...rivals])).to.deep.equal([["lang", "1", "2"]]); // prettier-ignore
    expect((await imported(named, { answers: { lang: "en" } })).data[0]).to.deep.equal({
      product_identifier: "1", variant_identifier: "1", title: "Stool 1", price: 1.5,
    }); // prettier-ignore
    expect((await imported(numbered, { answers: { lang: "2" } })).data[0]).to.deep.equal({
      product_identifier: "1", variant_identifier: "1", title: "Tabouret 1", price: 1.5,
    }); // prettier-ignore
  });

  it("the generic XML importer asks the user to confirm prices with many decimals, because they may exclude tax", async () => {
    const items = (price: string) => `<list>${[1, 2, 3].map((n) => `<item><id>${n}</id><name>Stool ${n}</name><price>${n}${price}</price></item>`).join("")}</list>`; // prettier-ignore
    expect((await questionsOf(items(".583333"))).map(({ field }) => field)).to.deep.equal(["price"]);
    expect(await questionsOf(items(".900000"))).to.deep.equal([]);
  });

  it("the generic XML importer reads a product list with a given mapping", async () => {
    const mapping = { fields: { product_identifier: { from: ["nr"], as: "text" }, title: { from: ["Farbe"], as: "text" } } } as const; // prettier-ignore
    const { data, format } = await imported(catalog(chairs(2)), { mapping: JSON.parse(JSON.stringify(mapping)) as never }); // prettier-ignore
    expect(format).to.equal("xml");
    expect(data).to.deep.equal(["A1", "A2"].map((id) => ({ product_identifier: id, variant_identifier: id, title: "rot" }))); // prettier-ignore
  });

  it("the generic XML importer rejects web pages and XML files without repeated elements", async () => {
    expect(await refusal(catalog(chair(1)))).to.match(/^this XML is not a list of products: expected/);
    expect(await refusal("<html><body></body></html>")).to.match(/^this is a web page/);
    expect(await refusal(catalog(chairs(2)).slice(0, -20))).to.match(/^line 1: the XML is not well-formed/);
  });

  it("the generic XML importer reads a product list whose element names also occur in a known format", async () => {
    const item = (id: string) =>
      `<SHOPITEM id="${id}"><NAME>Lamp ${id}</NAME><CODE>L-${id}</CODE><PRICE_VAT>5</PRICE_VAT><MANUFACTURER>Oxley</MANUFACTURER></SHOPITEM>`;
    const { format, data } = await imported(`<SHOP>${item("1")}${item("2")}</SHOP>`);
    expect(format).to.equal("xml");
    expect(data.map(({ title, price, designer }) => [title, price, designer])).to.deep.equal([["Lamp 1", 5, "Oxley"], ["Lamp 2", 5, "Oxley"]]); // prettier-ignore
  });

  it("the generic XML importer reads an RSS feed whose items have no id", async () => {
    const item = (name: string) => `<item><guid>${name}</guid><title>Lamp ${name}</title><price>5</price></item>`;
    const { format, data } = await imported(
      `<rss><channel><title>Shop</title>${item("a")}${item("b")}</channel></rss>`,
    );
    expect(format).to.equal("xml");
    expect(data.map(({ title, price }) => [title, price])).to.deep.equal([["Lamp a", 5], ["Lamp b", 5]]); // prettier-ignore
  });

  it("the generic XML importer reads the elements with the most fields as products", async () => {
    const group = (name: string, from: number) => `<group><id>${name}</id><name>${name}</name><sort>1</sort>${chair(from)}${chair(from + 1)}</group>`; // prettier-ignore
    const { data } = await imported(`<all>${group("a", 1)}${group("b", 3)}</all>`.replaceAll("k:", ""));
    expect(data.map(({ product_identifier: id }) => id)).to.deep.equal(["A1", "A2", "A3", "A4"]);
  });
});

describe("hostile XML", () => {
  const endless = (begin: string, piece: string) => {
    function* pieces(): Generator<string> {
      yield begin;
      for (;;) yield piece;
    }
    const head = begin + piece;
    return openImport({ encoding: "utf-8", head, pieces: Readable.from(pieces()) }, { now: new Date() })
      .then(async ({ variants }) => {
        for await (const some of variants) expect(some).to.be.an("array");
      })
      .then(() => undefined, (error: unknown) => (error instanceof ImportError ? error.message : error)); // prettier-ignore
  };
  const begin = catalog(chairs(2)).replace(/<\/k:Liste>.*$/s, "");

  it("hostile XML is rejected if elements are nested too deeply", async () => {
    expect(await refusal(catalog(chairs(2) + "<a>".repeat(100_000)))).to.match(/elements are nested too deeply/);
    expect(await refusal("<a>".repeat(1_000_000))).to.be.a("string");
  });

  it("hostile XML is rejected if it declares XML entities", async () => {
    const bomb = `<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${catalog(chairs(2) + chair(3, "<x>&b;</x>"))}`;
    expect(await refusal(bomb)).to.match(/^line 1: the XML is not well-formed: undefined entity/);
  });

  it("hostile XML is rejected if one record exceeds the limit of elements or text", async () => {
    expect(await endless(`${begin}<k:Artikel nr="A9">`, "<k:x/>".repeat(10_000))).to.match(/more than 50000 elements/); // prettier-ignore
    expect(await endless(`${begin}<k:Artikel nr="A9">`, "x".repeat(100_000))).to.match(/characters belong to one record/); // prettier-ignore
    expect(await endless(begin, "y".repeat(100_000))).to.match(/characters belong to one record/);
  });

  it("hostile XML is rejected if element or attribute names are too long", async () => {
    expect(await refusal(catalog(chairs(2) + `<${"n".repeat(2_000)}/>`))).to.match(
      /an element or attribute name is longer than 1000/,
    );
  });
});
