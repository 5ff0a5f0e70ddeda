import { both, mirror, symmetric } from "../outline.js";
import { dark, type Fold, type Layer, light, panel, part, seam } from "../sketch.js";

export interface Legs {
  readonly waist: number;
  readonly hip: number;
  /** Distances from the centre line to a leg's outer and inner edge at the hem. */
  readonly hemOuter: number;
  readonly hemInner: number;
  readonly knee: number;
  readonly length: number;
}

export const TOP = 112;

const CROTCH = 300;

/** Left leg with the left half of the hips. */
function leg({ waist, hip, hemOuter, hemInner, knee, length }: Legs): string {
  const middle = (CROTCH + length) / 2;
  return (
    `M301 ${TOP + 26} L${300 - waist} ${TOP + 20} C${300 - waist - 8} ${TOP + 70} ${300 - hip} ${TOP + 130} ${300 - hip} ${TOP + 180} ` +
    `C${300 - hip + 1} ${middle - 70} ${300 - knee} ${middle} ${300 - knee} ${middle + 30} L${300 - hemOuter} ${length} ` +
    `C${300 - (hemOuter + hemInner) / 2 - 8} ${length + 8} ${300 - (hemOuter + hemInner) / 2 + 8} ${length + 8} ${300 - hemInner} ${length + 3} ` +
    `C${300 - hemInner + 4} ${middle} 290 ${CROTCH + 80} 301 ${CROTCH} Z`
  );
}

function legFolds({ hip, knee, length, hemOuter }: Legs): Fold[] {
  const middle = (CROTCH + length) / 2;
  return [
    dark(`M296 ${CROTCH - 6} C270 ${CROTCH - 20} 250 ${CROTCH - 30} 226 ${CROTCH - 28}`, 10),
    dark(`M294 ${CROTCH + 16} C276 ${CROTCH + 14} 256 ${CROTCH + 6} 240 ${CROTCH + 10}`, 9),
    dark(
      `M${300 - knee + 4} ${middle + 8} C${300 - knee + 26} ${middle + 20} ${300 - knee + 44} ${middle + 14} ${300 - knee + 56} ${middle + 22}`,
      8,
    ),
    light(
      `M${300 - hip * 0.72} ${TOP + 90} C${300 - hip * 0.74} ${CROTCH + 40} ${300 - knee * 0.72} ${middle} ${300 - hemOuter * 0.8} ${length - 20}`,
      18,
    ),
    dark(`M${300 - hemOuter + 6} ${length - 40} L${300 - hemOuter + 40} ${length - 24}`, 9),
  ];
}

function waistband(waist: number, height = 28): Layer {
  return panel(
    symmetric(
      `M300 ${TOP + 6} C${300 - waist * 0.4} ${TOP + 6} ${300 - waist * 0.7} ${TOP + 2} ${300 - waist + 2} ${TOP - 4} L${300 - waist - 2} ${TOP - 4 + height} C${300 - waist * 0.7} ${TOP + height + 4} ${300 - waist * 0.4} ${TOP + height + 8} 300 ${TOP + height + 8}`,
    ),
  );
}

const inside = (waist: number): Layer =>
  part(
    symmetric(
      `M300 ${TOP - 8} C${300 - waist * 0.5} ${TOP - 8} ${300 - waist * 0.8} ${TOP - 8} ${300 - waist + 2} ${TOP - 4} C${300 - waist * 0.7} ${TOP + 4} ${300 - waist * 0.4} ${TOP + 8} 300 ${TOP + 8}`,
    ),
    "inside",
  );

export function base(legs: Legs): Layer[] {
  const folds = legFolds(legs);
  const outline = leg(legs);
  return [
    panel(mirror(outline), { volume: "limb", folds: folds.map((fold) => ({ ...fold, line: mirror(fold.line) })) }),
    panel(outline, { volume: "limb", folds }),
    inside(legs.waist),
    waistband(legs.waist),
  ];
}

export const loops = (waist: number): Layer =>
  seam(
    both(
      `M${300 - waist * 0.55} ${TOP - 2} L${300 - waist * 0.55} ${TOP + 34} M${300 - waist * 0.92} ${TOP - 6} L${300 - waist * 0.93} ${TOP + 26}`,
    ),
    "ridge",
    5,
  );

export const fly: Layer = seam("M300 148 L300 296 M300 250 C316 246 322 220 322 148", "seam");

export const flyStitch: Layer = seam("M296 148 L296 270 C314 262 317 240 317 148", "stitch");

export const SLIM: Legs = { waist: 94, hip: 122, knee: 104, hemOuter: 98, hemInner: 40, length: 706 };

export const STRAIGHT: Legs = { waist: 96, hip: 126, knee: 124, hemOuter: 124, hemInner: 34, length: 706 };

export const WIDE: Legs = { waist: 92, hip: 128, knee: 148, hemOuter: 166, hemInner: 16, length: 706 };

export const sidePockets = (legs: Legs): Layer =>
  seam(both(`M${300 - legs.waist * 0.62} ${TOP + 30} L${300 - legs.hip + 9} ${TOP + 122}`), "ridge", 4);

export const backPockets: Layer = seam(both("M206 214 L262 214 L262 222 L206 222 Z"), "seam");
