import { expect } from "chai";
import { Readable } from "node:stream";
import { readText } from "../../../../packages/import/src/text-source.js";
import { imported } from "./import-of.js";

/** Decodes the UTF-8 bytes of a text with a wrong code page. */
const decodedAs = (page: string, text: string): string =>
  new TextDecoder(page).decode(Buffer.from(text), { stream: true });

const latin = (text: string) => decodedAs("windows-1252", text);

const titles = async (lines: readonly string[]) =>
  (await imported(["id,name,price", ...lines.map((line, at) => `${at},${line},9.5`), ""].join("\n"))).data.map(
    ({ title }) => title,
  );

/**
 * Reads a text in chunks of `size` bytes. Returns the complete text, the start of the text, and the counts of damaged
 * and repaired values.
 */
async function read(text: string, size: number) {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)); // prettier-ignore
  const source = await readText(Readable.from(pieces) as AsyncIterable<Buffer>);
  let all = "";
  for await (const piece of source.pieces) all += piece;
  return { all, head: source.head, decodedTwice: source.decodedTwice };
}

describe("text that was decoded twice with the wrong encoding", () => {
  it("text that was decoded twice is repaired for Western European, Central European and Cyrillic encodings", async () => {
    const words = ["Sillón “Ávila” – grande", "corazón", "Übergröße 20 €", "plain"];
    expect(await titles(words.map(latin))).to.deep.equal(words);
    const polish = ["łóżko", "krzesło żółte", "gęś"];
    expect(await titles(polish.map((word) => decodedAs("windows-1250", word)))).to.deep.equal(polish);
    const russian = ["Стол", "Шкаф белый", "Лампа"];
    expect(await titles(russian.map(latin))).to.deep.equal(russian);
    expect(await titles(russian.map((word) => decodedAs("windows-1251", word)))).to.deep.equal(russian);
    expect(await titles(words.map((word) => latin(latin(word))))).to.deep.equal(words);
  });

  it("text that was decoded twice is repaired without changing values that were decoded once", async () => {
    const lines = ["Café", "SÃO", latin("sillón"), latin("corazón"), latin("tutú"), `Crème ${latin("brûlée")}`];
    expect(await titles(lines)).to.deep.equal(["Café", "SÃO", "sillón", "corazón", "tutú", `Crème ${latin("brûlée")}`]);
  });

  it("text that was decoded twice is reported but not repaired if fewer than three values are affected", async () => {
    const text = `id,name\n1,${latin("corazón")}\n2,${latin("tutú")}\n3,Café\n`;
    const { all, decodedTwice } = await read(text, 1_000);
    expect(all).to.equal(text);
    expect([decodedTwice?.repaired.count, decodedTwice?.left]).to.deep.equal([
      0,
      {
        text: "may be UTF-8 that was decoded as Windows-1252; too few values indicate this, so the text is unchanged",
        count: 2,
        examples: ['"corazÃ³n"', '"tutÃº"'],
      },
    ]);
  });

  it("text that was decoded twice is repaired in JSON with escaped characters", async () => {
    const escaped = (text: string) =>
      JSON.stringify(text).replaceAll(
        /[\u0080-\uffff]/g,
        (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    const words = ["corazón", "sillón – grande", "Стол", "C:\\u00e9"];
    const objects = [...words.slice(0, 3).map(latin), words[3] ?? "", "café"].map((word, at) => `{"sku":"s${at}","name":${escaped(word)}}`); // prettier-ignore
    const { data } = await imported(`[${objects.join(",")}]`);
    expect(data.map(({ title }) => title)).to.deep.equal([...words, "café"]);
  });

  it("correct text in any language is not reported as text that was decoded twice", async () => {
    for (const word of ["MAÇÃ”", "voilà « été »", "Straße", "Ёлка Рёв", "ĄĘ żółć", "Đà Nẵng", "日本語", "Γειά"])
      expect((await read(`id,name\n1,${word}\n2,${word} 2\n3,${word} 3\n`, 1_000)).decodedTwice, word).to.equal(
        undefined,
      );
  });

  it("text that was decoded twice is repaired identically for all chunk sizes", async () => {
    const text = ["id,name", `1,${latin("corazón")}`, `2,${latin("tutú rosa")}`, `3,${latin("sillón")}`, `4,Crème ${latin("brûlée")}`].join("\n"); // prettier-ignore
    for (const size of [1, 3, 1_000]) {
      const { all, head, decodedTwice } = await read(text, size);
      expect(all).to.equal(`id,name\n1,corazón\n2,tutú rosa\n3,sillón\n4,Crème ${latin("brûlée")}`);
      expect(head).to.equal(all);
      expect(decodedTwice).to.deep.include({
        repaired: {
          text: "UTF-8 that was decoded as Windows-1252; the text was repaired",
          count: 3,
          examples: ['"corazÃ³n" → "corazón"', '"tutÃº rosa" → "tutú rosa"', '"sillÃ³n" → "sillón"'],
        },
        left: {
          text: "looks like UTF-8 that was decoded as Windows-1252, and cannot be repaired: export the file as UTF-8",
          count: 1,
          examples: [`"Crème brÃ»lÃ©e"`],
        },
      });
    }
  });
});
