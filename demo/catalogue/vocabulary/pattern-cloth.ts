import type { Texture } from "./materials.js";
import type { Pattern } from "./styles.js";

const WOVEN: readonly Texture[] = ["smooth", "oxford", "linen", "nylon", "canvas", "satin"];
const SUITING: readonly Texture[] = ["twill", "felt", "knit", "fine_knit"];

/** Textures that each pattern suits. There is no argyle on denim and no print on leather. */
export const PATTERN_CLOTH: Readonly<Record<Exclude<Pattern, "Plain">, readonly Texture[]>> = {
  Striped: ["jersey", "pique", "fine_knit", "knit", ...WOVEN],
  Pinstriped: ["twill", "felt", "smooth"],
  Checked: [...WOVEN, ...SUITING],
  Gingham: ["smooth", "oxford", "linen", "nylon", "canvas"],
  Floral: ["smooth", "satin", "linen", "nylon"],
  "Polka dot": ["smooth", "satin", "linen"],
  Houndstooth: SUITING,
  Herringbone: SUITING,
  Argyle: ["fine_knit", "knit"],
};
