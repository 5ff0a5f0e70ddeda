import { oval } from "../outline.js";
import { type Layer, light, panel, part, seam, type Sketch, type Tone } from "../sketch.js";

export const bare = (outline: string, volume: "ball" | "body" | "limb" | "top" = "ball") => panel(outline, { volume });

/** A stone with its facets. */
export function gem(x: number, y: number, radius: number, tone: Tone = "stone"): Layer[] {
  const inner = radius * 0.5;
  return [
    bare(oval(x, y, radius + 5)),
    part(oval(x, y, radius), tone, "ball", [
      light(`M${x - radius * 0.6} ${y - radius * 0.2} L${x - radius * 0.1} ${y - radius * 0.6}`, radius * 0.3),
    ]),
    seam(
      `M${x - inner} ${y - inner} L${x + inner} ${y - inner} L${x + inner} ${y + inner} L${x - inner} ${y + inner} Z M${x - radius} ${y} L${x - inner} ${y - inner} M${x + radius} ${y} L${x + inner} ${y + inner}`,
      "fine",
      1,
      "foam",
    ),
  ];
}

export const jewel = (layers: readonly Layer[], x = 300, y = 480, zoom = 2, scale = 1.13, offset = 0): Sketch => ({
  layers,
  scale,
  offset,
  focus: { x, y, zoom, turn: -8 },
});
