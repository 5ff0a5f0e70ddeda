import { moved } from "./outline.js";

/** Colour of a part: a shade of the product's colour, or a fixed colour. */
export type Tone =
  | "main" | "inside" | "deep" | "pale" | "rib" | "contrast" | "sole" | "gum" | "foam" | "jute" | "wood" | "metal" | "steel" | "glass"
  | "label" | "shearling" | "leather" | "dial" | "hands" | "strap" | "stone" | "ink"; // prettier-ignore

/** Shading of a part: flat, body, limb, ball, or lit from above. */
export type Volume = "flat" | "body" | "limb" | "ball" | "top";

export interface Panel {
  readonly kind: "panel";
  readonly outline: string;
  readonly tone: Tone;
  /** Whether the material's texture and pattern cover the part. */
  readonly cloth: boolean;
  readonly volume: Volume;
  /** Soft dark and light strokes within the part. These strokes show folds and bulges. */
  readonly folds: readonly Fold[];
  /** Whether a line is drawn along the edge of the part. */
  readonly edge: boolean;
}

export interface Fold {
  readonly line: string;
  readonly width: number;
  readonly light: boolean;
  /** Whether the fold is a sharp line instead of a soft stroke. */
  readonly isSharp?: boolean;
}

export interface Line {
  readonly kind: "line";
  readonly line: string;
  readonly style: "seam" | "stitch" | "fine" | "ridge" | "zip" | "cord" | "chain" | "lace" | "bright";
  readonly width?: number;
  readonly tone?: Tone;
}

export interface Button {
  readonly kind: "button";
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly tone: Tone;
}

/** Layers in painting order: later layers cover earlier layers. */
export type Layer = Panel | Line | Button;

export interface Sketch {
  readonly layers: readonly Layer[];
  /** Height of the floor on which the product stands; omitted for hanging products. */
  readonly floor?: number;
  /** Downward offset that centres a short product. */
  readonly offset?: number;
  /** Position and scale of the second item of a pair. */
  readonly other?: { readonly dx: number; readonly dy: number; readonly scale: number };
  /** Scale of the product. By default, a hanging product fills the picture. */
  readonly scale?: number;
  /** Close-up for products without a useful back view. */
  readonly focus?: { readonly x: number; readonly y: number; readonly zoom: number; readonly turn?: number };
}

/** Placement of the second shoe of a pair, behind the first. */
export const STEP_BEHIND = { dx: 72, dy: -138, scale: 0.9 } as const;

export function panel(outline: string, more: Partial<Omit<Panel, "kind" | "outline">> = {}): Panel {
  return { kind: "panel", outline, tone: "main", cloth: true, volume: "body", folds: [], edge: true, ...more };
}

/** Part that is not made of the product's cloth. */
export function part(outline: string, tone: Tone, volume: Volume = "flat", folds: readonly Fold[] = []): Panel {
  return panel(outline, { tone, cloth: false, volume, folds });
}

export const dark = (line: string, width = 18): Fold => ({ line, width, light: false });
export const light = (line: string, width = 16): Fold => ({ line, width, light: true });

/** Seam that ends at the edge of its part. */
export const crease = (line: string, width = 2): Fold => ({ line, width, light: false, isSharp: true });

export function seam(line: string, style: Line["style"] = "seam", width?: number, tone?: Tone): Line {
  return { kind: "line", line, style, width, tone };
}

export const button = (x: number, y: number, radius = 6, tone: Tone = "label"): Button => ({
  kind: "button",
  x,
  y,
  radius,
  tone,
});

/** Scales layers. The point on the centre line at height `y` stays at its position. */
export function resized(layers: readonly Layer[], scale: number, y: number): Layer[] {
  const size = (line: string) => moved(line, 0, (y - 400) * (1 - scale), scale);
  return layers.map((layer) => {
    switch (layer.kind) {
      case "panel":
        return {
          ...layer,
          outline: size(layer.outline),
          folds: layer.folds.map((fold) => ({ ...fold, line: size(fold.line) })),
        };
      case "line":
        return { ...layer, line: size(layer.line) };
      case "button":
        return { ...layer, x: 300 + (layer.x - 300) * scale, y: y + (layer.y - y) * scale };
    }
  });
}
