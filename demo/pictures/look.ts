import type { Texture } from "../catalogue/vocabulary/materials.js";
import type { Pattern } from "../catalogue/vocabulary/styles.js";

/** Visible properties of a product, besides its shape. */
export interface Look {
  /** Colour of the product, `#rrggbb`. */
  readonly hex: string;
  readonly texture: Texture;
  readonly pattern: Pattern;
  /** Whether stripes run horizontally. */
  readonly across: boolean;
  readonly view: 1 | 2;
  /** Colour of a gemstone in the product; defaults to the product's colour. */
  readonly stone?: string;
  /** Accessible name of the picture. */
  readonly label: string;
  /** Integer seed that varies the folds. */
  readonly chance: number;
}
