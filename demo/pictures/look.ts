import type { Texture } from "../catalogue/vocabulary/materials.js";
import type { Pattern } from "../catalogue/vocabulary/styles.js";

/** The properties of a product that its picture shows, besides its shape. */
export interface Look {
  /** Colour of the product, `#rrggbb`. */
  readonly hex: string;
  readonly texture: Texture;
  readonly pattern: Pattern;
  /** Whether stripes lie across it. */
  readonly across: boolean;
  readonly view: 1 | 2;
  /** Colour of a stone that is set in it; its own colour unless given. */
  readonly stone?: string;
  /** Names the picture to those who cannot see it. */
  readonly label: string;
  /** Lets folds fall differently: any whole number. */
  readonly chance: number;
}
