import { expect } from "chai";
import type { Design } from "../../../../demo/catalogue/design.js";
import { seeded } from "../../../../demo/random.js";
import { COLORS } from "../../../../demo/catalogue/vocabulary/colors.js";
import { DESIGNERS } from "../../../../demo/catalogue/vocabulary/designers.js";
import { MATERIALS } from "../../../../demo/catalogue/vocabulary/materials.js";
import { PRODUCT_TYPES } from "../../../../demo/catalogue/vocabulary/product-types.js";
import { description, slug, title } from "../../../../demo/catalogue/wording.js";

const typeOf = (silhouette: string) =>
  PRODUCT_TYPES.find((type) => type.silhouette === silhouette) ?? expect.fail(`no ${silhouette}`);

const polo: Design = {
  designer: DESIGNERS.find(({ name }) => name === "HOLLIS FERNLEY") ?? expect.fail("no such designer"),
  department: "Men",
  type: typeOf("polo-shirt"),
  material: MATERIALS.pique,
  pattern: "Plain",
  fit: "Slim",
  colors: [COLORS.navy],
};

describe("title", () => {
  it("the title of a demo product contains fit, material and noun", () => {
    expect(title(polo, undefined)).to.equal("Slim-Fit Cotton-Piqué Polo Shirt");
  });

  it("the title of a demo product starts with the product name if there is one", () => {
    expect(title(polo, "Alba")).to.equal("Alba Slim-Fit Cotton-Piqué Polo Shirt");
  });

  it("the title of a demo product does not mention a regular fit", () => {
    expect(title({ ...polo, fit: "Regular" }, undefined)).to.equal("Cotton-Piqué Polo Shirt");
    expect(title({ ...polo, fit: undefined }, undefined)).to.equal("Cotton-Piqué Polo Shirt");
  });

  it("the title of a demo product omits the fit, such as slim, if the title would be too long", () => {
    const detail = { word: "Garment-Dyed", text: "a soft tone" };
    expect(title({ ...polo, pattern: "Striped", detail }, undefined)).to.equal(
      "Garment-Dyed Striped Cotton-Piqué Polo Shirt",
    );
  });

  it("the title of a demo product contains the cut before the material", () => {
    const coat: Design = {
      ...polo,
      type: typeOf("double-breasted-coat"),
      material: MATERIALS.wool_felt,
      fit: undefined,
    };
    expect(title(coat, undefined)).to.equal("Double-Breasted Double-Faced Wool Coat");
  });

  it("the title of a demo product contains the metal before the stone", () => {
    const detail = { word: "Pearl", text: "a freshwater pearl", after: true };
    const ring: Design = { ...polo, type: typeOf("stone-ring"), material: MATERIALS.sterling, fit: undefined, detail };
    expect(title(ring, "Iris")).to.equal("Iris Sterling Silver Pearl Ring");
  });
});

describe("description", () => {
  const texts = (design: Design, measures = {}) =>
    new Set(Array.from({ length: 80 }, (_, seed) => description(seeded(String(seed)), design, measures)));

  it("the description of a demo product combines several sentences about the product", () => {
    const opening =
      "Knitted from breathable cotton-piqué, this polo shirt has a ribbed collar and a two-button placket.";
    const possessive =
      "HOLLIS FERNLEY's polo shirt is made from breathable cotton-piqué and has a ribbed collar and a two-button placket.";
    const fit = "It is cut slim; take the next size up for more room.";
    const made = "Made in Portugal.";
    expect(texts(polo)).to.deep.equal(
      new Set([opening, possessive].flatMap((first) => [first, `${first} ${made}`, `${first} ${fit}`])),
    );
  });

  it("the description of a pair of demo shoes uses the plural, and contains the exact heel height", () => {
    const pumps: Design = { ...polo, type: typeOf("pump"), material: MATERIALS.suede, fit: undefined };
    const found = [...texts(pumps, { heel_height_mm: 85 })];
    expect(found.filter((text) => /\b(this|it|its|is|has)\b/i.test(text))).to.deep.equal([]);
    expect(found.some((text) => text.endsWith("The heel measures 85 mm."))).to.equal(true);
  });
});

describe("slug", () => {
  it("the slug of a demo product contains only letters without accents, digits and hyphens", () => {
    expect(slug("PERRIN & LOCKE Ida Cotton-Piqué Tote (2)")).to.equal("perrin-locke-ida-cotton-pique-tote-2");
    expect(slug("Maison d'Été")).to.equal("maison-dete");
  });
});
