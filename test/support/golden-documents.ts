import { parseFeedLine } from "../../src/catalog/ingestion/feed-line.js";
import { BASE_LEAF_TYPES } from "../../src/catalog/leaf-types.js";
import type { LeafType } from "../../src/catalog/leaves.js";
import { buildDocument } from "../../src/catalog/product.js";
import type { Language } from "../../src/languages/languages.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";

/** Lines of feeds that use what documents are made of: words of several languages, measures, kinds, prices, colours, nested fields. */
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
];

const TYPES = new Map<string, LeafType>([
  ...BASE_LEAF_TYPES,
  ["description", "string"],
  ["released_at", "string"],
  ["on_sale", "boolean"],
  ["attributes.material", "string"],
  ["attributes.text.type", "string"],
  ["attributes.part number", "string"],
  ["attributes.Jahrgang", "string"],
  ["attributes.Herkunft", "string"],
]);

/** The documents that this release builds of the lines, as JSON has them. */
export function goldenDocuments(): unknown {
  const documents = LINES.map(([language, data], at) => {
    const product_data = { product_identifier: `P${at}`, variant_identifier: `V${at}`, ...data };
    const line = parseFeedLine(JSON.stringify({ operation: "insert", product_data }));
    if (line.kind !== "insert") throw new Error(`line ${at} is rejected: ${JSON.stringify(line)}`);
    const product = {
      product_identifier: line.product_identifier,
      active: true,
      created_at: "2026-01-01T00:00:00.000Z",
      updated_at: "2026-02-01T00:00:00.000Z",
      source: [line.variant],
    };
    const fields = { private: language === "german" ? ["attributes.Herkunft"] : [], public: null };
    const learned = { popularity: at, heat: null, trend: 0, viewed_with: ["P0"], bought_with: [] };
    return buildDocument(product, TYPES, { ...DEFAULT_CONFIGURATION, language, fields }, learned);
  });
  return JSON.parse(JSON.stringify(documents));
}
