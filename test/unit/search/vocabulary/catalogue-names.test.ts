import { expect } from "chai";
import type { ProductSource } from "../../../../src/catalog/product-document.js";
import type { Language } from "../../../../src/languages/languages.js";
import { collectNames } from "../../../../src/search/vocabulary/catalogue-names.js";

const product = (title: string, data: object = {}): ProductSource => ({
  product_identifier: "p",
  active: true,
  created_at: "",
  updated_at: "",
  source: [
    {
      variant_identifier: "v",
      active: true,
      digest: "",
      data: { product_identifier: "p", variant_identifier: "v", title, ...data },
    },
  ],
});
const typed = (title: string, type: string) => product(title, { attributes: { type } });

function namesOf(language: Language, ...some: readonly (readonly [times: number, product: ProductSource])[]) {
  const names = collectNames(language);
  for (const [times, one] of some) for (let at = 0; at < times; at += 1) names.observe(one);
  return names;
}

describe("names of a catalogue", () => {
  it("are pairs of words where titles and stated types imply each other", () => {
    const names = namesOf(
      "english",
      [6, typed("Red couch", "Sofa")],
      [4, typed("Blue sofa", "Sofa")],
      [6, typed("Gadget thing", "Device")],
      [60, typed("Other contraption", "Device")],
      [4, typed("Rare bench", "Seat")],
    );
    expect(names.pairs()).to.deep.equal([
      { terms: ["contraption", "device"], products: 60, title: null },
      { terms: ["couch", "sofa"], products: 6, title: null },
    ]);
  });

  it("are pairs that titles join with a stroke, in brackets or by the language's or", () => {
    const names = namesOf(
      "german",
      [5, product("Beamer / Projektor 3000")],
      [9, product("Cable 1/2 m, w/o plug, and/or/not")],
      [4, product("Nachttisch (Nachtkommode)")],
      [3, product("Großes Sofa oder Couch mit Kissen")],
      [2, product("Bett oder Liege")],
    );
    expect(names.pairs()).to.deep.equal([
      { terms: ["beamer", "projektor"], products: 5, title: "Beamer / Projektor 3000" },
      { terms: ["nachtkommode", "nachttisch"], products: 4, title: "Nachttisch (Nachtkommode)" },
      { terms: ["couch", "sofa"], products: 3, title: "Großes Sofa oder Couch mit Kissen" },
    ]);
  });

  it("are no pairs with a colour, with what stands behind many names, or with the beginning of another name", () => {
    const names = namesOf(
      "english",
      [9, product("Sofa (grey)", { color: "Grey" })],
      [9, product("Table (small)")],
      [9, product("Chair (small)")],
      [9, product("Bench (small)")],
      [9, product("Desk or floor lamp")],
    );
    expect(names.pairs()).to.deep.equal([]);
  });

  it("are what titles call things, by how many products", () => {
    const names = namesOf("english", [4, product("ACME Bedside table, 3 cm", { designer: "ACME" })], [3, product("KALLAX Couch / LAUGHER with legs")], [2, product("Lamp")]); // prettier-ignore
    expect(names.things(3)).to.deep.equal(["table", "bedside table", "couch"]);
    expect(names.things(1)).to.deep.equal(["table"]);
  });
});
