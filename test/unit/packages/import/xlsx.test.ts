import { expect } from "chai";
import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { imported } from "./import-of.js";

/**
 * Returns a zip archive with these files, compressed.
 * @param claimed unpacked size in the header of the first file
 */
function zipped(files: Readonly<Record<string, string | Buffer>>, claimed?: number): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(content), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(claimed ?? content.length, 22);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    offset += head.length + name.length + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const WORKBOOK = {
  "xl/workbook.xml":
    '<workbook xmlns:r="r"><sheets><sheet name="notes" state="hidden" r:id="rId1"/><sheet name="products" r:id="rId2"/></sheets></workbook>',
  "xl/_rels/workbook.xml.rels":
    '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
  "xl/styles.xml":
    '<styleSheet><numFmts><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="165"/></cellXfs></styleSheet>',
  "xl/sharedStrings.xml":
    "<sst><si><t>Artikelnummer</t></si><si><t>Name</t></si><si><r><t>Lampe, </t></r><r><t>“rot” </t></r><rPh><t>x</t></rPh></si></sst>",
  "xl/worksheets/sheet1.xml": "<worksheet><sheetData/></worksheet>",
  "xl/worksheets/sheet2.xml":
    '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="inlineStr"><is><t>Preis</t></is></c><c r="D1" t="str"><v>Datum</v></c><c r="E1" t="str"><v>Lager</v></c></row>' +
    '<row r="2"><c r="A2"><v>1001</v></c><c r="B2" t="s"><v>2</v></c><c r="C2"><v>19.899999999999999</v></c><c r="D2" s="1"><v>45992</v></c><c r="E2" t="b"><v>1</v></c></row>' +
    '<row r="3"><c r="A3"><v>1002</v></c><c r="B3" t="str"><v>Bett\nweiß</v></c><c r="E3" t="e"><v>#REF!</v></c></row></sheetData></worksheet>',
};

const failureOf = (content: Buffer): Promise<string> =>
  imported(content).then(
    () => "",
    (error: unknown) => (error as Error).message,
  );

describe("an Excel workbook", () => {
  it("an Excel workbook is read from its first visible sheet, including shared strings, dates and omitted cells", async () => {
    const expected = [
      {
        product_identifier: "1001",
        variant_identifier: "1001",
        title: "Lampe, “rot”",
        price: 19.9,
        released_at: "2025-12-01T00:00:00.000Z",
        in_stock: true,
      },
      { product_identifier: "1002", variant_identifier: "1002", title: "Bett weiß" },
    ];
    expect((await imported(zipped(WORKBOOK))).data).to.deep.equal(expected);
    expect((await imported(gzipSync(zipped(WORKBOOK)))).data).to.deep.equal(expected);
  });

  it("an Excel workbook is rejected if it is damaged, truncated or too large, or if the archive contains no workbook", async () => {
    const bytes = zipped(WORKBOOK);
    expect(await failureOf(zipped({ "a.csv": "id,name\n1,x\n" }))).to.match(/zip archive without an Excel workbook/);
    expect(await failureOf(bytes.subarray(0, bytes.length - 30))).to.match(/damaged or truncated/);
    expect(await failureOf(zipped({ ...WORKBOOK, "xl/worksheets/sheet2.xml": "<worksheet><row>" }))).to.match(/workbook is damaged/); // prettier-ignore
    const bomb = zipped({ ...WORKBOOK, "xl/sharedStrings.xml": Buffer.alloc(30_000_000, " ") });
    expect(await failureOf(bomb)).to.match(/sharedStrings\.xml in the archive expands to 30000000 bytes/);
    expect(await failureOf(zipped(WORKBOOK, 10))).to.match(/workbook is damaged/);
  });
});
