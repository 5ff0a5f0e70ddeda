import { symmetric } from "../outline.js";
import { dark, type Layer, light, panel, resized } from "../sketch.js";
import { drape } from "./skirts.js";

/** Skirt that flares from the waist to the hem. */
export function skirt(waist: number, hem: number, top: number, length: number, folds: number, depth = 16): Layer {
  const shape = symmetric(
    `M300 ${top + 6} C${300 - waist * 0.5} ${top + 6} ${300 - waist * 0.8} ${top + 4} ${300 - waist} ${top} C${300 - waist - 6} ${top + 40} ${300 - waist - (hem - waist) * 0.5} ${top + (length - top) * 0.4} ${300 - hem} ${length} C${300 - hem * 0.6} ${length + depth} ${300 - hem * 0.3} ${length + depth + 3} 300 ${length + depth + 3}`,
  );
  return panel(shape, { folds: drape(waist, hem, top, length, folds) });
}

/** Scale factor for the upper part of long dresses, which leaves space for the long skirt. */
const UPPER = 0.84;

export const upper = (layers: readonly Layer[]): Layer[] => resized(layers, UPPER, 118);

export const bust: readonly ReturnType<typeof dark>[] = [
  dark("M206 250 C224 292 250 306 276 298", 12),
  dark("M394 250 C376 292 350 306 324 298", 12),
  light("M236 220 C240 250 250 268 262 276", 18),
  light("M346 224 C352 250 346 268 338 276", 12),
];
