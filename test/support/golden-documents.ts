import { parseFeedLine } from "../../src/catalog/ingestion/feed-line.js";
import { BASE_FIELD_TYPES } from "../../src/catalog/field-types.js";
import type { FieldType } from "../../src/catalog/fields.js";
import { productText } from "../../src/catalog/product-text.js";
import { createTimeSlice } from "../../src/lib/periodic.js";
import { readTemplates, TEMPLATES_FOLDER } from "../../src/engine/templates.js";
import { type Language, LANGUAGE_NAMES } from "../../src/languages/languages.js";
import { hashOf } from "../../src/lib/hash.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";

/**
 * Feed lines that cover everything that product documents depend on: words of several languages, measures, product
 * types, prices, colours and nested fields.
 */
const LINES: readonly (readonly [Language, Readonly<Record<string, unknown>>])[] = [
  [
    "english",
    {
      title: "Harbour Corner sofa-bed, 2.5 m × 90 cm – dark grey",
      designer: "Marsh & Co",
      categories: ["Furniture: Sofas: Sofa beds"],
      description: "Seats three. Men’s favourite; 4½ cushions included.",
      price: 899.5,
      color: "Dark Grey",
      released_at: "2026-03-02T00:00:00Z",
      attributes: { material: "Linen", text: { type: "Sofa bed" }, "part number": "SB-2040X" },
    },
  ],
  [
    "english",
    { title: "USB-C to HDMI cable for Acme® monitors 2m", designer: "TP-LINK", price: 12, sizes: ["S", "XL"] },
  ],
  [
    "german",
    {
      title: "Größer Rotwein Merlot trocken 0,75 l",
      designer: "Größer",
      categories: ["Getränke: Wein"],
      price: 7.99,
      attributes: { Jahrgang: "2021", Herkunft: "Österreich" },
    },
  ],
  ["german", { title: "H-Milch 3,5% 1 Liter", categories: ["Milchprodukte"], price: 1.19, on_sale: true }],
  [
    "french",
    {
      title: "Canapé-lit d’angle gris L’Élégance",
      designer: "L’Oréal Maison",
      categories: ["Maison: Canapés"],
      price: "1200",
      color: "Gris",
    },
  ],
  ["spanish", { title: "Botella de 500 ml para caña de azúcar", color: "Azul", price: 3 }],
  ["finnish", { title: "Lasten talvitakki, vedenpitävä", categories: ["Lapset: Takit"], price: 49 }],
  ["russian", { title: "Ёлочная игрушка «Снежинка» 10 см", color: "Белый", price: 250 }],
  ["japanese", { title: "ワイヤレスイヤホン 黒 ノイズキャンセリング", price: 4980 }],
  [
    "english",
    {
      title: 'Television 55" 120 W, 2 TB, 15 kg, 500 ml, 1/2 inch',
      description: "Weighs 15.5 kg, 1,200 mm wide, 0.5 hp",
      attributes: { memory: "16 GB", area: "12 sqm", volume: "3 l" },
    },
  ],
  ["english", { title: "Long", attributes: { notes: "x".repeat(19_990), more: "y".repeat(500), last: "z" } }],
];

/** Additional variants of the first product: an active and an inactive variant. */
const VARIANTS = [
  {
    data: { title: "Harbour Corner sofa-bed, white", price: 799, color: "White", sizes: ["2-seat", "3-seat"] },
    active: true,
  },
  { data: { title: "Discontinued sofa", price: 1, color: "Puce" }, active: false },
];

const TYPES = new Map<string, FieldType>([
  ...BASE_FIELD_TYPES,
  ["description", "string"],
  ["released_at", "string"],
  ["on_sale", "boolean"],
  ["attributes.material", "string"],
  ["attributes.text.type", "string"],
  ["attributes.part number", "string"],
  ["attributes.Jahrgang", "string"],
  ["attributes.Herkunft", "string"],
]);

const RULES = {
  ...DEFAULT_CONFIGURATION,
  taste: {
    ...DEFAULT_CONFIGURATION.taste,
    fields: [
      { field: "color", weight: 1 },
      { field: "categories", weight: 1 },
    ],
  },
  popularity: { ...DEFAULT_CONFIGURATION.popularity, half_life_days: 7 },
};

/**
 * Returns the product documents that this release builds from the sample feed lines, as JSON, and a hash of the index
 * templates for all languages.
 */
export async function goldenDocuments(): Promise<{ readonly templates: string; readonly documents: unknown }> {
  const written = LINES.map(async ([language, data], at) => {
    const variants = [{ data, active: true }, ...(at === 0 ? VARIANTS : [])].map((one, number) => {
      const product_data = { product_identifier: `P${at}`, variant_identifier: `V${at}-${number}`, ...one.data };
      const line = parseFeedLine(JSON.stringify({ operation: "insert", product_data }));
      if (line.kind !== "insert") throw new Error(`line ${at} is rejected: ${JSON.stringify(line)}`);
      return { ...line.variant, active: one.active };
    });
    const product = {
      product_identifier: `P${at}`,
      active: true,
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-02-01T00:00:00.000Z",
      source: variants,
    };
    const fields = { private: language === "german" ? ["attributes.Herkunft"] : [], public: null };
    const learned = { popularity: at, heat: at % 2 === 0 ? null : at, trend: 0 };
    const rules = { ...(at % 2 === 0 ? DEFAULT_CONFIGURATION : RULES), language, fields };
    const { text } = await productText(product, TYPES, rules, learned, createTimeSlice());
    return JSON.parse(text) as unknown;
  });
  const documents = await Promise.all(written);
  const templates = await readTemplates("", TEMPLATES_FOLDER, { languages: LANGUAGE_NAMES, shards: 1 });
  const hashes = templates.filter(({ name }) => name.startsWith("catalog-")).map(({ hash }) => hash);
  return { templates: hashOf(hashes), documents };
}
