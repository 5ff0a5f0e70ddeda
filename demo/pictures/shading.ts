import { motif } from "./motifs.js";
import type { Look } from "./look.js";
import { rounded } from "./outline.js";
import type { Panel, Sketch, Volume } from "./sketch.js";
import type { Surface, Tile } from "./textures.js";
import { brightnessOf, type Tones } from "./tones.js";

type Stop = readonly [offset: number, light: boolean, strength: number];

/** Gradients that give shapes their volume. The light comes from the upper left. */
const VOLUMES: Readonly<Record<Volume, { readonly shape: string; readonly stops: readonly Stop[] }>> = {
  flat: { shape: 'x1="0" y1="0" x2="1" y2="1"', stops: [[0, true, 0.32], [0.45, true, 0], [0.55, false, 0], [1, false, 0.4]] },
  body: { shape: 'x1="0" y1=".1" x2="1" y2=".25"', stops: [[0, false, 0.85], [0.13, false, 0.28], [0.2, true, 0], [0.36, true, 0.2], [0.56, true, 0], [0.62, false, 0.03], [0.86, false, 0.45], [1, false, 1.05]] },
  limb: { shape: 'x1="0" y1="0" x2="1" y2=".12"', stops: [[0, false, 0.75], [0.2, false, 0.1], [0.36, true, 0.24], [0.58, true, 0], [0.7, false, 0.25], [1, false, 1.05]] },
  ball: { shape: 'cx=".36" cy=".3" r=".8"', stops: [[0, true, 0.62], [0.4, true, 0], [0.6, false, 0.2], [1, false, 1.05]] },
  top: { shape: 'x1=".35" y1="0" x2=".5" y2="1"', stops: [[0, true, 0.5], [0.38, true, 0], [0.5, false, 0.05], [1, false, 0.95]] },
}; // prettier-ignore

/** Returns the id of a part's gradient. Parts made of the product's own material have the gloss of this material. */
export const volumeId = ({ volume, cloth }: Panel): string => (cloth ? volume : `plain-${volume}`);

const PLAIN_GLOSS = 0.75;

/** Returns the gradient definitions that the sketch uses. */
export function volumes({ layers }: Sketch, tones: Tones, surface: Surface): string[] {
  const used = new Map(layers.flatMap((layer) => (layer.kind === "panel" ? [[volumeId(layer), layer] as const] : [])));
  return [...used].map(([id, { volume, cloth }]) => {
    const { shape, stops } = VOLUMES[volume];
    const tag = volume === "ball" ? "radialGradient" : "linearGradient";
    const gloss = cloth ? surface.gloss : PLAIN_GLOSS;
    const written = stops.map(([offset, light, strength]) => {
      const opacity = Math.min(strength * gloss * (light ? tones.shineStrength : tones.shadeStrength), 0.9);
      return `<stop offset="${offset}" stop-color="${light ? tones.shine : tones.shade}" stop-opacity="${rounded(opacity)}"/>`;
    });
    return `<${tag} id="${id}" ${shape}>${written.join("")}</${tag}>`;
  });
}

/** Returns the definitions of the material's texture, pattern and relief: `tile`, `motif` and the filter `cloth`. */
export function cloth(look: Look, tones: Tones, surface: Surface): string[] {
  const repeat = motif(look.pattern, look.hex, look.across);
  const colored = (tile: Tile): Tile => ({
    ...tile,
    content: tile.content.replaceAll("{d}", tones.shade).replaceAll("{l}", tones.thread),
  });
  return [
    ...(surface.tile ? [patternOf("tile", colored(surface.tile))] : []),
    ...(repeat ? [patternOf("motif", repeat)] : []),
    clothFilter(look, surface),
  ];
}

function patternOf(id: string, { width, height, content, transform }: Tile): string {
  const turned = transform === undefined ? "" : ` patternTransform="${transform}"`;
  return `<pattern id="${id}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"${turned}>${content}</pattern>`;
}

/**
 * SVG filter that adds a relief to the drawing, lit from the upper left: soft undulations, and a fine grain for some
 * materials.
 */
function clothFilter({ chance, hex }: Look, { grain, gloss }: Surface): string {
  // Prevents overexposure of light cloth, which would hide its folds.
  const exposure = brightnessOf(hex) > 0.7 ? 1 : 1.08;
  const relief =
    `<feTurbulence type="fractalNoise" baseFrequency=".011 .007" numOctaves="2" seed="${chance}"/>` +
    `<feDiffuseLighting surfaceScale="${rounded(9 * Math.min(gloss, 1.4))}" diffuseConstant="1.06" lighting-color="#fff"><feDistantLight azimuth="235" elevation="62"/></feDiffuseLighting>` +
    `<feComposite in2="SourceGraphic" operator="arithmetic" k1="${exposure}" result="lit"/>`;
  if (grain === undefined) return filter(relief);
  const half = rounded(grain.strength);
  const base = rounded(1 - grain.strength / 2);
  return filter(
    relief +
      `<feTurbulence type="fractalNoise" baseFrequency="${grain.frequency}" numOctaves="2" seed="3"/>` +
      `<feColorMatrix values="${`${half} 0 0 0 ${base} `.repeat(3)}0 0 0 0 1"/>` +
      '<feComposite in2="lit" operator="arithmetic" k1="1.03"/>',
  );
}

const filter = (content: string) =>
  `<filter id="cloth" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">${content}</filter>`;
