import { oval } from "../outline.js";
import { type Layer, light, panel, part, seam, type Sketch } from "../sketch.js";

export const bare = (outline: string, volume: "ball" | "body" | "limb" | "top" = "ball") => panel(outline, { volume });

/** Polished stone in its setting. */
export function gem(x: number, y: number, radius: number): Layer[] {
  const arc = radius * 0.66;
  return [
    bare(oval(x, y, radius + 5)),
    part(oval(x, y, radius), "stone", "ball", [
      light(`M${x - radius * 0.6} ${y - radius * 0.2} L${x - radius * 0.1} ${y - radius * 0.6}`, radius * 0.3),
    ]),
    seam(
      `M${x - arc} ${y - arc * 0.3} C${x - arc * 0.8} ${y - arc * 0.8} ${x - arc * 0.4} ${y - arc} ${x} ${y - arc}`,
      "bright",
    ),
  ];
}

export const jewel = (layers: readonly Layer[], x = 300, y = 480, zoom = 2, scale = 1.13, offset = 0): Sketch => ({
  layers,
  scale,
  offset,
  focus: { x, y, zoom, turn: -8 },
});
