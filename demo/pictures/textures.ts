import type { Texture } from "../catalogue/vocabulary/materials.js";

/** Texture drawn over a flat colour. */
export interface Surface {
  /** Repeated pattern of strokes that shows the weave of the cloth; omitted for smooth materials. */
  readonly tile?: Tile;
  /** Strength of folds and bulges, for example higher for satin than for felt. */
  readonly gloss: number;
  /** Frequency and strength of the uneven surface, created by SVG turbulence. */
  readonly grain?: { readonly frequency: string; readonly strength: number };
}

export interface Tile {
  readonly width: number;
  readonly height: number;
  /** Strokes and dots; `{d}` and `{l}` are placeholders for the shade and shine colours. */
  readonly content: string;
  readonly transform?: string;
}

const shade = (path: string, width: number, opacity: number) =>
  `<path d="${path}" stroke="{d}" stroke-width="${width}" stroke-opacity="${opacity}" fill="none"/>`;
const shine = (path: string, width: number, opacity: number) =>
  `<path d="${path}" stroke="{l}" stroke-width="${width}" stroke-opacity="${opacity}" fill="none"/>`;

export const SURFACES: Readonly<Record<Texture, Surface>> = {
  smooth: { gloss: 0.9 },
  jersey: { gloss: 0.85, grain: { frequency: "0.7 0.5", strength: 0.1 } },
  pique: {
    gloss: 0.8,
    tile: { width: 5, height: 5, content: `<circle cx="1.4" cy="1.4" r="1" fill="{d}" fill-opacity=".2"/><circle cx="3.9" cy="3.9" r="1" fill="{l}" fill-opacity=".22"/>` },
  },
  oxford: { gloss: 0.8, tile: { width: 4, height: 4, content: shine("M0 1H4", 1, 0.3) + shade("M1 0V4", 1, 0.14) } },
  twill: {
    gloss: 0.9,
    tile: { width: 4, height: 4, content: shade("M0 0H4", 1.1, 0.16) + shine("M0 2H4", 0.9, 0.14), transform: "rotate(-58)" },
  },
  linen: {
    gloss: 0.95,
    tile: { width: 9, height: 9, content: shade("M0 2H9M3 0V9", 0.7, 0.16) + shine("M0 6H9M7 0V9", 0.8, 0.3) },
    grain: { frequency: "0.03 0.5", strength: 0.16 },
  },
  satin: { gloss: 1.7 },
  corduroy: { gloss: 0.9, tile: { width: 9, height: 9, content: shade("M1.5 0V9", 3, 0.32) + shine("M6 0V9", 3, 0.24) } },
  denim: {
    gloss: 0.85,
    tile: { width: 3.4, height: 3.4, content: shine("M0 .8H3.4", 1, 0.24) + shade("M0 2.5H3.4", 1, 0.14), transform: "rotate(58)" },
    grain: { frequency: "0.9 0.25", strength: 0.2 },
  },
  felt: { gloss: 0.7, grain: { frequency: "0.55", strength: 0.22 } },
  tweed: {
    gloss: 0.7,
    tile: { width: 14, height: 14, content: shade("M0 3L7 10M7 3L14 10", 1.6, 0.3) + shine("M2 12L6 8M9 12L13 8", 1.6, 0.5) },
    grain: { frequency: "0.45", strength: 0.34 },
  },
  fine_knit: { gloss: 0.8, tile: { width: 6, height: 6, content: shade("M1 0V6M4 0V6", 0.9, 0.15) + shine("M2.5 0V6", 0.9, 0.16) } },
  knit: {
    gloss: 0.8,
    tile: { width: 11, height: 9, content: shade("M.5 0L5.5 5.6L10.5 0M.5 9L5.5 14.6L10.5 9", 1.3, 0.26) + shine("M.5 3.6L5.5 9.2L10.5 3.6", 1.5, 0.26) },
  },
  cable: {
    gloss: 0.85,
    tile: {
      width: 54,
      height: 48,
      content:
        shade("M4 0V48M50 0V48", 2.4, 0.3) +
        shade("M12 0C12 16 42 16 42 34C42 42 40 46 38 48M42 0C42 10 36 14 30 18M12 48C12 38 18 32 24 29", 2.6, 0.36) +
        shine("M16 0C16 13 46 13 46 34M36 0C36 6 32 10 27 13M8 48C8 36 14 28 20 25", 4, 0.22),
    },
  },
  mohair: { gloss: 0.75, tile: { width: 12, height: 10, content: shade("M1 0L6 6L11 0", 1, 0.14) }, grain: { frequency: "0.2 0.34", strength: 0.5 } },
  nylon: { gloss: 1.35 },
  leather: { gloss: 1.3, grain: { frequency: "0.5", strength: 0.16 } },
  patent: { gloss: 2.1 },
  suede: { gloss: 0.7, grain: { frequency: "0.16", strength: 0.26 } },
  shearling: { gloss: 0.7, grain: { frequency: "0.14", strength: 0.55 } },
  canvas: { gloss: 0.75, tile: { width: 5, height: 5, content: shade("M0 1H5M1 0V5", 1.1, 0.17) + shine("M0 3.5H5M3.5 0V5", 1, 0.17) } },
  straw: {
    gloss: 0.8,
    tile: { width: 16, height: 16, content: shade("M0 1H8M8 9H16M1 8V16M9 0V8", 1.5, 0.42) + shade("M0 4H8M8 12H16M4 8V16M12 0V8", 1, 0.25) + shine("M0 2.5H8M8 10.5H16M2.5 8V16M10.5 0V8", 1.3, 0.45) },
  },
  mesh: { gloss: 0.85, tile: { width: 7, height: 8, content: `<circle cx="2" cy="2" r="1.3" fill="{d}" fill-opacity=".36"/><circle cx="5.5" cy="6" r="1.3" fill="{d}" fill-opacity=".36"/>` } },
  velvet: { gloss: 1.25, grain: { frequency: "0.4", strength: 0.14 } },
  quilted: {
    gloss: 1.25,
    tile: { width: 44, height: 44, content: shade("M0 0L44 44M44 0L0 44", 2.6, 0.5) + shine("M3 0L44 41M41 0L0 41", 1.8, 0.35) },
  },
  lace: {
    gloss: 0.7,
    tile: { width: 26, height: 26, content: `<g fill="{d}" fill-opacity=".26"><circle cx="13" cy="13" r="3"/><ellipse cx="13" cy="6" rx="2" ry="3"/><ellipse cx="13" cy="20" rx="2" ry="3"/><ellipse cx="6" cy="13" rx="3" ry="2"/><ellipse cx="20" cy="13" rx="3" ry="2"/><circle cx="0" cy="0" r="2.4"/><circle cx="26" cy="0" r="2.4"/><circle cx="0" cy="26" r="2.4"/><circle cx="26" cy="26" r="2.4"/></g>` },
  },
  metal: { gloss: 2 },
  acetate: { gloss: 1.6 },
}; // prettier-ignore
