import { JEWELLERY_DETAILS, KNIT_DETAILS, STONE_DETAILS } from "./details.js";
import type { ProductType } from "./product-type.js";

const ACCESSORY = { line: "accessories", sizes: "one", details: [] } as const;
const HAT = { line: "hats", sizes: "hat", details: [], named: true } as const;
const EYEWEAR = {
  line: "eyewear",
  sizes: "one",
  wear: "always",
  price: 205,
  materials: [["acetate", 1]],
  plural: true,
  named: true,
  details: [],
} as const satisfies Partial<ProductType>;
const WATCH = {
  line: "watches",
  sizes: "one",
  wear: "always",
  materials: [["steel", 1]],
  details: [],
  named: true,
  closure: "Buckle",
} as const satisfies Partial<ProductType>;
const JEWELLERY = {
  line: "jewellery",
  sizes: "one",
  wear: "always",
  details: JEWELLERY_DETAILS,
  named: true,
  materials: [
    ["gold_plated", 3],
    ["vermeil", 4],
    ["sterling", 7],
    ["solid_gold", 3],
  ],
} as const satisfies Partial<ProductType>;
const KNITTED = [
  ["merino", 4],
  ["cashmere", 4],
  ["lambswool", 3],
  ["acrylic_blend", 3],
] as const;

export const ACCESSORIES: readonly ProductType[] = [
  { ...ACCESSORY, silhouette: "beanie", noun: "Beanie", category: "Accessories: Hats: Beanies", popularity: { Women: 3, Men: 4 }, price: 72, wear: "warm",
    materials: [...KNITTED, ["mohair", 1]], details: KNIT_DETAILS.slice(0, 2), features: ["a deep turn-up", "a close rib"] },
  { ...ACCESSORY, silhouette: "cap", noun: "Baseball Cap", category: "Accessories: Hats: Caps", popularity: { Women: 1.5, Men: 4 }, price: 62, wear: "always",
    materials: [["twill", 6], ["corduroy", 2], ["nylon", 2], ["linen", 1], ["suede", 0.4]], details: [{ word: "Logo-Embroidered", text: "a small embroidered logo" }], features: ["six stitched panels", "an adjustable back strap"] },
  { ...ACCESSORY, silhouette: "scarf", noun: "Scarf", category: "Accessories: Scarves: Wool Scarves", popularity: { Women: 5, Men: 4 }, price: 138, wear: "warm",
    materials: [["merino", 3], ["cashmere", 5], ["lambswool", 4], ["alpaca", 2], ["mohair", 1.5], ["acrylic_blend", 2]], patterns: ["Checked", "Striped", "Herringbone", "Houndstooth"],
    features: ["fringed ends", "a generous length"] },
  { ...ACCESSORY, silhouette: "silk-scarf", noun: "Scarf", category: "Accessories: Scarves: Silk Scarves", popularity: { Women: 3.5 }, price: 152, wear: "always",
    materials: [["silk_twill", 1]], patterns: ["Floral", "Polka dot", "Striped"], features: ["hand-rolled edges", "a 70 cm square"] },
  { ...ACCESSORY, silhouette: "gloves", noun: "Gloves", category: "Accessories: Gloves", popularity: { Women: 2.5, Men: 2.5 }, price: 124, wear: "warm", sizes: "gloves", plural: true,
    materials: [["nappa", 4], ["leather", 4], ["suede", 3]], details: [{ word: "Cashmere-Lined", text: "a cashmere lining" }], features: ["fine hand stitching", "fingertips that work on a touchscreen"] },
  { ...ACCESSORY, silhouette: "tie", noun: "Tie", category: "Accessories: Ties", popularity: { Men: 4 }, price: 108, wear: "always",
    materials: [["silk_twill", 5], ["wool_knit", 1.5], ["linen", 1]], patterns: ["Striped", "Polka dot", "Checked", "Floral"], features: ["an 8 cm blade", "a hand-sewn slip stitch"] },
  { ...ACCESSORY, silhouette: "socks", noun: "Socks", category: "Accessories: Socks", popularity: { Women: 2, Men: 4 }, price: 24, wear: "always", sizes: "socks", plural: true,
    materials: [["cotton_knit", 5], ["merino", 3], ["cashmere", 1]], patterns: ["Striped", "Argyle"], details: [{ word: "Ribbed", text: "a rib that stays up", texture: "knit" }], features: ["a reinforced heel", "a hand-linked toe"] },
  { ...HAT, silhouette: "bucket-hat", noun: "Bucket Hat", category: "Accessories: Hats: Bucket Hats", popularity: { Women: 2, Men: 2 }, price: 88, wear: "light",
    materials: [["twill", 4], ["linen", 2], ["nylon", 2], ["canvas", 2]], patterns: ["Checked", "Gingham", "Striped"], features: ["a stitched brim", "ventilation eyelets"] },
  { ...HAT, silhouette: "fedora", noun: "Fedora", category: "Accessories: Hats: Fedoras", popularity: { Women: 2.5, Men: 2.5 }, price: 142, wear: "warm",
    materials: [["hat_felt", 1]], features: ["a grosgrain band", "a pinched crown"] },
  { ...HAT, silhouette: "sun-hat", noun: "Sun Hat", category: "Accessories: Hats: Straw Hats", popularity: { Women: 3.5, Men: 1.5 }, price: 118, wear: "light",
    materials: [["raffia", 1]], features: ["a wide brim", "a grosgrain band"] },
  { ...EYEWEAR, silhouette: "square-sunglasses", lead: "Square-Frame", noun: "Sunglasses", category: "Accessories: Sunglasses", popularity: { Women: 4, Men: 5 }, features: ["lenses with full UV protection", "five-barrel hinges"] },
  { ...EYEWEAR, silhouette: "round-sunglasses", lead: "Round-Frame", noun: "Sunglasses", category: "Accessories: Sunglasses", popularity: { Women: 3, Men: 4 }, features: ["lenses with full UV protection", "a keyhole bridge"] },
  { ...EYEWEAR, silhouette: "cat-eye-sunglasses", lead: "Cat-Eye", noun: "Sunglasses", category: "Accessories: Sunglasses", popularity: { Women: 4 }, features: ["lenses with full UV protection", "upswept corners"] },
  { ...WATCH, silhouette: "dress-watch", noun: "Watch", category: "Accessories: Watches: Dress Watches", popularity: { Women: 4, Men: 4 }, price: 390,
    features: ["a slim 36 mm case", "a calf-leather strap"] },
  { ...WATCH, silhouette: "sports-watch", noun: "Bracelet Watch", category: "Accessories: Watches: Sports Watches", popularity: { Women: 2, Men: 4 }, price: 470,
    features: ["a 40 mm case water-resistant to 100 m", "a solid link bracelet"], closure: "Folding clasp" },
  { ...JEWELLERY, silhouette: "pendant-necklace", noun: "Pendant Necklace", category: "Jewellery: Necklaces: Pendants", popularity: { Women: 5, Men: 1.5 }, price: 205, details: [...STONE_DETAILS, ...JEWELLERY_DETAILS.slice(0, 1)],
    features: ["a fine cable chain", "an extender for two lengths"], closure: "Lobster clasp" },
  { ...JEWELLERY, silhouette: "chain-necklace", noun: "Chain Necklace", category: "Jewellery: Necklaces: Chains", popularity: { Women: 4, Men: 3 }, price: 245, details: JEWELLERY_DETAILS.slice(2),
    features: ["solid curb links", "a length of 45 cm"], closure: "Lobster clasp" },
  { ...JEWELLERY, silhouette: "hoop-earrings", noun: "Hoop Earrings", category: "Jewellery: Earrings: Hoops", popularity: { Women: 7 }, price: 155, plural: true, features: ["a hinged fastening", "a light, hollow tube"], closure: "Hinged" },
  { ...JEWELLERY, silhouette: "stud-earrings", noun: "Stud Earrings", category: "Jewellery: Earrings: Studs", popularity: { Women: 4 }, price: 120, plural: true, details: STONE_DETAILS, features: ["butterfly backs"], closure: "Butterfly back" },
  { ...JEWELLERY, silhouette: "drop-earrings", noun: "Drop Earrings", category: "Jewellery: Earrings: Drops", popularity: { Women: 4 }, price: 185, plural: true, details: STONE_DETAILS, features: ["an easy swing"], closure: "Hook" },
  { ...JEWELLERY, silhouette: "band-ring", noun: "Ring", category: "Jewellery: Rings", popularity: { Women: 4, Men: 2.5 }, price: 165, sizes: "ring", features: ["a comfortable rounded inside"] },
  { ...JEWELLERY, silhouette: "signet-ring", noun: "Signet Ring", category: "Jewellery: Rings", popularity: { Women: 2, Men: 3 }, price: 215, sizes: "ring", details: JEWELLERY_DETAILS.slice(2), features: ["a face that can be engraved"] },
  { ...JEWELLERY, silhouette: "stone-ring", noun: "Ring", category: "Jewellery: Rings", popularity: { Women: 4 }, price: 225, sizes: "ring", details: STONE_DETAILS, features: ["a low setting for every day"] },
  { ...JEWELLERY, silhouette: "chain-bracelet", noun: "Chain Bracelet", category: "Jewellery: Bracelets", popularity: { Women: 4, Men: 3 }, price: 175, details: JEWELLERY_DETAILS.slice(2), features: ["an adjustable length"], closure: "Lobster clasp" },
  { ...JEWELLERY, silhouette: "bangle", noun: "Bangle", category: "Jewellery: Bracelets", popularity: { Women: 3.5 }, price: 190, features: ["an oval shape that sits flat"] },
  { ...JEWELLERY, silhouette: "cufflinks", noun: "Cufflinks", category: "Jewellery: Cufflinks", popularity: { Men: 5 }, price: 135, plural: true, details: JEWELLERY_DETAILS.slice(2), features: ["a swivel back"] },
]; // prettier-ignore
