import type { Dye } from "./colors.js";

/** Appearance of a material in pictures. */
export type Texture =
  | "smooth" | "jersey" | "pique" | "oxford" | "twill" | "linen" | "satin" | "corduroy" | "denim" | "felt" | "tweed"
  | "fine_knit" | "knit" | "cable" | "mohair" | "nylon" | "leather" | "patent" | "suede" | "shearling" | "canvas" | "straw"
  | "mesh" | "velvet" | "quilted" | "lace" | "metal" | "acetate"; // prettier-ignore

/** Values of the material facet. */
export type MaterialFamily =
  | "Cotton" | "Linen" | "Silk" | "Wool" | "Cashmere" | "Mohair" | "Denim" | "Viscose" | "Nylon" | "Polyester" | "Leather"
  | "Suede" | "Shearling" | "Canvas" | "Raffia" | "Velvet" | "Gold" | "Silver" | "Stainless steel" | "Acetate"; // prettier-ignore

export interface Material {
  /** Name of the material in product titles, such as "Cotton-Piqué". */
  readonly name: string;
  readonly family: MaterialFamily;
  /** Name of the material in sentences: "made from <text>". */
  readonly text: string;
  readonly composition: string;
  readonly texture: Texture;
  readonly dye: Dye;
  /** Price factor of the material; 1 leaves the usual price of the product type unchanged. */
  readonly grade: number;
  /** Lowest and highest price level of the designers that use the material. */
  readonly levels: readonly [lowest: number, highest: number];
  readonly care: string;
}

const WASH = "Machine wash at 30°C";
const HAND = "Hand wash cold";
const DRY = "Dry clean only";
const WIPE = "Wipe with a soft, dry cloth";

type Row = readonly [
  name: string, family: MaterialFamily, text: string, composition: string, texture: Texture, dye: Dye, grade: number,
  lowest: number, highest: number, care: string,
]; // prettier-ignore

const ROWS = {
  cotton_jersey: ["Cotton-Jersey", "Cotton", "soft cotton-jersey", "100% cotton", "jersey", "cloth", 1, 1, 5, WASH],
  organic_jersey: ["Organic Cotton-Jersey", "Cotton", "organic cotton-jersey", "100% organic cotton", "jersey", "cloth", 1.1, 1, 3, WASH],
  linen_jersey: ["Linen-Jersey", "Linen", "airy linen-jersey", "100% linen", "jersey", "cloth", 1.25, 2, 5, HAND],
  ribbed_jersey: ["Ribbed Cotton-Jersey", "Cotton", "ribbed stretch cotton-jersey", "95% cotton, 5% elastane", "fine_knit", "cloth", 1, 1, 4, WASH],
  pique: ["Cotton-Piqué", "Cotton", "breathable cotton-piqué", "100% cotton", "pique", "cloth", 1, 1, 5, WASH],
  fleece: ["Cotton-Jersey", "Cotton", "loopback cotton-jersey", "100% cotton", "jersey", "cloth", 1, 1, 5, WASH],
  fleece_blend: ["Cotton-Blend Jersey", "Cotton", "brushed cotton-blend jersey", "80% cotton, 20% recycled polyester", "jersey", "cloth", 0.9, 1, 3, WASH],
  cashmere_blend: ["Cashmere-Blend", "Cashmere", "a cashmere and cotton blend", "55% cashmere, 45% cotton", "fine_knit", "cloth", 1.9, 3, 5, HAND],
  poplin: ["Cotton-Poplin", "Cotton", "crisp cotton-poplin", "100% cotton", "smooth", "cloth", 1, 1, 5, WASH],
  oxford: ["Cotton Oxford", "Cotton", "sturdy Oxford cotton", "100% cotton", "oxford", "cloth", 0.95, 1, 4, WASH],
  chambray: ["Cotton-Chambray", "Cotton", "washed cotton-chambray", "100% cotton", "denim", "denim", 1, 1, 4, WASH],
  flannel: ["Cotton-Flannel", "Cotton", "brushed cotton-flannel", "100% cotton", "felt", "cloth", 1, 1, 4, WASH],
  linen: ["Linen", "Linen", "breezy linen", "100% linen", "linen", "cloth", 1.15, 1, 5, HAND],
  cotton_linen: ["Cotton and Linen-Blend", "Linen", "a light cotton and linen blend", "54% linen, 46% cotton", "linen", "cloth", 1.05, 1, 4, WASH],
  voile: ["Cotton-Voile", "Cotton", "sheer cotton-voile", "100% cotton", "smooth", "cloth", 1, 2, 4, HAND],
  broderie: ["Broderie Anglaise Cotton", "Cotton", "cotton broderie anglaise", "100% cotton", "lace", "cloth", 1.15, 1, 4, HAND],
  silk_satin: ["Silk-Satin", "Silk", "fluid silk-satin", "100% silk", "satin", "cloth", 1.6, 2, 5, DRY],
  crepe_de_chine: ["Silk Crepe de Chine", "Silk", "silk crepe de chine", "100% silk", "satin", "cloth", 1.55, 3, 5, DRY],
  silk_twill: ["Silk-Twill", "Silk", "printed silk-twill", "100% silk", "satin", "cloth", 1.3, 2, 5, DRY],
  satin: ["Satin", "Viscose", "glossy satin", "100% viscose", "satin", "cloth", 1, 1, 3, HAND],
  crepe: ["Crepe", "Viscose", "matte crepe", "72% viscose, 28% acetate", "smooth", "cloth", 1.05, 1, 5, DRY],
  viscose: ["Viscose", "Viscose", "soft viscose", "100% viscose", "smooth", "cloth", 0.9, 1, 3, HAND],
  lace: ["Corded Lace", "Cotton", "corded cotton-blend lace", "68% cotton, 32% viscose", "lace", "cloth", 1.4, 3, 5, DRY],
  velvet: ["Velvet", "Velvet", "rich velvet", "82% viscose, 18% silk", "velvet", "cloth", 1.25, 2, 5, DRY],
  cotton_velvet: ["Cotton-Velvet", "Velvet", "dense cotton-velvet", "100% cotton", "velvet", "cloth", 1.2, 3, 5, DRY],
  merino: ["Merino Wool", "Wool", "fine merino wool", "100% merino wool", "fine_knit", "cloth", 1, 1, 5, HAND],
  lambswool: ["Lambswool", "Wool", "warm lambswool", "100% lambswool", "knit", "cloth", 1, 1, 4, HAND],
  wool_knit: ["Wool", "Wool", "chunky virgin wool", "100% virgin wool", "knit", "cloth", 1.05, 2, 5, HAND],
  cashmere: ["Cashmere", "Cashmere", "two-ply cashmere", "100% cashmere", "fine_knit", "cloth", 2, 2, 5, HAND],
  mohair: ["Mohair-Blend", "Mohair", "an airy mohair blend", "62% mohair, 24% nylon, 14% wool", "mohair", "cloth", 1.3, 2, 5, HAND],
  alpaca: ["Alpaca-Blend", "Wool", "a soft alpaca blend", "58% alpaca, 42% merino wool", "mohair", "cloth", 1.3, 2, 5, HAND],
  cotton_knit: ["Cotton", "Cotton", "mid-weight knitted cotton", "100% cotton", "knit", "cloth", 0.75, 1, 4, WASH],
  acrylic_blend: ["Wool-Blend", "Wool", "a soft wool blend", "50% wool, 50% recycled acrylic", "knit", "cloth", 0.65, 1, 2, HAND],
  wool_blend: ["Wool-Blend", "Wool", "a brushed wool blend", "70% wool, 30% polyamide", "felt", "cloth", 0.8, 1, 3, DRY],
  wool_felt: ["Double-Faced Wool", "Wool", "double-faced virgin wool", "100% virgin wool", "felt", "cloth", 1.2, 3, 5, DRY],
  wool_cashmere: ["Wool and Cashmere-Blend", "Cashmere", "a wool and cashmere blend", "90% wool, 10% cashmere", "felt", "cloth", 1.45, 3, 5, DRY],
  tweed: ["Tweed", "Wool", "flecked wool-tweed", "100% wool", "tweed", "cloth", 1.15, 2, 5, DRY],
  suit_wool: ["Wool", "Wool", "smooth virgin wool", "100% virgin wool", "twill", "suiting", 1.1, 2, 5, DRY],
  wool_flannel: ["Wool-Flannel", "Wool", "soft wool-flannel", "100% wool", "felt", "suiting", 1.15, 3, 5, DRY],
  suit_blend: ["Stretch-Twill", "Polyester", "tailored stretch-twill", "64% recycled polyester, 33% viscose, 3% elastane", "twill", "suiting", 0.75, 1, 2, DRY],
  twill: ["Cotton-Twill", "Cotton", "garment-dyed cotton-twill", "100% cotton", "twill", "cloth", 1, 1, 5, WASH],
  stretch_twill: ["Stretch-Cotton Twill", "Cotton", "stretch-cotton twill", "98% cotton, 2% elastane", "twill", "cloth", 0.95, 1, 4, WASH],
  gabardine: ["Cotton-Gabardine", "Cotton", "water-repellent cotton-gabardine", "100% cotton", "twill", "cloth", 1.05, 1, 5, DRY],
  ripstop: ["Cotton-Ripstop", "Cotton", "tough cotton-ripstop", "100% cotton", "canvas", "cloth", 1, 1, 4, WASH],
  corduroy: ["Cotton-Corduroy", "Cotton", "wide-wale cotton-corduroy", "100% cotton", "corduroy", "cloth", 1.05, 1, 5, WASH],
  denim: ["Denim", "Denim", "rigid cotton-denim", "100% cotton", "denim", "denim", 1, 1, 5, WASH],
  stretch_denim: ["Stretch-Denim", "Denim", "stretch-denim", "98% cotton, 2% elastane", "denim", "denim", 0.95, 1, 4, WASH],
  selvedge: ["Selvedge Denim", "Denim", "shuttle-loomed selvedge denim", "100% cotton", "denim", "denim", 1.3, 2, 4, WASH],
  nylon: ["Nylon", "Nylon", "crisp recycled nylon", "100% recycled nylon", "nylon", "cloth", 1, 1, 5, WASH],
  shell: ["Shell", "Nylon", "a windproof shell", "100% recycled polyamide", "nylon", "cloth", 1.05, 1, 5, WASH],
  swim_shell: ["Recycled-Shell", "Polyester", "a quick-drying recycled shell", "100% recycled polyester", "nylon", "cloth", 1, 1, 4, WASH],
  swim_jersey: ["Stretch-Jersey", "Nylon", "sculpting stretch-jersey", "80% recycled nylon, 20% elastane", "satin", "cloth", 1, 1, 4, HAND],
  leather: ["Leather", "Leather", "smooth calf leather", "100% calf leather", "leather", "leather", 1, 1, 5, WIPE],
  nappa: ["Nappa Leather", "Leather", "supple nappa leather", "100% lambskin", "leather", "leather", 1.15, 3, 5, WIPE],
  grained: ["Full-Grain Leather", "Leather", "full-grain leather", "100% cowhide leather", "leather", "leather", 1.1, 2, 5, WIPE],
  pebbled: ["Pebbled Leather", "Leather", "soft pebbled leather", "100% cowhide leather", "leather", "leather", 1.05, 1, 5, WIPE],
  patent: ["Patent-Leather", "Leather", "high-shine patent leather", "100% patent calf leather", "patent", "leather", 1.1, 2, 5, WIPE],
  suede: ["Suede", "Suede", "velvety suede", "100% calf suede", "suede", "suede", 1, 1, 5, "Brush with a suede brush"],
  shearling: ["Shearling", "Shearling", "plush shearling", "100% lamb shearling", "shearling", "shearling", 1.6, 3, 5, DRY],
  canvas: ["Canvas", "Canvas", "heavyweight cotton-canvas", "100% cotton", "canvas", "cloth", 0.7, 1, 4, WASH],
  mesh: ["Mesh", "Polyester", "recycled mesh", "78% recycled polyester, 22% polyurethane", "mesh", "cloth", 0.85, 1, 4, WIPE],
  raffia: ["Raffia", "Raffia", "natural raffia", "100% raffia", "straw", "straw", 0.9, 1, 5, WIPE],
  hat_felt: ["Wool-Felt", "Wool", "brushed wool-felt", "100% wool", "felt", "cloth", 1.1, 1, 5, "Brush with a soft brush"],
  gold_plated: ["Gold-Plated", "Gold", "gold-plated brass", "18-karat gold-plated brass", "metal", "metal", 0.6, 1, 3, WIPE],
  vermeil: ["Gold Vermeil", "Gold", "18-karat gold vermeil", "18-karat gold vermeil on sterling silver", "metal", "metal", 1, 2, 4, WIPE],
  solid_gold: ["18-Karat Gold", "Gold", "solid 18-karat gold", "18-karat recycled gold", "metal", "metal", 3.4, 4, 5, WIPE],
  sterling: ["Sterling Silver", "Silver", "sterling silver", "925 sterling silver", "metal", "metal", 0.8, 1, 5, WIPE],
  steel: ["Stainless Steel", "Stainless steel", "brushed stainless steel", "316L stainless steel", "metal", "metal", 1, 1, 5, WIPE],
  acetate: ["Acetate", "Acetate", "hand-polished acetate", "100% acetate", "acetate", "acetate", 1, 1, 5, WIPE],
} as const satisfies Record<string, Row>; // prettier-ignore

export type MaterialKey = keyof typeof ROWS;

export const MATERIALS = Object.fromEntries(
  Object.entries<Row>(ROWS).map(
    ([key, [name, family, text, composition, texture, dye, grade, lowest, highest, care]]): [string, Material] => [
      key,
      { name, family, text, composition, texture, dye, grade, levels: [lowest, highest], care },
    ],
  ),
) as Readonly<Record<MaterialKey, Material>>;

/** Possible colours of metals by family; a silver ring is never rose gold. */
export const METAL_COLORS: Readonly<Partial<Record<MaterialFamily, readonly ("gold" | "rose_gold" | "silver")[]>>> = {
  Gold: ["gold", "rose_gold"],
  Silver: ["silver"],
  "Stainless steel": ["silver", "gold", "rose_gold"],
};
