import { expect } from "chai";
import { encodeXML } from "entities";
import fc from "fast-check";
import { gzipSync } from "node:zlib";
import { htmlText, plainText } from "../../../../packages/import/src/html-text.js";
import { ImportError } from "../../../../packages/import/src/import-error.js";
import { amountOf, timesOf, fieldNameOf } from "../../../../packages/import/src/values.js";
import { imported } from "./import-of.js";

const FILE = "id,name,price\n1,Café,9.5\n2,Größe,3\n";
const titles = async (content: Buffer) => (await imported(content)).data.map(({ title }) => title);

async function failureOf(
  content: string | Buffer | readonly Buffer[],
  options: Parameters<typeof imported>[1] = {},
): Promise<string> {
  try {
    await imported(content, options);
  } catch (error) {
    if (error instanceof ImportError) return error.message;
    throw error;
  }
  return "";
}

describe("the text of an imported file", () => {
  it("the text of an imported file is decoded from UTF-8, UTF-16, Windows-1252 and gzip", async () => {
    const utf16 = Buffer.from(`\ufeff${FILE.replaceAll(",", "\t")}`, "utf16le");
    const files = {
      plain: Buffer.from(FILE),
      marked: Buffer.from(`\ufeff${FILE}`),
      utf16,
      utf16be: Buffer.from(utf16).swap16(),
      windows: Buffer.from(FILE, "latin1"),
      gzip: gzipSync(FILE),
      separator: Buffer.from(`sep=;\r\n${FILE.replaceAll(",", ";").replaceAll("\n", "\r\n")}`),
    };
    for (const [name, file] of Object.entries(files)) expect(await titles(file), name).to.deep.equal(["Café", "Größe"]);
    expect((await imported(files.windows)).encoding).to.equal("windows-1252");
  });

  it("the text of an imported file is decoded from Cyrillic and Central European code pages", async () => {
    const cyrillic = Array.from("Название: Красная лампа", (letter) => (letter > "\u007f" ? letter.charCodeAt(0) - 0x410 + 0xc0 : letter.charCodeAt(0))); // prettier-ignore
    const polish = new Map(Array.from(`ąśźżłęćńó`, (letter, at) => [letter, [0xb9, 0x9c, 0x9f, 0xbf, 0xb3, 0xea, 0xe6, 0xf1, 0xf3][at] ?? 0])); // prettier-ignore
    const bytes = (text: string) =>
      Buffer.from(Array.from(text, (letter) => polish.get(letter) ?? letter.charCodeAt(0)));
    const russian = await imported(
      Buffer.concat([Buffer.from("id,name\n1,"), Buffer.from(cyrillic), Buffer.from("\n2,Lamp\n")]),
    );
    expect([russian.encoding, russian.data[0]?.["title"]]).to.deep.equal(["windows-1251", "Название: Красная лампа"]);
    const lodz = await imported(bytes("id,name\n1,żółta lampa śródziemna\n2,łóżko dziecięce\n"));
    expect([lodz.encoding, lodz.data[1]?.["title"]]).to.deep.equal(["windows-1250", "łóżko dziecięce"]);
    const french = await imported(
      Buffer.from("id,name\n1,Été à la plage, crème\n2,Français\n".replace("plage, ", "plage "), "latin1"),
    );
    expect([french.encoding, french.data[0]?.["title"]]).to.deep.equal(["windows-1252", "Été à la plage crème"]);
  });

  it("the text of an imported file is rejected if it is empty, binary, truncated, or changes its encoding midway", async () => {
    expect(await failureOf("")).to.equal("the file is empty");
    expect(await failureOf(Buffer.from("PK\u0003\u0004…"))).to.match(/zip archive is damaged or truncated/);
    expect(await failureOf(gzipSync(FILE.repeat(9)).subarray(0, 40))).to.match(/gzip data is damaged or truncated/);
    const late = Buffer.concat([Buffer.from(`id,name\n${Array.from({ length: 1_000 }, (_, at) => `${at},${"ascii ".repeat(200)}\n`).join("")}`), Buffer.from("n,Größe\n", "latin1")]);
    expect(await failureOf([late.subarray(0, 1_100_000), late.subarray(1_100_000)])).to.match(/^after line \d+ the text contains bytes that are invalid in UTF-8\. .*--encoding/);
    expect((await imported(late, { encoding: "windows-1252" })).data.at(-1)?.["title"]).to.equal("Größe");
  }); // prettier-ignore

  it("the text of an imported file is rejected before it fills the disk or memory", async () => {
    const bomb = gzipSync(`id,name\n${`1,${"a".repeat(1_000_000)}\n`.repeat(101)}`);
    expect(await failureOf(bomb)).to.equal(
      "the gzip data expands to more than 300 times its size, so the file is not a product export",
    );
    const endless = (begin: string) => [
      Buffer.from(begin),
      ...Array.from({ length: 18 }, () => Buffer.alloc(1_000_000, "a")),
    ];
    for (const begin of ["<rss><channel><item><title>", '{"products":[{"id":"1"},{"id":"', '{"id":"1"}\n{"id":"'])
      expect(await failureOf(endless(begin)), begin).to.match(/more than 16,000,000 characters belong to one record/);
  });

  it("the text of an imported file is decoded identically for all chunk sizes", async () => {
    const rows = fc.array(
      fc.record({ name: fc.string({ unit: "grapheme", maxLength: 12 }), price: fc.integer({ min: 1, max: 9_999 }) }),
      { minLength: 1, maxLength: 8 },
    );
    const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(rows, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), async (products, sizes) => {
        const lines = products.map(({ name, price }, at) => `${at},${quoted(`x${name}x`)},${price}`);
        const file = Buffer.from(`id,name,price\n${lines.join("\n")}\n`);
        const pieces: Buffer[] = [];
        for (let at = 0; at < file.length; at += pieces.at(-1)?.length ?? 1) {
          pieces.push(file.subarray(at, at + (sizes.next().value as number)));
        }
        const { data } = await imported(pieces);
        expect(data.map(({ title, price }) => ({ title, price }))).to.deep.equal(
          products.map(({ name, price }) => ({ title: `x${name}x`, price })),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe("a table", () => {
  it("a table with unmatched quotes is rejected with the line at which the record starts", async () => {
    expect(await failureOf('id,name\n1,"a\nb"\n2,"5" pipe"\n3,c\n')).to.match(/^line 4: a value contains an unescaped quote \("\)/);
    expect(await failureOf('id,name\n1,a\n2,"open\n3,c\n')).to.match(/^line 3: an opening quote \("\) has no closing quote/);
  }); // prettier-ignore

  it("the report of an import has correct line numbers if a table contains blank lines and line breaks in values", async () => {
    const { report } = await imported('id,name,price\n\n1,"a\nb",1\n\n2,c,dear\n3,d,2\n');
    expect([...report.unread.values()].flatMap(({ examples }) => examples)).to.deep.equal(['line 6: "dear"']);
  });

  it("a table is read even if other lines precede the header", async () => {
    const title = fc.stringMatching(/^[\p{L} .:]{0,20}$/u).map((text) => `${text};;;`);
    const above = fc.array(fc.oneof(title, fc.constantFrom("", "Preisliste 2026", '"Stand: 1.11., netto"')), { maxLength: 6 }); // prettier-ignore
    const rows = "Art.-Nr.;Bezeichnung;VK brutto;Farbe\nA1;Kerze rot;4,90;Rot\nA2;Seife;5,40;\n\nSumme;;10,30;\n";
    await fc.assert(
      fc.asyncProperty(above, async (lines) => {
        const { data, report } = await imported([...lines, rows].join("\n"));
        expect(data).to.deep.equal([
          { product_identifier: "A1", variant_identifier: "A1", title: "Kerze rot", price: 4.9, color: "Rot" },
          { product_identifier: "A2", variant_identifier: "A2", title: "Seife", price: 5.4 },
        ]);
        expect(report.leftOut.get("the record has no title")?.examples).to.deep.equal([`line ${lines.length + 5}`]);
      }),
      { numRuns: 40 },
    );
  });

  it("a table without products is rejected", async () => {
    expect(await failureOf("id,name\n")).to.equal("the file has a header but no products");
    expect(await failureOf(FILE, { format: "json" })).to.match(/^the file is not JSON: it looks like a table/);
    expect(await failureOf('{"operation":"insert","product_data":{}}\n')).to.match(
      /already a feed: send it with vitrine ingest/,
    );
  });
});

describe("JSON", () => {
  it("an invalid JSON file is rejected with the record or line of the error", async () => {
    const records = '[{"id":"1","name":"a"},{"id":"2","name":"b"}';
    expect(await failureOf(`${records},{"id":`)).to.match(/^the file is not JSON: /);
    expect(await failureOf(`${records},7]`)).to.equal("record 3: expected a JSON object");
    expect(await failureOf('{"id":"1","name":"a"}\n{"id":"2",\n')).to.equal("line 2: expected a JSON object");
  });
});

describe("timesOf", () => {
  it("timesOf parses several date formats, and returns both possible dates if day and month are ambiguous", () => {
    const at = (text: string) => [new Date(text).getTime()];
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ["2026-01-31", at("2026-01-31")],
      ["1767225600", [1_767_225_600_000]],
      ["31.01.2026 10:05", at("2026-01-31 10:05")],
      ["1/2/26, 9:05 AM", at("2026-01-02 9:05 AM")],
      ["31/01/2026", at("2026-01-31")],
      ["02/03/2026", [...at("2026-03-02"), ...at("2026-02-03")]],
      ["0000-00-00", []],
      ["Lamp 12", []],
      ["", []],
    ];
    for (const [text, times] of cases) expect(timesOf(text), text).to.deep.equal(times);
  });
});

describe("amountOf", () => {
  it("amountOf parses prices with a currency and with a decimal point or comma", () => {
    const read = (text: string) => amountOf(text);
    const cases: readonly (readonly [string, number, string | null])[] = [
      ["12.99 USD", 12.99, "USD"],
      ["€1.234,50", 1234.5, "EUR"],
      ["1 299,00", 1299, null],
      ["1,299", 1299, null],
      ["1,299.5", 1299.5, null],
      ["1.234.567", 1234567, null],
      ["12,5", 12.5, null],
      ["0", 0, null],
    ];
    for (const [text, value, currency] of cases) expect(read(text), text).to.deep.equal({ value, currency });
    for (const text of ["", "free", "-3", "1 2 x 3"]) expect(read(text), text).to.equal(undefined);
    expect(amountOf("1.299", ",")?.value).to.equal(1299);
  });

  it("amountOf parses prices in English, German, French and Swiss number formats", () => {
    const amount = fc.integer({ min: 0, max: 99_999_999 });
    fc.assert(
      fc.property(amount, fc.constantFrom("en-US", "de-DE", "fr-FR", "de-CH"), (cents, language) => {
        const text = new Intl.NumberFormat(language, { minimumFractionDigits: 2 }).format(cents / 100);
        expect(amountOf(text)?.value, text).to.equal(cents / 100);
      }),
    );
  });
});

describe("htmlText", () => {
  it("htmlText converts HTML to its visible text", () => {
    const html = "<h2>Soft&nbsp;wool</h2><ul><li>A</li><li>B &lt; C</li></ul><style>p{}</style>x<br>y <b>bold</b>";
    expect(htmlText(html)).to.equal("Soft wool\nA\nB < C\nx\ny bold");
    expect(htmlText("  plain text ")).to.equal("plain text");
  });
});

describe("the decoder of character references", () => {
  it("the decoder of character references decodes single and double escaping, and keeps a plain ampersand", () => {
    const cases = {
      "iPad&#xAE; 10&#34;": 'iPad® 10"',
      "Salt &amp; Pepper": "Salt & Pepper",
      "Salt &amp;amp; Pepper": "Salt & Pepper",
      "caf&amp;eacute; &amp;amp;#174;": "café ®",
      "a&nbsp;b ": "a b",
      "1 &lt; 2": "1 < 2",
      "R&D, AT&T; Q&A &copyright": "R&D, AT&T; Q&A &copyright",
      "Black&amp;white;": "Black&white;",
      "https://a/?x=1&amp;copy=2&reg=3": "https://a/?x=1&copy=2&reg=3",
      "&#0;&#xD800;": "\ufffd\ufffd",
    };
    for (const [text, shown] of Object.entries(cases)) expect(plainText(text), text).to.equal(shown);
    expect(htmlText("<p>Fish &amp;amp; Chips&amp;nbsp;</p>")).to.equal("Fish & Chips");
  });

  it("the decoder of character references restores any text that was escaped once or twice", () => {
    // Non-breaking spaces are removed, because a decoded `&nbsp;` reference becomes an ordinary space.
    const text = fc.string({ unit: "grapheme", maxLength: 20 }).map((some) => some.replaceAll(/[;\u00a0]/g, "").trim());
    fc.assert(
      fc.property(text, (some) => {
        expect([plainText(encodeXML(some)), plainText(encodeXML(encodeXML(some)))]).to.deep.equal([some, some]);
      }),
    );
  });

  it("character references are decoded in every file format, except in identifiers", async () => {
    const title = "iPad&#xAE; &amp;amp; Co";
    const files = {
      shopify: `Handle,Title,Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price\na&amp;b,${title},R&amp;D,,Size,S,a&amp;b,1\n`,
      shopifyJson: JSON.stringify({ products: [{ handle: "a&amp;b", title, vendor: "R&amp;D", body_html: "", variants: [{ sku: "a&amp;b", price: "1" }] }] }),
      table: `id\ttitle\tlink\timage_link\tprice\tavailability\tbrand\na&amp;b\t${title}\thttps://a\thttps://a/b.jpg\t1 EUR\tin_stock\tR&amp;D\n`,
      rss: `<rss><channel><item><id>a&amp;amp;b</id><title>iPad&amp;#xAE; &amp;amp;amp; Co</title><brand>R&amp;amp;D</brand></item></channel></rss>`,
      cdata: `<feed><entry><id><![CDATA[a&amp;b]]></id><title><![CDATA[${title}]]></title><brand>R&amp;D</brand></entry></feed>`,
      woocommerce: `ID,Type,SKU,Name,Regular price,Brands\n1,simple,a&amp;b,${title},1,R&amp;D\n`,
      csv: `id,name,brand\na&amp;b,${title},R&amp;D\n`,
      lines: `${JSON.stringify({ id: "a&amp;b", name: title, brand: "R&amp;D" })}\n{"id":"2","name":"x"}\n`,
    }; // prettier-ignore
    for (const [name, file] of Object.entries(files)) {
      const [first] = (await imported(file)).data;
      expect([first?.variant_identifier, first?.["title"], first?.["designer"]], name).to.deep.equal([
        "a&amp;b",
        "iPad® & Co",
        "R&D",
      ]);
    }
  });

  it("lists and category levels are not split at the ampersand or semicolon of a character reference", async () => {
    const { data, mapping } = await imported(
      "id;name;category;tags\n1;a;Home &amp; Garden &gt; Pots;x &amp; y, z\n2;b;Home &amp; Garden &gt; Pans;u, v\n".replaceAll(";", "\t").replaceAll("&amp\t", "&amp;").replaceAll("&gt\t", "&gt;"),
    ); // prettier-ignore
    expect(mapping?.fields["tags"]?.separator).to.equal(",");
    expect(data[0]).to.deep.include({ categories: ["Home & Garden: Pots"], tags: ["x & y", "z"] });
  });
});

it("fieldNameOf creates field names that can be used in filters", () => {
  expect(["In stock?", "Größe (EU)", "__proto__", "a.b"].map(fieldNameOf)).to.deep.equal(["in_stock", "größe_eu", "proto", "a_b"]);
}); // prettier-ignore
