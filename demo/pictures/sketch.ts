import { moved } from "./outline.js";

/** The colour of a part: a shade of the product's own colour, or a fixed colour that every product has.*/
export type Tone =
  | "main" | "inside" | "deep" | "pale" | "rib" | "contrast" | "sole" | "gum" | "foam" | "jute" | "wood" | "metal" | "steel" | "glass"
  | "label" | "shearling" | "leather" | "dial" | "hands" | "strap" | "stone" | "ink"; // prettier-ignore

/** How light falls on a part: as on a flat thing, a body, a limb, a ball, or from above. */
export type Volume = "flat" | "body" | "limb" | "ball" | "top";

export interface Panel {
  readonly kind: "panel";
  readonly outline: string;
  readonly tone: Tone;
  /** Whether the material's texture and the pattern cover it. */
  readonly cloth: boolean;
  readonly volume: Volume;
  /** Soft dark and light strokes within the part: folds and bulges. */
  readonly folds: readonly Fold[];
  /** Whether its edge is drawn. */
  readonly edge: boolean;
}

export interface Fold {
  readonly line: string;
  readonly width: number;
  readonly light: boolean;
  /** A drawn line instead of a soft stroke. */
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

/** In painting order: what comes later covers what came before. */
export type Layer = Panel | Line | Button;

export interface Sketch {
  readonly layers: readonly Layer[];
  /** Hung or laid out on a wall of light, or standing on a floor at this height. */
  readonly floor?: number;
  /** How far down a short thing is moved to sit in the middle. */
  readonly offset?: number;
  /** Sold in twos: where the other one stands or lies, and how large it looks. */
  readonly other?: { readonly dx: number; readonly dy: number; readonly scale: number };
  /** How large it is shown; unless given, what hangs fills the picture. */
  readonly scale?: number;
  /** The part worth a close-up, for products whose back is not worth a picture. */
  readonly focus?: { readonly x: number; readonly y: number; readonly zoom: number; readonly turn?: number };
}

/** A pair of shoes: the other a step further away. */
export const STEP_BEHIND = { dx: 72, dy: -138, scale: 0.9 } as const;

export function panel(outline: string, more: Partial<Omit<Panel, "kind" | "outline">> = {}): Panel {
  return { kind: "panel", outline, tone: "main", cloth: true, volume: "body", folds: [], edge: true, ...more };
}

/** A part that is not of the product's cloth. */
export function part(outline: string, tone: Tone, volume: Volume = "flat", folds: readonly Fold[] = []): Panel {
  return panel(outline, { tone, cloth: false, volume, folds });
}

export const dark = (line: string, width = 18): Fold => ({ line, width, light: false });
export const light = (line: string, width = 16): Fold => ({ line, width, light: true });

/** A seam that ends where its part ends. */
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

/** The layers drawn larger or smaller, about a point on the middle at height `y`. */
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
