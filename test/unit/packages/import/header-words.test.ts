import { expect } from "chai";
import { columnFieldOf, wordOf } from "../../../../packages/import/src/header-words.js";
import { suggestMapping } from "../../../../packages/import/src/suggest-mapping.js";
import { columnsOfRows } from "../../../../packages/import/src/column.js";

describe("the field name of a column", () => {
  it("the field name of a column keeps all letters of the header, with their diacritics, in lower case", () => {
    const fields: Readonly<Record<string, string>> = {
      Gehäuse: "gehäuse",
      "Gehäuse-Größe (innen)": "gehäuse_größe_innen",
      Höhe: "höhe",
      Объём: "объём",
      "Дизайн корпуса": "дизайн_корпуса",
      İçerik: "i\u0307çerik",
      ความยาว: "ความยาว",
      "सामग्री प्रकार": "सामग्री_प्रकार",
      shoeSize: "shoe_size",
      "🏷️ Sale": "sale",
    };
    const named = Object.keys(fields).map((header) => [header, columnFieldOf(header)]);
    expect(named).to.deep.equal(Object.entries(fields));
    const decomposed = Object.keys(fields).map((header) => [header, columnFieldOf(header.normalize("NFD"))]);
    expect(decomposed).to.deep.equal(Object.entries(fields));
  });

  it("the field name of a column is compared with other names regardless of diacritics", () => {
    expect(["Gehäuse", "Größe", "Объём", "İçerik"].map(wordOf)).to.deep.equal(["gehause", "grosse", "объем", "icerik"]);
  });

  it("a column without a known meaning is proposed as an attribute with the name of the column", () => {
    const header = ["sku", "Bezeichnung", "Preis", "Gehäuse", "Ho\u0308he", "Объём"];
    const rows = Array.from({ length: 12 }, (_, at) => [
      `s${at}`,
      `Leuchte ${at}`,
      `${at + 10},90`,
      ["Stahl", "Glas"][at % 2] ?? "",
      String(10 + (at % 4)),
      ["S1", "S2", "S3"][at % 3] ?? "",
    ]);
    const { mapping } = suggestMapping(columnsOfRows(header, rows), rows.length);
    const attributes = Object.keys(mapping.fields).filter((field) => field.startsWith("attributes."));
    expect(attributes).to.deep.equal(["attributes.gehäuse", "attributes.höhe", "attributes.объём"]);
  });
});
