import type { Silhouette } from "../../pictures/silhouette.js";
import type { Weighted } from "../../random.js";
import type { MaterialKey, Texture } from "./materials.js";
import type { Department, SizeRun } from "./sizes.js";
import type { Pattern } from "./styles.js";

/** The lines that a designer may specialise in; several product types each. */
export type Line =
  | "jersey" | "sweats" | "shirts" | "knitwear" | "outerwear" | "tailoring" | "denim" | "trousers" | "shorts" | "dresses"
  | "skirts" | "swim" | "sneakers" | "shoes" | "boots" | "heels" | "flats" | "bags" | "leather_goods" | "accessories" | "hats"
  | "eyewear" | "watches" | "jewellery"; // prettier-ignore

export type Fit = "Slim" | "Regular" | "Relaxed" | "Oversized" | "Tailored" | "Cropped";

/** A trait a product may have: a word in its title and a phrase in its description. */
export interface Detail {
  readonly word: string;
  readonly text: string;
  /** The texture that the trait gives to the material's look. */
  readonly texture?: Texture;
  /** True when a title names it after the material: "Sterling Silver Pearl Ring". */
  readonly after?: boolean;
  /** The only materials it goes with; all when absent. */
  readonly on?: readonly MaterialKey[];
}

export interface ProductType {
  readonly silhouette: Silhouette;
  /** The words of a title before the material: "Double-Breasted" of "Double-Breasted Wool Coat". */
  readonly lead?: string;
  /** As in a title: "Polo Shirt". */
  readonly noun: string;
  /** Full path of the deepest category level. */
  readonly category: string;
  readonly line: Line;
  /** How often it is made, by department; a department that is absent does not sell it. */
  readonly popularity: Readonly<Partial<Record<Department, number>>>;
  /** Price in EUR at the middle of the market, in a material of grade 1. */
  readonly price: number;
  readonly sizes: SizeRun;
  readonly materials: Weighted<MaterialKey>;
  /** Patterns it may have beside plain. */
  readonly patterns?: readonly Pattern[];
  readonly fits?: Weighted<Fit>;
  readonly details: readonly Detail[];
  /** Phrases that hold for every product of the type: "a ribbed collar". */
  readonly features: readonly string[];
  /** `warm` and `light` types come with the season that needs them. */
  readonly wear: "warm" | "light" | "always";
  /** Whether its products carry a name of their own ("Alba Leather Tote"). */
  readonly named?: boolean;
  readonly closure?: string;
  /** Heel height in mm or bag size in cm, exact for the type; a product varies it a little. */
  readonly heel?: number;
  readonly size_cm?: readonly [width: number, height: number, depth: number];
  /** A pair: the sentence says "they", not "it". */
  readonly plural?: boolean;
}
