import { ACCESSORIES } from "./accessories.js";
import { BAGS } from "./bags.js";
import { BOTTOMS } from "./bottoms.js";
import { OUTERWEAR } from "./outerwear.js";
import type { ProductType } from "./product-type.js";
import { SHOES } from "./shoes.js";
import { TOPS } from "./tops.js";

/** All product types of the shop, one per silhouette. */
export const PRODUCT_TYPES: readonly ProductType[] = [
  ...TOPS,
  ...OUTERWEAR,
  ...BOTTOMS,
  ...SHOES,
  ...BAGS,
  ...ACCESSORIES,
];
