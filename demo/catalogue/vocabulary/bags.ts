import { BAG_DETAILS, SMALL_LEATHER_DETAILS } from "./details.js";
import type { ProductType } from "./product-type.js";

const BAG = { line: "bags", sizes: "one", wear: "always", details: BAG_DETAILS, named: true } as const;
const SMALL = { line: "leather_goods", sizes: "one", wear: "always", details: SMALL_LEATHER_DETAILS } as const;

export const BAGS: readonly ProductType[] = [
  { ...BAG, silhouette: "tote", noun: "Tote", category: "Bags: Tote Bags", popularity: { Women: 7, Men: 3 }, price: 390,
    materials: [["leather", 4], ["grained", 3], ["pebbled", 3], ["canvas", 4], ["suede", 2], ["nylon", 1.5]], features: ["a roomy inside with a zipped pocket", "handles that fit over the shoulder"], size_cm: [38, 30, 14] },
  { ...BAG, silhouette: "shoulder-bag", noun: "Shoulder Bag", category: "Bags: Shoulder Bags", popularity: { Women: 8 }, price: 440,
    materials: [["leather", 5], ["nappa", 4], ["suede", 3], ["patent", 1]], features: ["a curved flap", "a strap that sits under the arm"], closure: "Magnet", size_cm: [27, 16, 7] },
  { ...BAG, silhouette: "cross-body-bag", noun: "Cross-Body Bag", category: "Bags: Cross-Body Bags", popularity: { Women: 6, Men: 3 }, price: 330,
    materials: [["leather", 4], ["pebbled", 4], ["grained", 2], ["suede", 2], ["nylon", 1.5]], features: ["an adjustable strap", "a front flap"], closure: "Magnet", size_cm: [23, 17, 7] },
  { ...BAG, silhouette: "bucket-bag", noun: "Bucket Bag", category: "Bags: Bucket Bags", popularity: { Women: 3.5 }, price: 400,
    materials: [["leather", 4], ["pebbled", 3], ["suede", 3], ["raffia", 1]], features: ["a drawstring top", "a flat base"], closure: "Drawstring", size_cm: [24, 27, 16] },
  { ...BAG, silhouette: "top-handle-bag", noun: "Top-Handle Bag", category: "Bags: Top-Handle Bags", popularity: { Women: 4 }, price: 560,
    materials: [["leather", 5], ["grained", 3], ["nappa", 2], ["patent", 1]], features: ["a structured body", "a turn lock"], closure: "Turn lock", size_cm: [26, 20, 11] },
  { ...BAG, silhouette: "clutch", noun: "Clutch", category: "Bags: Clutches", popularity: { Women: 3.5 }, price: 290,
    materials: [["leather", 3], ["nappa", 3], ["silk_satin", 2], ["velvet", 1], ["patent", 1], ["raffia", 1]], details: BAG_DETAILS.slice(0, 1), features: ["an envelope flap", "a wrist strap that can be taken off"], closure: "Snap", size_cm: [28, 17, 4] },
  { ...BAG, silhouette: "basket-bag", noun: "Basket Bag", category: "Bags: Basket Bags", popularity: { Women: 2.5 }, price: 210, wear: "light",
    materials: [["raffia", 1]], details: BAG_DETAILS.slice(3), features: ["rolled handles", "a hand-woven body"], size_cm: [34, 26, 16] },
  { ...BAG, silhouette: "backpack", noun: "Backpack", category: "Bags: Backpacks", popularity: { Women: 2, Men: 5 }, price: 310,
    materials: [["nylon", 5], ["canvas", 4], ["leather", 2], ["pebbled", 2]], details: BAG_DETAILS.slice(3), features: ["padded straps", "a sleeve for a 15-inch laptop"], closure: "Zip", size_cm: [30, 43, 15] },
  { ...BAG, silhouette: "briefcase", noun: "Briefcase", category: "Bags: Briefcases", popularity: { Men: 4 }, price: 480,
    materials: [["leather", 4], ["grained", 5], ["pebbled", 2]], details: BAG_DETAILS.slice(2, 3), features: ["a double-zipped main compartment", "a detachable strap"], closure: "Zip", size_cm: [39, 29, 8] },
  { ...BAG, silhouette: "weekender", noun: "Weekend Bag", category: "Bags: Weekend Bags", popularity: { Women: 1, Men: 4 }, price: 580,
    materials: [["canvas", 4], ["leather", 3], ["suede", 2], ["grained", 2], ["nylon", 2]], details: BAG_DETAILS.slice(3), features: ["room for three days", "metal feet"], closure: "Zip", size_cm: [52, 30, 24] },
  { ...BAG, silhouette: "belt-bag", noun: "Belt Bag", category: "Bags: Belt Bags", popularity: { Women: 1.5, Men: 2.5 }, price: 190,
    materials: [["nylon", 5], ["leather", 3], ["pebbled", 2]], details: BAG_DETAILS.slice(0, 1), features: ["a clip buckle", "a pocket at the back"], closure: "Zip", size_cm: [28, 14, 7] },
  { ...SMALL, silhouette: "wallet", noun: "Wallet", category: "Accessories: Wallets: Billfolds", popularity: { Women: 3, Men: 5 }, price: 175,
    materials: [["leather", 5], ["grained", 3], ["pebbled", 3]], features: ["eight card slots", "two compartments for notes"], closure: "Fold", size_cm: [11, 9, 2] },
  { ...SMALL, silhouette: "cardholder", noun: "Cardholder", category: "Accessories: Wallets: Cardholders", popularity: { Women: 3, Men: 5 }, price: 115,
    materials: [["leather", 5], ["grained", 3], ["pebbled", 3], ["patent", 1]], features: ["four card slots", "a pocket in the middle"], size_cm: [10, 8, 1] },
  { ...SMALL, silhouette: "belt", noun: "Belt", category: "Accessories: Belts", popularity: { Women: 3, Men: 5 }, price: 128, sizes: "belt",
    materials: [["leather", 6], ["grained", 2], ["suede", 3]], features: ["a metal pin buckle", "bevelled edges"], closure: "Pin buckle" },
  { ...SMALL, silhouette: "washbag", noun: "Wash Bag", category: "Bags: Wash Bags", popularity: { Women: 1, Men: 2.5 }, price: 160,
    materials: [["leather", 3], ["pebbled", 3], ["grained", 3]], features: ["a wipeable lining", "a side handle"], closure: "Zip", size_cm: [25, 14, 11] },
]; // prettier-ignore
