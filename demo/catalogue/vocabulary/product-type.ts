import type { Silhouette } from "../../pictures/silhouette.js";
import type { Weighted } from "../../random.js";
import type { MaterialKey, Texture } from "./materials.js";
import type { Department, SizeRun } from "./sizes.js";
import type { Pattern } from "./styles.js";

/** Product lines that designers specialise in, each with several product types. */
export type Line =
  | "jersey" | "sweats" | "shirts" | "knitwear" | "outerwear" | "tailoring" | "denim" | "trousers" | "shorts" | "dresses"
  | "skirts" | "swim" | "sneakers" | "shoes" | "boots" | "heels" | "flats" | "bags" | "leather_goods" | "accessories" | "hats"
  | "eyewear" | "watches" | "jewellery"; // prettier-ignore

export type Fit = "Slim" | "Regular" | "Relaxed" | "Oversized" | "Tailored" | "Cropped";

/** Trait of a product: a word for the title and a phrase for the description. */
export interface Detail {
  readonly word: string;
  readonly text: string;
  /** Texture that replaces the texture of the material in pictures. */
  readonly texture?: Texture;
  /** Whether the word for the trait follows the material in titles: "Sterling Silver Pearl Ring". */
  readonly after?: boolean;
  /** Materials for which the trait is used; all materials if omitted. */
  readonly on?: readonly MaterialKey[];
}

export interface ProductType {
  readonly silhouette: Silhouette;
  /** Title words before the material: "Double-Breasted" in "Double-Breasted Wool Coat". */
  readonly lead?: string;
  /** Noun in product titles, such as "Polo Shirt". */
  readonly noun: string;
  /** Full category path of the product type, down to the deepest level. */
  readonly category: string;
  readonly line: Line;
  /** Relative frequency of the product type in each department. Departments without an entry do not sell the type. */
  readonly popularity: Readonly<Partial<Record<Department, number>>>;
  /** Mid-market price in EUR for a material of grade 1. */
  readonly price: number;
  readonly sizes: SizeRun;
  readonly materials: Weighted<MaterialKey>;
  /** Possible patterns of the product type, in addition to plain. */
  readonly patterns?: readonly Pattern[];
  readonly fits?: Weighted<Fit>;
  readonly details: readonly Detail[];
  /** Phrases that apply to every product of the type: "a ribbed collar". */
  readonly features: readonly string[];
  /** `warm` and `light` types are mostly released in the matching season. */
  readonly wear: "warm" | "light" | "always";
  /** Whether products have a model name ("Alba Leather Tote"). */
  readonly named?: boolean;
  readonly closure?: string;
  /**
   * Typical heel height in mm and bag size in cm. The measures of individual products vary slightly from these values.
   */
  readonly heel?: number;
  readonly size_cm?: readonly [width: number, height: number, depth: number];
  /** Whether the name of the product type is plural, so that product descriptions use "they" instead of "it". */
  readonly plural?: boolean;
}
