import type { Detail } from "./product-type.js";

const detail = (word: string, text: string, more: Partial<Detail> = {}): Detail => ({ word, text, ...more });

/** Possible traits of products, with a separate list for each group of product types. */
export const TOP_DETAILS: readonly Detail[] = [
  detail("Logo-Embroidered", "a tonal logo embroidered at the chest"),
  detail("Garment-Dyed", "a soft, lived-in tone from being dyed after it was sewn"),
  detail("Enzyme-Washed", "a soft, washed hand"),
];

export const SHIRT_DETAILS: readonly Detail[] = [
  detail("Button-Down Collar", "a softly rolled button-down collar"),
  detail("Cutaway-Collar", "a cutaway collar that sits well with or without a tie"),
  detail("Garment-Washed", "a washed finish that makes it soft from the first day"),
];

export const BLOUSE_DETAILS: readonly Detail[] = [
  detail("Gathered", "gathers at the yoke"),
  detail("Pleated", "fine pleats at the shoulders"),
  detail("Embroidered", "hand-guided embroidery at the cuffs"),
];

export const KNIT_DETAILS: readonly Detail[] = [
  detail("Cable-Knit", "classic cables down the front", {
    texture: "cable",
    on: ["lambswool", "wool_knit", "merino", "cashmere", "cotton_knit", "acrylic_blend"],
  }),
  detail("Ribbed", "an all-over rib", {
    texture: "knit",
    on: ["merino", "cashmere", "wool_knit", "cotton_knit", "acrylic_blend"],
  }),
  detail("Waffle-Knit", "a waffle stitch that traps warmth", {
    texture: "knit",
    on: ["cotton_knit", "wool_knit", "merino"],
  }),
  detail("Brushed", "a brushed, slightly hairy finish", { texture: "mohair", on: ["lambswool", "alpaca"] }),
  detail("Fully-Fashioned", "panels knitted to shape", { on: ["merino", "cashmere"] }),
];

export const COAT_DETAILS: readonly Detail[] = [
  detail("Quilt-Lined", "a quilted lining for the coldest days"),
  detail("Half-Belted", "a half belt at the back"),
  detail("Brushed", "a soft, brushed surface"),
];

export const OUTDOOR_DETAILS: readonly Detail[] = [
  detail("Water-Repellent", "a water-repellent finish"),
  detail("Packable", "a pouch that it packs into"),
  detail("Padded", "light recycled padding"),
  detail("Logo-Appliquéd", "a rubber logo patch at the sleeve"),
];

export const TAILORING_DETAILS: readonly Detail[] = [
  detail("Unstructured", "soft, unpadded shoulders"),
  detail("Half-Lined", "a half lining that keeps it light"),
];

export const TROUSER_DETAILS: readonly Detail[] = [
  detail("Pleated", "a pair of forward pleats"),
  detail("Tapered", "legs that narrow towards the hem"),
];

export const DENIM_DETAILS: readonly Detail[] = [
  detail("Distressed", "light abrasion at the knees"),
  detail("High-Rise", "a high rise"),
  detail("Raw-Hem", "raw hems"),
];

export const DRESS_DETAILS: readonly Detail[] = [
  detail("Shirred", "a shirred back that adapts to the body"),
  detail("Open-Back", "a small opening at the back"),
  detail("Pintucked", "fine pintucks at the waist"),
];

export const SHOE_DETAILS: readonly Detail[] = [
  detail("Logo-Embossed", "a small embossed logo"),
  detail("Cushioned", "cushioned insoles"),
  detail("Suede-Trimmed", "suede trims", { on: ["leather", "canvas", "mesh", "nylon"] }),
];

export const FORMAL_SHOE_DETAILS: readonly Detail[] = [
  detail("Burnished", "a hand-burnished finish", { on: ["leather", "grained"] }),
  detail("Cushioned", "cushioned insoles"),
  detail("Goodyear-Welted", "Goodyear-welted soles that can be replaced", { on: ["leather", "grained", "suede"] }),
];

export const HEEL_DETAILS: readonly Detail[] = [
  detail("Cushioned", "padded insoles"),
  detail("Slim-Heel", "a heel that is slimmer than it feels"),
  detail("Pointed-Toe", "a pointed toe"),
];

export const BAG_DETAILS: readonly Detail[] = [
  detail("Quilted", "diamond quilting", { texture: "quilted", on: ["nappa", "leather", "nylon"] }),
  detail("Small", "a compact shape for what is needed in a day"),
  detail("Logo-Debossed", "a discreet debossed logo", { on: ["leather", "grained", "pebbled", "nappa"] }),
  detail("Leather-Trimmed", "leather trims", { on: ["canvas", "nylon", "raffia"] }),
];

export const SMALL_LEATHER_DETAILS: readonly Detail[] = [
  detail("Logo-Debossed", "a discreet debossed logo"),
  detail("Contrast-Stitched", "contrast saddle stitching"),
];

export const JEWELLERY_DETAILS: readonly Detail[] = [
  detail("Hammered", "a hand-hammered surface"),
  detail("Brushed", "a softly brushed finish"),
  detail("Polished", "a mirror polish"),
];

export const STONE_DETAILS: readonly Detail[] = [
  detail("Pearl", "a freshwater pearl", { after: true }),
  detail("Onyx", "a polished onyx", { after: true }),
  detail("Diamond", "responsibly sourced diamonds", { after: true, on: ["solid_gold"] }),
  detail("Crystal", "clear crystals", { after: true, on: ["gold_plated", "sterling"] }),
];

export const NO_DETAILS: readonly Detail[] = [];
