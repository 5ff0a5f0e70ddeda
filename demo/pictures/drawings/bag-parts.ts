import { type Layer, seam, type Sketch } from "../sketch.js";

export const standing = (layers: readonly Layer[], floor: number, y: number, zoom = 1.5, offset = 0): Sketch => ({
  layers,
  floor,
  offset,
  focus: { x: 300, y, zoom, turn: -5 },
});

/** Strap of even width along a line. */
export const strap = (line: string, width = 14): Layer[] => [
  seam(line, "seam", width + 3, "inside"),
  seam(line, "seam", width, "main"),
  seam(line, "bright", 2),
];
