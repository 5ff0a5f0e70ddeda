import { expect } from "chai";
import { columnsOfRows } from "../../../../packages/import/src/column.js";
import { parseMapping, proposalDocument } from "../../../../packages/import/src/mapping.js";
import { suggestMapping, type Proposal, type SuggestOptions } from "../../../../packages/import/src/suggest-mapping.js";
import { imported } from "./import-of.js";

/** What is proposed for a table with tabs between its cells. */
function proposed(lines: readonly string[], options: SuggestOptions = {}): Proposal {
  const [header = [], ...rows] = lines.map((line) => line.split("\t"));
  return suggestMapping(columnsOfRows(header, rows), rows.length, options);
}

const sources = ({ mapping: { fields } }: Proposal): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from]));

const asked = ({ questions }: Proposal): Record<string, readonly string[]> =>
  Object.fromEntries(questions.map(({ field, rivals }) => [field, rivals]));

/** Rows of a table, from what each number becomes. */
const rows = (count: number, row: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => row(at));

describe("a proposed mapping", () => {
  it("takes no kind of product for a category", () => {
    const lines = ["sku\tname\ttype\tgroup\tprice", ...rows(9, (at) => `s${at}\tLamp ${at}\tsimple\tLamps ${at % 3}\t1${at}.00`)]; // prettier-ignore
    expect(sources(proposed(lines))).to.include.keys("categories");
    expect(sources(proposed(lines))["categories"]).to.deep.equal(["group"]);
  });

  it("takes no amount in cents for a price or a former price", () => {
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

  it("reads a price that is only there in cents as what it is", async () => {
    const { data } = await imported("sku,name,price_cents\na,Red lamp,1999\nb,Blue lamp,2050\n");
    expect(data.map(({ price }) => price)).to.deep.equal([19.99, 20.5]);
  });

  it("tells variants apart by their names where no column is different in every row", async () => {
    const lines = ["product_id,name,variant_title,variant_sku,price", ...rows(12, (at) => `p${at % 3},Suit ${at % 3},Size ${Math.floor(at / 3)},K-${at % 3},19.00`)]; // prettier-ignore
    const { data, mapping } = await imported(lines.join("\n") + "\n");
    expect(mapping?.fields["variant_identifier"]).to.deep.include({
      from: ["product_id", "variant_title"],
      as: "joined",
    });
    expect(new Set(data.map(({ variant_identifier: id }) => id)).size).to.equal(12);
    expect(new Set(data.map(({ product_identifier: id }) => id)).size).to.equal(3);
  });

  it("is asked for where nothing tells the rows of a product apart", () => {
    const lines = [
      "product_id\tname\tstock\tprice",
      ...rows(12, (at) => `p${at % 3}\tSuit ${at % 3}\t${at % 2}\t19.00`),
    ];
    expect(asked(proposed(lines))).to.deep.equal({ variant_identifier: ["stock"] });
  });

  it("takes names with values as options", async () => {
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

  it("identifies products by their addresses where they have nothing else", async () => {
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

  it("takes columns that name others for options, and no reference for a category", async () => {
    const lines = ["id,name,price,Product Category 1,Variant Option 1 Name,Variant Option 1 Value,Option Name 2,Option Value 2", ...rows(9, (at) => `p${at},Lamp ${at},9.00,pcat_01JDFNTMK79DFBS9FKYG${at % 3},Größe,${at % 2 ? "S" : "M"},Finish,${at % 2 ? "Matt" : ""}`)]; // prettier-ignore
    const { data } = await imported(lines.join("\n"));
    expect(data.slice(0, 2)).to.deep.equal([
      { product_identifier: "p0", variant_identifier: "p0", title: "Lamp 0", price: 9, sizes: ["M"] },
      { product_identifier: "p1", variant_identifier: "p1", title: "Lamp 1", price: 9, sizes: ["S"], "attributes.finish": "Matt" }, // prettier-ignore
    ]);
  });

  it("asks between prices of which none is the likelier one", () => {
    const lines = [
      "sku\tname\tprice_eur\tprice_usd",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at}9.90\t${at + 2}4.50`),
    ];
    expect(asked(proposed(lines))).to.deep.equal({ price: ["price_eur", "price_usd"] });
    const { mapping, questions } = proposed(lines, { answers: { price: "price_usd" } });
    expect([mapping.fields["price"]?.from, questions]).to.deep.equal([["price_usd"], []]);
  });

  it("takes a price with tax before one without", () => {
    const lines = [
      "sku\tname\tprice_net\tprice_gross",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}0.00\t${at + 1}1.90`),
    ];
    expect(sources(proposed(lines))["price"]).to.deep.equal(["price_gross"]);
  });

  it("asks about a price that is only for dealers, and about amounts that may be cents", () => {
    const dealer = [
      "sku\tname\tDealer Price\tRRP",
      ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}.00\t${at + 5}.00`),
    ];
    expect(asked(proposed(dealer))).to.deep.equal({ price: ["Dealer Price", "RRP"] });
    const amounts = ["sku\tname\tamount", ...rows(9, (at) => `s${at}\tLamp ${at}\t${at + 1}950`)];
    expect(asked(proposed(amounts))).to.deep.equal({ price: ["amount"] });
  });

  it("takes a sale price with the one it is lower than, whatever both are called", () => {
    const lines = [
      "id\tname\tsalePrice\tregularPrice",
      ...rows(9, (at) => `${at}\tLamp ${at}\t${at + 1}.50\t${at + 5}.50`),
    ];
    expect(sources(proposed(lines))).to.deep.include({
      price: ["salePrice", "regularPrice"],
      original_price: ["regularPrice"],
    });
  });

  it("asks for what a table does not name at all, and says which columns it may be", () => {
    expect(asked(proposed(["alpha\tbeta", "1\tx", "1\ty"]))).to.have.keys(["product_identifier", "title"]);
    const amounts = ["sku\tname\tlist", ...rows(9, (at) => `s${at}\tLamp ${at}\t${at}9.90`)];
    expect(asked(proposed(amounts))).to.deep.equal({ price: ["list"] });
    expect(asked(proposed(amounts, { answers: { price: null } }))).to.deep.equal({});
  });

  it("takes rows of one name that differ in size for variants, where they are of one brand", () => {
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

  it("identifies products by their names where nothing else does, and says so", () => {
    const { mapping, questions } = proposed(["title\tprice", ...rows(9, (at) => `Lamp ${at}\t${at}9.90`)]);
    expect(questions).to.deep.equal([]);
    expect(mapping.fields["product_identifier"]?.note).to.match(/one that is renamed is another product/);
  });

  it("knows columns in the languages of the shops", () => {
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

  it("makes nothing of what a shop keeps for its own work", () => {
    const lines = ["sku\tname\tcost_price\trelated_skus\tmeta_title\tprice", ...rows(9, (at) => `s${at}\tLamp ${at}\t3.00\ts1,s2\tm${at % 2}\t9.90`)]; // prettier-ignore
    expect(Object.keys(sources(proposed(lines)))).to.deep.equal(["product_identifier", "title", "price"]);
  });

  it("leaves aside what a shop says that it does not sell, in its language, and asks where that is not clear", async () => {
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

  it("asks about rows that only continue a product, and about reductions that the price may have or not", () => {
    const continued = ["handle\tkind\tname\tprice\toption", ...rows(12, (at) => `h${Math.floor(at / 3)}${at % 3}\t${at % 3 === 0 ? `Product\tLamp ${at}\t9.00\t` : `Variant\t\t\t${at}`}`)]; // prettier-ignore
    expect(asked(proposed(continued))).to.deep.equal({ title: ["name"] });
    const reduced = ["sku\tname\tprice\tdiscount", ...rows(9, (at) => `s${at}\tLamp ${at}\t9.00\t${at % 2 ? "20%" : "0"}`)]; // prettier-ignore
    expect(asked(proposed(reduced))).to.deep.equal({ price: ["price"] });
    const unsaid = ["sku\tname\tprice\tsale_price\ton_sale", ...rows(9, (at) => `s${at}\tLamp ${at}\t9.00\t7.00\t${at % 2 ? "yes" : "no"}`)]; // prettier-ignore
    expect(asked(proposed(unsaid))).to.deep.equal({ price: ["price", "sale_price"] });
  });

  it("takes rows that name another row for its variants, and asks between currencies and languages", async () => {
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

  it("is written with its holes, which have to be filled or taken out before it is taken", () => {
    const document = proposalDocument(proposed(["alpha\tbeta", "1\tx", "1\ty"]));
    expect(document.fields).to.deep.include({ product_identifier: null, title: null });
    expect(document.open?.["title"]?.rivals).to.deep.equal([]);
    expect(() => parseMapping(JSON.stringify(document))).to.throw(
      /The mapping has holes:\n {2}fields\.product_identifier: no column is different for every product; it may be (?:beta|alpha).*\. Say where it comes from, or take it out/,
    );
  });
});

describe("lists in cells", () => {
  it("are read as programs write them", async () => {
    const { data } = await imported(
      `sku,name,images,tags\na,Lamp,"['https://a/1.jpg', 'https://a/2.jpg']","[""x"",""y""]"\nb,Lamp two,https://a/3.jpg https://a/4.jpg,x\n`,
    );
    expect(data[0]).to.deep.include({ images: ["https://a/1.jpg", "https://a/2.jpg"], tags: ["x", "y"] });
    expect(data[1]).to.deep.include({ images: ["https://a/3.jpg", "https://a/4.jpg"] });
  });

  it("keep addresses with commas whole", async () => {
    const { data } = await imported(
      'sku,name,images\na,Lamp,"https://a/w_1,h_2/1.jpg,https://a/w_1,h_2/2.jpg"\nb,Bed,\n',
    );
    expect(data[0]?.["images"]).to.deep.equal(["https://a/w_1,h_2/1.jpg", "https://a/w_1,h_2/2.jpg"]);
  });
});
