import { both, oval, symmetric } from "../outline.js";
import { button, dark, type Layer, part, seam, type Sketch } from "../sketch.js";
import { bare, jewel } from "./jewel-parts.js";

function face(radius: number, isSport: boolean): Layer[] {
  const marks = Array.from({ length: 12 }, (_, hour) => {
    const turn = (hour * Math.PI) / 6;
    const from = radius * 0.8;
    const to = radius * 0.91;
    return `M${Math.round(300 + Math.sin(turn) * from)} ${Math.round(400 - Math.cos(turn) * from)} L${Math.round(300 + Math.sin(turn) * to)} ${Math.round(400 - Math.cos(turn) * to)}`;
  });
  return [
    bare(
      `M${300 + radius + 4} 390 L${300 + radius + 24} 388 L${300 + radius + 24} 414 L${300 + radius + 4} 412 Z`,
      "top",
    ),
    bare(oval(300, 400, radius + 16)),
    bare(oval(300, 400, radius + 6), "top"),
    part(oval(300, 400, radius), "dial", "flat"),
    seam(marks.join(" "), "seam", isSport ? 7 : 3.4, "hands"),
    seam(`M300 400 L${300 - radius * 0.36} ${400 - radius * 0.34}`, "seam", 6, "hands"),
    seam(`M300 400 L${300 + radius * 0.44} ${400 - radius * 0.5}`, "seam", 4.4, "hands"),
    seam(`M300 418 L300 ${400 - radius * 0.7}`, "seam", 1.6, "metal"),
    button(300, 400, 5, "metal"),
    seam(
      `M${300 - radius * 0.7} ${400 - radius * 0.1} C${300 - radius * 0.6} ${400 - radius * 0.5} ${300 - radius * 0.3} ${400 - radius * 0.72} ${300 + radius * 0.1} ${400 - radius * 0.74}`,
      "bright",
      7,
    ),
  ];
}

export function dressWatch(): Sketch {
  const upper = symmetric("M300 96 C280 96 262 98 256 104 L244 320 L300 320");
  const lower = symmetric("M300 700 C284 700 266 696 258 684 L244 480 L300 480");
  return jewel(
    [
      part(upper, "strap", "limb", [dark("M250 300 L350 300", 14)]),
      part(lower, "strap", "limb", [dark("M250 500 L350 500", 14)]),
      seam(both("M263 112 L252 300 M264 676 L252 500"), "stitch", undefined, "jute"),
      ...[560, 590, 620, 650].map((y) => part(oval(300, y, 4.4, 5.4), "wood")),
      bare("M250 110 L350 110 L352 142 L248 142 Z M260 118 L340 118 L341 134 L259 134 Z", "top"),
      ...face(104, false),
    ],
    300,
    400,
    1.7,
  );
}

export function sportsWatch(): Sketch {
  const half = (from: number, to: number, wide: number, narrow: number) =>
    Array.from({ length: 8 }, (_, index) => {
      const y = from + ((to - from) * index) / 8;
      const width = wide + ((narrow - wide) * index) / 8;
      const height = (to - from) / 8;
      return bare(
        `M${300 - width} ${y} L${300 + width} ${y} L${300 + width - 1} ${y + height * 0.92} L${300 - width + 1} ${y + height * 0.92} Z`,
        "limb",
      );
    });
  return jewel(
    [
      ...half(310, 90, 66, 50),
      ...half(490, 710, 66, 50),
      seam(both("M278 300 L284 96 M278 500 L284 704"), "seam"),
      ...face(112, true),
    ],
    300,
    400,
    1.6,
  );
}
