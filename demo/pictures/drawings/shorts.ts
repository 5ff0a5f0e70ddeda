import { both } from "../outline.js";
import { button, type Layer, panel, seam, type Sketch } from "../sketch.js";
import { backPockets, base, fly, flyStitch, type Legs, loops, sidePockets, TOP } from "./legs.js";

const SHORT: Legs = { waist: 106, hip: 140, knee: 150, hemOuter: 156, hemInner: 16, length: 480 };

function lowered(layers: readonly Layer[]): Sketch {
  return { layers, offset: 118 };
}

export function shorts(isBack: boolean): Sketch {
  return lowered([
    ...base(SHORT),
    ...(isBack
      ? [seam("M300 148 L300 300"), backPockets]
      : [fly, flyStitch, sidePockets(SHORT), button(300, TOP + 20, 6)]),
    loops(SHORT.waist),
    seam(
      both(`M${300 - SHORT.hemOuter + 3} ${SHORT.length - 22} L${300 - SHORT.hemInner - 4} ${SHORT.length - 18}`),
      "stitch",
    ),
  ]);
}

export function drawstringShorts(isBack: boolean): Sketch {
  return lowered([
    ...base(SHORT),
    seam(
      both(
        Array.from({ length: 13 }, (_, index) => `M${198 + index * 8} ${TOP - 2} L${198 + index * 8} ${TOP + 34}`).join(
          " ",
        ),
      ),
      "fine",
    ),
    seam("M300 148 L300 300"),
    ...(isBack
      ? [panel("M340 210 L404 210 L404 286 L340 286 Z", { volume: "flat" })]
      : [
          sidePockets(SHORT),
          seam("M286 138 C270 170 274 196 262 216", "cord", 4, "foam"),
          seam("M314 138 C332 166 328 190 342 206", "cord", 4, "foam"),
        ]),
    seam(
      both(`M${300 - SHORT.hemOuter + 3} ${SHORT.length - 22} L${300 - SHORT.hemInner - 4} ${SHORT.length - 18}`),
      "stitch",
    ),
  ]);
}

export function swimShorts(isBack: boolean): Sketch {
  const legs: Legs = { ...SHORT, hemOuter: 162, length: 440 };
  return lowered([
    ...base(legs),
    seam(
      both(
        Array.from({ length: 13 }, (_, index) => `M${198 + index * 8} ${TOP - 2} L${198 + index * 8} ${TOP + 34}`).join(
          " ",
        ),
      ),
      "fine",
    ),
    seam("M300 148 L300 300"),
    ...(isBack
      ? [panel("M344 206 L410 206 L410 280 L344 280 Z", { volume: "flat" }), seam("M348 222 L406 222", "zip", 3)]
      : [
          seam("M300 136 C270 152 262 180 272 204", "cord", 4.4, "foam"),
          seam("M300 136 C330 150 338 176 324 208", "cord", 4.4, "foam"),
        ]),
    seam(both("M138 438 C152 420 160 400 166 380"), "ridge", 4),
    seam(
      both(`M${300 - legs.hemOuter + 3} ${legs.length - 16} L${300 - legs.hemInner - 4} ${legs.length - 13}`),
      "stitch",
    ),
  ]);
}
