import type { Weighted } from "../../random.js";

/** Values of the colour facet. */
export type ColorFamily =
  | "Black" | "Grey" | "White" | "Beige" | "Brown" | "Navy" | "Blue" | "Green" | "Yellow" | "Orange" | "Red" | "Burgundy"
  | "Pink" | "Purple" | "Gold" | "Silver"; // prettier-ignore

export interface Color {
  /** Colour name on the product page, such as "Midnight navy". */
  readonly name: string;
  readonly family: ColorFamily;
  /** Colour in the picture, `#rrggbb`. */
  readonly hex: string;
}

const color = (name: string, family: ColorFamily, hex: string): Color => ({ name, family, hex });

export const COLORS = {
  black: color("Black", "Black", "#29292c"),
  anthracite: color("Anthracite", "Grey", "#43454a"),
  charcoal: color("Charcoal", "Grey", "#55585d"),
  grey: color("Grey mélange", "Grey", "#9a9c9f"),
  stone_grey: color("Stone grey", "Grey", "#b9b6b0"),
  white: color("White", "White", "#f3f2ef"),
  off_white: color("Off-white", "White", "#f1ece1"),
  ecru: color("Ecru", "Beige", "#e8dfcc"),
  cream: color("Cream", "Beige", "#ece3d0"),
  sand: color("Sand", "Beige", "#d5c3a3"),
  oatmeal: color("Oatmeal", "Beige", "#d3c8b6"),
  camel: color("Camel", "Brown", "#b98a56"),
  tan: color("Tan", "Brown", "#a86d3c"),
  cognac: color("Cognac", "Brown", "#8f4f25"),
  chocolate: color("Chocolate", "Brown", "#4d3327"),
  dark_brown: color("Dark brown", "Brown", "#3e2c24"),
  taupe: color("Taupe", "Brown", "#8d7f72"),
  navy: color("Navy", "Navy", "#232f4b"),
  midnight: color("Midnight navy", "Navy", "#1b2338"),
  blue: color("Blue", "Blue", "#38609c"),
  cobalt: color("Cobalt", "Blue", "#2448a6"),
  sky: color("Sky blue", "Blue", "#a9c5de"),
  petrol: color("Petrol blue", "Blue", "#245063"),
  slate_blue: color("Slate blue", "Blue", "#647a93"),
  indigo: color("Raw indigo", "Blue", "#2a3450"),
  mid_wash: color("Mid wash", "Blue", "#55739a"),
  light_wash: color("Light wash", "Blue", "#93adc7"),
  olive: color("Olive", "Green", "#666443"),
  khaki: color("Khaki", "Green", "#87805b"),
  forest: color("Forest green", "Green", "#27463a"),
  sage: color("Sage", "Green", "#a3ae97"),
  emerald: color("Emerald", "Green", "#176b50"),
  mint: color("Mint", "Green", "#b9d8c8"),
  mustard: color("Mustard", "Yellow", "#c7962f"),
  butter: color("Butter yellow", "Yellow", "#f0dd9a"),
  lemon: color("Lemon", "Yellow", "#ecd659"),
  rust: color("Rust", "Orange", "#a9512b"),
  tangerine: color("Tangerine", "Orange", "#df7637"),
  apricot: color("Apricot", "Orange", "#edb48a"),
  red: color("Red", "Red", "#b3272d"),
  tomato: color("Tomato red", "Red", "#cd4230"),
  burgundy: color("Burgundy", "Burgundy", "#5f1d2c"),
  oxblood: color("Oxblood", "Burgundy", "#4c1c20"),
  blush: color("Blush", "Pink", "#ebcbc4"),
  rose: color("Dusty rose", "Pink", "#c68d8c"),
  fuchsia: color("Fuchsia", "Pink", "#bf2f74"),
  lilac: color("Lilac", "Purple", "#bfb0d3"),
  plum: color("Plum", "Purple", "#54304e"),
  natural: color("Natural", "Beige", "#d9bd8b"),
  gold: color("Gold", "Gold", "#d2a648"),
  rose_gold: color("Rose gold", "Gold", "#d59d83"),
  silver: color("Silver", "Silver", "#bfc3c8"),
  tortoiseshell: color("Tortoiseshell", "Brown", "#6b4020"),
  crystal: color("Crystal grey", "Grey", "#a9adaf"),
} as const satisfies Record<string, Color>;

export type ColorKey = keyof typeof COLORS;

/**
 * Group of materials with the same typical colours. `cloth` can have any colour, so the colours depend on the
 * designer's style.
 */
export type Dye = "cloth" | "leather" | "suede" | "denim" | "straw" | "metal" | "acetate" | "shearling" | "suiting";

export const DYES: Readonly<Record<Exclude<Dye, "cloth">, Weighted<ColorKey>>> = {
  leather: [
    ["black", 12], ["dark_brown", 5], ["tan", 5], ["cognac", 4], ["chocolate", 3], ["burgundy", 3], ["navy", 2],
    ["cream", 3], ["white", 2], ["forest", 1.5], ["taupe", 2], ["red", 1], ["blush", 1], ["sky", 0.5], ["oxblood", 1],
  ],
  suede: [
    ["tan", 5], ["chocolate", 5], ["taupe", 4], ["sand", 4], ["black", 4], ["navy", 3], ["olive", 2], ["charcoal", 2],
    ["cognac", 3], ["burgundy", 1.5], ["forest", 1], ["rust", 1],
  ],
  denim: [["indigo", 6], ["mid_wash", 7], ["light_wash", 4], ["black", 5], ["ecru", 2], ["charcoal", 2], ["white", 1.5]],
  straw: [["natural", 8], ["tan", 3], ["black", 2], ["off_white", 2], ["khaki", 0.7]],
  metal: [["gold", 6], ["silver", 5], ["rose_gold", 2]],
  acetate: [["black", 6], ["tortoiseshell", 7], ["crystal", 2], ["dark_brown", 2], ["navy", 1], ["olive", 1], ["cream", 1]],
  shearling: [["camel", 3], ["chocolate", 4], ["black", 4], ["cream", 3], ["tan", 2], ["taupe", 1]],
  suiting: [
    ["navy", 7], ["charcoal", 6], ["black", 5], ["midnight", 3], ["grey", 4], ["chocolate", 2], ["camel", 2],
    ["olive", 1.5], ["stone_grey", 2], ["cream", 1], ["burgundy", 1],
  ],
}; // prettier-ignore
