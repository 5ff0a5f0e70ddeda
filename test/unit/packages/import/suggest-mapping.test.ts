import { expect } from "chai";
import { columnsOfRows } from "../../../../packages/import/src/column.js";
import { parseMapping, proposalDocument } from "../../../../packages/import/src/mapping.js";
import { suggestMapping, type Proposal, type SuggestOptions } from "../../../../packages/import/src/suggest-mapping.js";
import { imported } from "./import-of.js";

/** Returns the mapping proposed for a tab-separated table. */
function proposed(lines: readonly string[], options: SuggestOptions = {}): Proposal {
  const [header = [], ...rows] = lines.map((line) => line.split("\t"));
  return suggestMapping(columnsOfRows(header, rows), rows.length, options);
}

const sources = ({ mapping: { fields } }: Proposal): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from]));

const asked = ({ questions }: Proposal): Record<string, readonly string[]> =>
  Object.fromEntries(questions.map(({ field, rivals }) => [field, rivals]));

/** Builds `count` table rows from their row numbers. */
const rows = (count: number, row: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(at));

describe("suggestMapping", () => {
  it("the table importer does not use the record type of a row as the category", () => {
    const lines = ["sku\tname\ttype\tgroup\tprice", ...rows(9, (at) => `s${at}\tLamp ${at}\tsimple\tLamps ${at % 3}\t1${at}.00`)]; // prettier-ignore
    expect(sources(proposed(lines))).to.include.keys("categories");
    expect(sources(proposed(lines))["categories"]).to.deep.equal(["group"]);
  });

  it("the table importer does not use a column of amounts in cents if another column contains the price", () => {
    const lines = [
      "sku\tname\tbase_price\tprice",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}999\t$${at + 1}9.99`),
    ];
    const { mapping, questions } = proposed(lines);
    expect(questions).to.deep.equal([]);
    expect(mapping.fields["price"]?.from).to.deep.equal(["price"]);
    expect(mapping.fields["currency"]?.as).to.equal("currency");
    expect(mapping.fields).not.to.have.property("original_price");
    expect(mapping.unused?.["base_price"]).to.match(/in cents/);
  });

  it("the table importer converts prices in cents if the file has no other price column", async () => {
    const { data } = await imported("sku,name,price_cents\na,Red lamp,1999\nb,Blue lamp,2050\n");
    expect(data.map(({ price }) => price)).to.deep.equal([19.99, 20.5]);
  });

  it("the table importer identifies variants by product id and variant title if no column is unique", async () => {
    const lines = ["product_id,name,variant_title,variant_sku,price", ...rows(12, (at) => `p${at % 3},Suit ${at % 3},Size ${Math.floor(at / 3)},K-${at % 3},19.00`)]; // prettier-ignore
    const { data, mapping } = await imported(lines.join("\n") + "\n");
    expect(mapping?.fields["variant_identifier"]).to.deep.include({
      from: ["product_id", "variant_title"],
      as: "joined",
    });
    expect(new Set(data.map(({ variant_identifier: id }) => id)).size).to.equal(12);
    expect(new Set(data.map(({ product_identifier: id }) => id)).size).to.equal(3);
  });

  it("the table importer asks how to identify variants if no column distinguishes the rows of a product", () => {
    const lines = [
      "product_id\tname\tstock\tprice",
      ...rows(12, (at) => `p${at % 3}\tSuit ${at % 3}\t${at % 2}\t19.00`),
    ];
    expect(asked(proposed(lines))).to.deep.equal({ variant_identifier: ["stock"] });
  });

  it("the table importer reads options from name-value pairs in one column", async () => {
    const { data } = await imported(
      "parent_id,parent_name,id,price,attributes\n7,Body,71,10,Veličina: 18m; Boja: Plava\n7,Body,72,10,Veličina: 24m; Boja: Plava\n",
    );
    expect(data[1]).to.deep.include({
      product_identifier: "7",
      variant_identifier: "72",
      title: "Body",
      sizes: ["24m"],
      color: "Plava",
    });
  });

  it("the table importer identifies products by their URLs if there are no other identifiers", async () => {
    const { data, mapping } = await imported(
      `name;price;link;category\n${rows(9, (at) => `Торшер ${at};${at}990;https://shop.ru/p/${at};svet\n`).join("")}`,
    );
    expect(mapping?.fields["product_identifier"]?.from).to.deep.equal(["link"]);
    expect(data[0]).to.deep.include({
      link: "https://shop.ru/p/0",
      title: "Торшер 0",
      price: 990,
      categories: ["svet"],
    });
  });

  it("the table importer reads options whose names and values are in separate columns", async () => {
    const lines = ["id,name,price,Product Category 1,Variant Option 1 Name,Variant Option 1 Value,Option Name 2,Option Value 2", ...rows(9, (at) => `p${at},Lamp ${at},9.00,pcat_01JDFNTMK79DFBS9FKYG${at % 3},Größe,${at % 2 ? "S" : "M"},Finish,${at % 2 ? "Matt" : ""}`)]; // prettier-ignore
    const { data } = await imported(lines.join("\n"));
    expect(data.slice(0, 2)).to.deep.equal([
      { product_identifier: "p0", variant_identifier: "p0", title: "Lamp 0", price: 9, sizes: ["M"] },
      { product_identifier: "p1", variant_identifier: "p1", title: "Lamp 1", price: 9, sizes: ["S"], "attributes.finish": "Matt" }, // prettier-ignore
    ]);
  });

  it("the table importer asks which column contains the price if two columns are equally likely", () => {
    const lines = [
      "sku\tname\tprice_eur\tprice_usd",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at}9.90\t${at + 2}4.50`),
    ];
    expect(asked(proposed(lines))).to.deep.equal({ price: ["price_eur", "price_usd"] });
    const { mapping, questions } = proposed(lines, { answers: { price: "price_usd" } });
    expect([mapping.fields["price"]?.from, questions]).to.deep.equal([["price_usd"], []]);
  });

  it("the table importer prefers a price with tax to a price without tax", () => {
    const lines = [
      "sku\tname\tprice_net\tprice_gross",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}0.00\t${at + 1}1.90`),
    ];
    expect(sources(proposed(lines))["price"]).to.deep.equal(["price_gross"]);
  });

  it("the table importer asks which price to use if a column has dealer prices, or amounts that may be in cents", () => {
    const dealer = [
      "sku\tname\tDealer Price\tRRP",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}.00\t${at + 5}.00`),
    ];
    expect(asked(proposed(dealer))).to.deep.equal({ price: ["Dealer Price", "RRP"] });
    const amounts = ["sku\tname\tamount", ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}950`)];
    expect(asked(proposed(amounts))).to.deep.equal({ price: ["amount", "amount:cents"] });
  });

  it("the table importer maps a sale price column to the price, and a regular price column to the original price", () => {
    const lines = [
      "id\tname\tsalePrice\tregularPrice",
      ...rows(9, (at) => `${at}\tLamp ${at}\t${at + 1}.50\t${at + 5}.50`),
    ];
    expect(sources(proposed(lines))).to.deep.include({
      price: ["salePrice", "regularPrice"],
      original_price: ["regularPrice"],
    });
  });

  it("the table importer asks which column contains a field if no column name matches, and offers candidate columns", () => {
    expect(asked(proposed(["alpha\tbeta", "1\tx", "1\ty"]))).to.have.keys(["product_identifier", "title"]);
    const amounts = ["sku\tname\tlist", ...rows(9, (at) => `s${at}\tLamp ${at}\t${at}9.90`)];
    expect(asked(proposed(amounts))).to.deep.equal({ price: ["list"] });
    expect(asked(proposed(amounts, { answers: { price: null } }))).to.deep.equal({});
  });

  it("the table importer groups rows with the same name and brand but different sizes as variants", () => {
    const table = (brand: (at: number) => string) => [
      "sku\tname\tsize\tbrand\tprice",
      ...rows(12, (at) => `s${at}\tSuit ${at % 3}\t${Math.floor(at / 3)}\t${brand(at)}\t19.00`),
    ];
    expect(sources(proposed(table((at) => `B${at % 3}`)))).to.deep.include({ product_identifier: ["name"], variant_identifier: ["sku"], title: ["name"] }); // prettier-ignore
    expect(sources(proposed(table((at) => `B${at}`)))).to.deep.include({
      product_identifier: ["sku"],
      title: ["name"],
    });
  });

  it("the table importer uses the name as a missing product id, and warns that a renamed product becomes a new product", () => {
    const { mapping, questions } = proposed(["title\tprice", ...rows(9, (at) => `Lamp ${at}\t${at}9.90`)]);
    expect(questions).to.deep.equal([]);
    expect(mapping.fields["product_identifier"]?.note).to.match(/a renamed product becomes a new product/);
  });

  it("the table importer recognizes column names in many languages", () => {
    const headers = {
      ru: "Артикул\tНаименование\tРозничная цена\tКатегория\tБренд\tФото",
      pl: "Kod produktu\tNazwa produktu\tCena brutto\tKategoria\tProducent\tZdjęcia",
      es: "Referencia\tNombre del producto\tPrecio\tCategoría\tMarca\tImagen principal",
      hu: "Cikkszám\tTerméknév\tBruttó ár\tKategória\tGyártó\tKép",
      tr: "Ürün Kodu\tÜrün Adı\tSatış Fiyatı\tKategori\tMarka\tGörseller",
      ja: "商品コード\t商品名\t販売価格\tカテゴリー\tブランド\t画像",
      ar: "رمز المنتج\tاسم المنتج\tالسعر\tالتصنيف\tالعلامة التجارية\tالصور",
    };
    for (const [language, header] of Object.entries(headers)) {
      const found = proposed([
        header,
        ...rows(9, (at) => `s${at}\tThing ${at}\t${at}9.90\tK${at % 2}\tB${at % 3}\thttps://a/${at}.jpg`),
      ]);
      const [id, title, price, category, brand, image] = header.split("\t");
      expect(found.questions, language).to.deep.equal([]);
      expect(sources(found), language).to.deep.include({ product_identifier: [id], title: [title], price: [price], categories: [category], designer: [brand], images: [image] }); // prettier-ignore
    }
  });

  it("the table importer ignores columns for internal use, such as cost prices and related SKUs", () => {
    const lines = ["sku\tname\tcost_price\trelated_skus\tmeta_title\tprice", ...rows(9, (at) => `s${at}\tLamp ${at}\t3.00\ts1,s2\tm${at % 2}\t9.90`)]; // prettier-ignore
    expect(Object.keys(sources(proposed(lines)))).to.deep.equal(["product_identifier", "title", "price"]);
  });

  it("the table importer omits products whose status means inactive in the shop's language", async () => {
    const lines = (column: string, states: readonly string[]) => [`sku;name;price;${column}`, ...rows(9, (at) => `s${at};Lamp ${at};9.90;${states[at % states.length] ?? ""}`)]; // prettier-ignore
    for (const [column, ...states] of [["État", "1", "0", "1"], ["Status", "Aktiviert", "Deaktiviert", "Aktiviert"], ["published", "true", "false", "true"], ["status", "publish", "draft", "publish"]] as const) {
      const { data, report } = await imported(lines(column, states).join("\n"));
      expect(data.map(({ product_identifier: id }) => id), column).to.deep.equal(["s0", "s2", "s3", "s5", "s6", "s8"]);
      expect([...report.notSold.values()].map(({ text, count }) => [text, count])).to.deep.equal([[`${column} is ${states[1]}`, 3]]);
    }
    const doubtful = lines("status", ["active", "draft", "coming"]).map((line) => line.replaceAll(";", "\t"));
    expect(asked(proposed(doubtful))).to.deep.equal({ sold: ["status"] });
    expect(sources(proposed(doubtful, { answers: { sold: "status" } }))["sold"]).to.deep.equal(["status"]);
    const condition = lines("État", ["neuf", "occasion"]).map((line) => line.replaceAll(";", "\t"));
    expect(sources(proposed(condition))["attributes.état"]).to.deep.equal(["État"]);
  }); // prettier-ignore

  it("the table importer asks whether rows without a title belong to the product above", () => {
    const continued = ["handle\tkind\tname\tprice\toption", ...rows(12, (at) => `h${Math.floor(at / 3)}${at % 3}\t${at % 3 === 0 ? `Product\tLamp ${at}\t9.00\t` : `Variant\t\t\t${at}`}`)]; // prettier-ignore
    expect(asked(proposed(continued))).to.deep.equal({ title: ["name:continues", "name"] });
    const reduced = ["sku\tname\tprice\tdiscount", ...rows(9, (at) => `s${at}\tLamp ${at}\t9.00\t${at % 2 ? "20%" : "0"}`)]; // prettier-ignore
    expect(asked(proposed(reduced))).to.deep.equal({ price: ["price", "price:less-percent", "price:less-amount"] });
    const unsaid = ["sku\tname\tprice\tsale_price\ton_sale", ...rows(9, (at) => `s${at}\tLamp ${at}\t9.00\t7.00\t${at % 2 ? "yes" : "no"}`)]; // prettier-ignore
    expect(asked(proposed(unsaid))).to.deep.equal({ price: ["price:on-sale", "price:sale", "price"] });
  });

  it("the table importer groups rows as variants if they reference the same parent row", async () => {
    const family = ["Artikelnummer;Artikelname;Preis;Gehört zu;archiviert", ...rows(12, (at) => `A${at};Schuh ${Math.floor(at / 3)} ${at % 3};9,90;${at % 3 === 0 ? "" : `A${at - (at % 3)}`};${at > 8 ? "ja" : "nein"}`)]; // prettier-ignore
    const { data } = await imported(family.join("\n"));
    expect(data.map(({ product_identifier: id }) => id)).to.deep.equal(["A0", "A0", "A0", "A3", "A3", "A3", "A6", "A6", "A6"]); // prettier-ignore
    const prices = [
      "sku\tname\tVariant Price EUR\tVariant Price USD",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t9.00\t10.00`),
    ];
    expect(asked(proposed(prices))).to.deep.equal({ price: ["Variant Price EUR", "Variant Price USD"] });
    const names = ["sku\tname(en-gb)\tname(de-de)\tprice", ...rows(9, (at) => `s${at}\tLamp ${at}\tLampe ${at}\t9.00`)];
    expect(asked(proposed(names))).to.deep.equal({ title: ["name(en-gb)", "name(de-de)"] });
  });

  it("the table importer writes null for open questions into a suggested mapping, and rejects a mapping with null", () => {
    const document = proposalDocument(proposed(["alpha\tbeta", "1\tx", "1\ty"]));
    expect(document.fields).to.deep.include({ product_identifier: null, title: null });
    expect(document.open?.["title"]?.rivals).to.deep.equal([]);
    expect(() => parseMapping(JSON.stringify(document))).to.throw(
      /The mapping has unanswered questions:\n {2}fields\.product_identifier: no column is unique per product; candidates: (?:beta|alpha).*\. Set its source, or remove the field/,
    );
  });
});

/** Imports a comma-separated table and returns its products. */
const read = (lines: readonly string[], answers: Readonly<Record<string, string | null>> = {}) =>
  imported(`${lines.join("\n")}\n`, { answers });

describe("the choice of identifier and title columns", () => {
  const [SIZES, COLORS] = [["S", "M", "L", "XL"], ["Red", "Blue", "Green"]]; // prettier-ignore

  it("the table importer recognizes a unique identifier column by its name in any naming style", () => {
    for (const name of ["handleId", "productId", "product_id", "ItemNo", "item-code", "recordKey", "id_produit", "productid"]) {
      const lines = [`${name}\tname\tprice`, ...rows(9, (at) => `k${at}\tLamp ${at % 7}\t9.00`)];
      expect([sources(proposed(lines)), asked(proposed(lines))], name).to.deep.equal([{ product_identifier: [name], title: ["name"], price: ["price"] }, {}]);
    }
    for (const name of ["imageId", "supplier_code", "comment"]) {
      const lines = [`${name}\tname\tprice`, ...rows(9, (at) => `k${at}\tLamp ${at % 7}\t9.00`)];
      expect(Object.keys(asked(proposed(lines))), name).to.deep.equal(["product_identifier"]);
    }
  }); // prettier-ignore

  it("the table importer separates products with different product ids even if their names are equal", () => {
    const lines = ["product_id\tname\tsize\tprice", ...rows(12, (at) => `p${at}\tSuit ${at % 3}\t${SIZES[Math.floor(at / 3)]}\t19.00`)]; // prettier-ignore
    expect(sources(proposed(lines))).to.deep.include({ product_identifier: ["product_id"], title: ["name"] });
    expect(proposed(lines).mapping.fields).not.to.have.property("variant_identifier");
  });

  it("the table importer asks whether the `id` column identifies variants if rows with the same name differ in size", () => {
    const lines = ["id\tname\tsize\tprice", ...rows(12, (at) => `${at}\tSuit ${at % 3}\t${SIZES[Math.floor(at / 3)]}\t19.00`)]; // prettier-ignore
    expect(asked(proposed(lines))).to.deep.equal({ product_identifier: ["id", "name"] });
    expect(sources(proposed(lines, { answers: { product_identifier: "name" } }))).to.deep.include({ product_identifier: ["name"], variant_identifier: ["id"], title: ["name"] }); // prettier-ignore
    expect(asked(proposed(lines, { answers: { product_identifier: "id" } }))).to.deep.equal({});
  });

  it("the table importer does not group rows by name if two rows with the same name have the same size", () => {
    const lines = ["sku\tname\tsize\tprice", ...rows(12, (at) => `s${at}\tSuit ${at % 3}\t${SIZES[at % 2]}\t${at}9.00`)]; // prettier-ignore
    expect(sources(proposed(lines))).to.deep.include({ product_identifier: ["sku"], title: ["name"] });
    const without = lines.map((line) => line.split("\t").slice(1).join("\t"));
    expect(asked(proposed(without))).to.deep.equal({ product_identifier: ["name+price", "price", "name", "size"] });
    expect(sources(proposed(without, { answers: { product_identifier: "name+price" } }))).to.deep.equal({ product_identifier: ["name", "price"], title: ["name"], sizes: ["size"], price: ["price"] }); // prettier-ignore
  });

  it("the table importer asks which column identifies products if rows with the same name differ in price", () => {
    const lines = ["name\tprice", ...rows(60, (at) => `Lamp ${at % 59}\t${at + 10}.00`)];
    expect(asked(proposed(lines))).to.deep.equal({ product_identifier: ["name+price", "price", "name"] });
  });

  it("the table importer asks whether rows with the same parent are variants if their titles have no common part", () => {
    const table = (name: (at: number) => string) => ["sku\tparent\tname\tprice", ...rows(12, (at) => `s${at}\tg${at % 3}\t${name(at)}\t19.00`)]; // prettier-ignore
    expect(asked(proposed(table((at) => `Desk ${at}`)))).to.deep.equal({ product_identifier: ["sku", "parent"] });
    expect(sources(proposed(table((at) => `Desk ${at % 3}`)))).to.deep.include({ product_identifier: ["parent"], variant_identifier: ["sku"] }); // prettier-ignore
    expect(sources(proposed(table((at) => `Desk ${at % 3} - ${at}`)))).to.deep.include({ product_identifier: ["parent"], variant_identifier: ["sku"] }); // prettier-ignore
  });

  it("the table importer rejects an answer that names a column that is not in the file", () => {
    expect(() => proposed(["sku\tname", "1\tLamp", "2\tBed"], { answers: { price: "pirce" } })).to.throw(
      '--column price=pirce: the file has no column "pirce"; it has sku, name',
    );
  });

  it("the table importer adds a row without a title to the product above if the user confirms this or the ids match", async () => {
    const lines = (id: (at: number, isFirst: boolean) => string) => ["product_id,sku,title,price,size,vendor", ...rows(10, (at) => `${id(Math.floor(at / 2), at % 2 === 0)},s${at},${at % 2 === 0 ? `Towel ${at}` : ""},${at + 1}.00,${SIZES[at % 2]},${at % 2 === 0 ? "Tilda" : ""}`)];
    const second = { product_identifier: "p0", variant_identifier: "s1", title: "Towel 0", price: 2, designer: "Tilda", sizes: ["M"] };
    const reported = await read(lines((at, isFirst) => (isFirst ? `p${at}` : "")), { title: "title:continues" });
    expect([reported.questions, reported.data[1], reported.mapping?.continued]).to.deep.equal([[], second, ["title", "product_id", "vendor"]]);
    const identified = await read(lines((at) => `p${at}`));
    expect([identified.questions, identified.data[1], identified.mapping?.continued]).to.deep.equal([[], second, ["title", "vendor"]]);
    const left = await read(lines((at, isFirst) => (isFirst ? `p${at}` : "")), { title: "title" });
    expect([left.data.length, left.mapping?.continued]).to.deep.equal([5, undefined]);
  }); // prettier-ignore

  const variantsCalled = (title: (product: number, color: string) => string) => ["handle,sku,title,price", ...rows(24, (at) => `h${Math.floor(at / 3)},s${at},${title(Math.floor(at / 3), COLORS[at % 3] ?? "")},19.00`)]; // prettier-ignore

  it("the table importer uses the common part of variant titles as the product title", async () => {
    const { data, questions } = await read(variantsCalled((product, color) => `Shirt No ${product} - ${color} / M`));
    expect([questions, data[4]]).to.deep.equal([[], { product_identifier: "h1", variant_identifier: "s4", title: "Shirt No 1", price: 19 }]); // prettier-ignore
  });

  it("the table importer asks about the title if variant titles have no common part, or if products share a title", async () => {
    const options = variantsCalled((_, color) => `${color} / M`);
    expect((await read(options)).questions).to.deep.equal([
      { field: "title", why: 'rows of the same product have different titles, such as "Red / M" and "Blue / M"', rivals: ["title"] },
    ]);
    const brand = await read(variantsCalled((product, color) => `Oxley${product} ${color} ${product}`));
    expect(brand.questions.map(({ rivals }) => rivals)).to.deep.equal([["title:common", "title"]]);
    const some = variantsCalled((product, color) => (color === "Red" ? "Default Size" : `Shirt No ${product} ${color}`));
    expect((await read(some)).questions.map(({ rivals }) => rivals)).to.deep.equal([["title:common", "title"]]);
    const { data } = await read(some, { title: "title:common" });
    expect(data.slice(0, 4).map(({ title }) => title)).to.deep.equal(["Shirt No 0", "Shirt No 0", "Shirt No 0", "Shirt No 1"]);
  }); // prettier-ignore

  it("the JSON importer uses the common part of variant titles, or the only variant title, as the product title", async () => {
    const objects = Array.from({ length: 12 }, (_, at) => ({ productId: `p${Math.floor(at / 3)}` }));
    const titled = objects.map(({ productId }, at) => ({ productId, sku: `s${at}`, title: `Shirt ${productId} - ${COLORS[at % 3]}`, price: 9 }));
    const shortened = await imported(JSON.stringify(titled));
    expect(shortened.data[4]).to.deep.equal({ product_identifier: "p1", variant_identifier: "s4", title: "Shirt p1", price: 9 });
    const continued = objects.map(({ productId }, at) => ({ productId, sku: `s${at}`, ...(at % 3 === 0 ? { title: `Shirt ${productId}` } : {}), price: 9 }));
    const completed = await imported(JSON.stringify(continued));
    expect([completed.questions, completed.data[4]]).to.deep.equal([[], { product_identifier: "p1", variant_identifier: "s4", title: "Shirt p1", price: 9 }]);
  }); // prettier-ignore

  it("the table importer prefers a column with one title per product to a column with variant titles", async () => {
    const lines = variantsCalled((_, color) => color).map((line, at) => `${line},${at === 0 ? "product_name" : `Shirt ${Math.floor((at - 1) / 3)}`}`); // prettier-ignore
    const { data, questions } = await read(lines);
    expect([questions, data[3]?.["title"]]).to.deep.equal([[], "Shirt 1"]);
  });
});

describe("the choice of price columns", () => {
  const prices = async (lines: readonly string[], answer: string) =>
    (await read(lines, { price: answer })).data.map(({ price, original_price: before }) => [price, before]);

  it("the table importer subtracts a discount or applies a sale price according to the user's answer", async () => {
    const reduced = ["sku,name,price,discount", "a,Red lamp,50.00,20%", "b,Blue lamp,30.00,"];
    expect(await prices(reduced, "price")).to.deep.equal([[50, undefined], [30, undefined]]); // prettier-ignore
    expect(await prices(reduced, "price:less-percent")).to.deep.equal([[40, 50], [30, undefined]]); // prettier-ignore
    const amount = ["sku,name,price,discount", "a,Red lamp,50.00,5.5", "b,Blue lamp,30.00,0"];
    expect(await prices(amount, "price:less-amount")).to.deep.equal([[44.5, 50], [30, undefined]]); // prettier-ignore
    const sale = ["sku,name,price,sale_price,on_sale", "a,Red lamp,50.00,40.00,yes", "b,Blue lamp,30.00,20.00,no", "c,Bed,9.00,0.00,yes"]; // prettier-ignore
    expect(await prices(sale, "price:on-sale")).to.deep.equal([[40, 50], [30, undefined], [9, undefined]]); // prettier-ignore
    expect(await prices(sale, "price:sale")).to.deep.equal([[40, 50], [20, 30], [9, undefined]]); // prettier-ignore
    expect(await prices(sale, "price")).to.deep.equal([[50, undefined], [30, undefined], [9, undefined]]); // prettier-ignore
  });

  it("the table importer asks whether a point separates thousands or decimals if the amounts are ambiguous", async () => {
    const table = (amounts: readonly string[]) => ["sku,name,price", ...amounts.map((amount, at) => `s${at},Lamp ${at},${amount}`)]; // prettier-ignore
    const certain = await read(table(["3.990", "1.250.000", "12.500", "990"]));
    expect([certain.questions, certain.data.map(({ price }) => price)]).to.deep.equal([[], [3990, 1250000, 12500, 990]]); // prettier-ignore
    const doubtful = table(["3.990", "4.250", "12.500"]);
    expect((await read(doubtful)).questions.map(({ rivals }) => rivals)).to.deep.equal([["price:thousands", "price"]]);
    expect(await prices(doubtful, "price:thousands")).to.deep.equal([[3990, undefined], [4250, undefined], [12500, undefined]]); // prettier-ignore
    expect(await prices(doubtful, "price")).to.deep.equal([[3.99, undefined], [4.25, undefined], [12.5, undefined]]); // prettier-ignore
    expect((await read(table(["3.99", "4.250", "12.5"]))).questions).to.deep.equal([]);
  });

  it("the table importer converts amounts from cents if the user confirms this, and otherwise leaves them unchanged", async () => {
    const lines = ["sku,name,amount", "a,Red lamp,1950", "b,Blue lamp,2000"];
    expect(await prices(lines, "amount:cents")).to.deep.equal([[19.5, undefined], [20, undefined]]); // prettier-ignore
    expect(await prices(lines, "amount")).to.deep.equal([[1950, undefined], [2000, undefined]]); // prettier-ignore
  });
});

describe("the choice of attribute columns", () => {
  it("the table importer uses the first non-empty value if several columns map to the same field", async () => {
    const lines = ["sku,name,Brand,Brand,Color,color,Care,care", "a,Red lamp,,Tilda,,Red,,Wipe", "b,Blue lamp,Oxley,,Blue,,Wash,", "c,Bed,Oxley,Tilda,Blue,Red,Iron,Wipe"]; // prettier-ignore
    const { data, mapping } = await read(lines);
    expect(data.map(({ designer, color, ...rest }) => [designer, color, rest["attributes.care"]])).to.deep.equal([["Tilda", "Red", "Wipe"], ["Oxley", "Blue", "Wash"], ["Oxley", "Blue", "Iron"]]); // prettier-ignore
    expect(mapping?.fields["designer"]).to.deep.include({ from: ["Brand", "Brand (2)"], as: "text" });
    expect(mapping?.fields["designer"]?.note).to.match(/; Brand \(2\) if the others are empty$/);
    const other = await read(["sku,name,Color,Farbe", "a,Red lamp,Red,Rot", "b,Blue lamp,Blue,Blau"]);
    expect(other.mapping?.fields["color"]?.from).to.deep.equal(["Color"]);
  });

  it("the table importer ignores columns with internal settings of the shop system", () => {
    const names = ["additionalInfoTitle3", "discountMode", "seoTitle", "weightUnit", "trackInventory", "Min order qty", "Low stock amount"]; // prettier-ignore
    const lines = [["sku", "name", ...names].join("\t"), ...rows(9, (at) => [`s${at}`, `Lamp ${at}`, ...names.map(() => `v${at % 2}`)].join("\t"))]; // prettier-ignore
    expect(Object.keys(sources(proposed(lines)))).to.deep.equal(["product_identifier", "title"]);
  });
});

describe("the separators of lists and category paths in tables", () => {
  const read3 = async (name: string, values: readonly string[], field: string) =>
    (await read([`sku,name,${name}`, ...values.map((value, at) => `s${at},Lamp ${at},"${value}"`)])).data.map((data) => data[field]); // prettier-ignore

  it("the table importer does not split values at decimal commas", async () => {
    const watts = ["SMD 0,3W", "SMD 0,06W", "3528", "SMD 0,3W"];
    expect(await read3("LED Typ", watts, "attributes.led_typ")).to.deep.equal(watts);
    const volumes = ["1,5 l", "0,75 l", "1,5 l"];
    expect(await read3("Inhalt", volumes, "attributes.inhalt")).to.deep.equal(volumes);
    expect(await read3("Leistung", ["0,3 W, 0,5 W", "0,5 W", "0,3 W"], "attributes.leistung")).to.deep.equal([["0,3 W", "0,5 W"], ["0,5 W"], ["0,3 W"]]); // prettier-ignore
    expect(await read3("size", ["36,37,38", "38,39", "40"], "sizes")).to.deep.equal([["36", "37", "38"], ["38", "39"], ["40"]]); // prettier-ignore
  });

  it("the table importer splits categories at commas if the parts also occur in other cells", async () => {
    const split = await read3("category", ["bath, kitchen", "kitchen", "living, bath", "Garden"], "categories");
    expect(split).to.deep.equal([["bath", "kitchen"], ["kitchen"], ["living", "bath"], ["Garden"]]);
    const whole = await read3("category", ["Home, Garden & Tools", "Garden", "Home, Garden & Tools"], "categories");
    expect(whole).to.deep.equal([["Home, Garden & Tools"], ["Garden"], ["Home, Garden & Tools"]]);
  });

  it("the table importer treats a slash as a category separator if the part before it also occurs in other cells", async () => {
    const tree = await read3("category", ["Home / Lamps", "Home / Beds", "T-Shirts/Tops"], "categories");
    expect(tree).to.deep.equal([["Home: Lamps"], ["Home: Beds"], ["T-Shirts/Tops"]]);
    const names = await read3("category", ["Wine;Vin du Sud / Languedoc", "Wine;Red", "Wine"], "categories");
    expect(names).to.deep.equal([["Wine", "Vin du Sud / Languedoc"], ["Wine", "Red"], ["Wine"]]);
    const itself = await read3("category", ["Home/Lamps", "Home", "Garden"], "categories");
    expect(itself).to.deep.equal([["Home: Lamps"], ["Home"], ["Garden"]]);
  });
});

describe("the parser of lists in table cells", () => {
  it("the parser of lists in table cells reads lists in the notation of programming languages", async () => {
    const { data } = await imported(
      `sku,name,images,tags\na,Lamp,"['https://a/1.jpg', 'https://a/2.jpg']","[""x"",""y""]"\nb,Lamp two,https://a/3.jpg https://a/4.jpg,x\n`,
    );
    expect(data[0]).to.deep.include({ images: ["https://a/1.jpg", "https://a/2.jpg"], tags: ["x", "y"] });
    expect(data[1]).to.deep.include({ images: ["https://a/3.jpg", "https://a/4.jpg"] });
  });

  it("the parser of lists in table cells does not split URLs that contain commas", async () => {
    const { data } = await imported(
      'sku,name,images\na,Lamp,"https://a/w_1,h_2/1.jpg,https://a/w_1,h_2/2.jpg"\nb,Bed,\n',
    );
    expect(data[0]?.["images"]).to.deep.equal(["https://a/w_1,h_2/1.jpg", "https://a/w_1,h_2/2.jpg"]);
  });
});
