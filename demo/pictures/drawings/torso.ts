import { both, mirror, symmetric } from "../outline.js";
import { dark, light, panel, seam, type Fold, type Layer } from "../sketch.js";

/** Measures of an upper body. Widths are half widths from the centre line. */
export interface Torso {
  readonly neck: number;
  /** Height of the point where collar and shoulder meet. */
  readonly top: number;
  readonly shoulder: number;
  readonly chest: number;
  readonly waist: number;
  readonly hem: number;
  readonly length: number;
  /** Depth of the neckline below `top`, at the centre. */
  readonly drop: number;
  /** Whether the neckline is a V instead of a curve. */
  readonly isV?: boolean;
}

export const SHOULDER_FALL = 34;

export function shoulderPoint({ shoulder, top }: Torso): readonly [number, number] {
  return [300 - shoulder, top + SHOULDER_FALL];
}

const UNDERARM_FALL = 158;

/** Left half of the neckline, from the centre to the shoulder seam. */
export function neckline({ neck, top, drop, isV }: Torso, inset = 0): string {
  const width = neck - inset;
  const bottom = top + drop - inset;
  if (isV)
    return `M300 ${bottom} C${300 - width * 0.3} ${bottom - drop * 0.42} ${300 - width * 0.86} ${top + drop * 0.34} ${300 - width} ${top}`;
  return `M300 ${bottom} C${300 - width * 0.62} ${bottom} ${300 - width * 0.96} ${top + drop * 0.52} ${300 - width} ${top}`;
}

function sideOf(torso: Torso): string {
  const { chest, waist, hem, length, top } = torso;
  const [x, y] = shoulderPoint(torso);
  const underarm = top + UNDERARM_FALL;
  const middle = (underarm + length) / 2;
  return (
    `L${x} ${y} C${x + 16} ${y + 42} ${300 - chest + 8} ${underarm - 44} ${300 - chest} ${underarm} ` +
    `C${300 - chest + 2} ${underarm + 60} ${300 - waist} ${middle - 60} ${300 - waist} ${middle} ` +
    `C${300 - waist} ${middle + 70} ${300 - hem + 2} ${length - 60} ${300 - hem} ${length}`
  );
}

const hemCurve = ({ hem, length }: Torso): string =>
  `C${300 - hem * 0.6} ${length + 9} ${300 - hem * 0.3} ${length + 12} 300 ${length + 12}`;

export function bodyOutline(torso: Torso): string {
  return symmetric(`${neckline(torso)} ${sideOf(torso)} ${hemCurve(torso)}`);
}

/** Inside of the back collar, visible through the neckline, and completely visible in a back view. */
export function innerNeck(torso: Torso): string {
  const { neck, top, drop } = torso;
  return symmetric(
    `M300 ${top - 9} C${300 - neck * 0.5} ${top - 9} ${300 - neck * 0.9} ${top - 5} ${300 - neck} ${top} C${300 - neck} ${top + drop * 0.6} ${300 - neck * 0.6} ${top + drop + 8} 300 ${top + drop + 8}`,
  );
}

export type SleeveLength = "short" | "elbow" | "long" | "full";

export interface Sleeve {
  readonly length: SleeveLength;
  /** Width at the hem. */
  readonly width?: number;
}

/** Left sleeve beside the body. `full` is a long sleeve gathered into its cuff. */
export function sleeveOutline(torso: Torso, { length, width = 56 }: Sleeve): string {
  const [x, y] = shoulderPoint(torso);
  const under = { x: 300 - torso.chest + 4, y: torso.top + UNDERARM_FALL };
  const armhole = `C${300 - torso.chest + 8} ${under.y - 44} ${x + 16} ${y + 42} ${x} ${y} Z`;
  switch (length) {
    case "short":
      return `M${x} ${y} C${x - 30} ${y + 10} ${x - 50} ${y + 62} ${x - 64} ${y + 136} C${x - 40} ${y + 148} ${x - 14} ${y + 152} ${x - 64 + width * 1.5} ${y + 150} L${under.x} ${under.y} ${armhole}`;
    case "elbow":
      return `M${x} ${y} C${x - 34} ${y + 10} ${x - 56} ${y + 90} ${x - 72} ${y + 232} C${x - 50} ${y + 244} ${x - 30} ${y + 246} ${x - 72 + width * 1.25} ${y + 244} C${x - 6} ${y + 190} ${under.x - 4} ${under.y + 30} ${under.x} ${under.y} ${armhole}`;
    case "long":
      return `M${x} ${y} C${x - 36} ${y + 10} ${x - 54} ${y + 80} ${x - 62} ${y + 190} C${x - 70} ${y + 280} ${x - 76} ${y + 350} ${x - 80} ${y + 424} C${x - 64} ${y + 434} ${x - 46} ${y + 437} ${x - 80 + width} ${y + 436} C${x - 10} ${y + 330} ${under.x - 10} ${under.y + 90} ${under.x} ${under.y} ${armhole}`;
    case "full":
      return `M${x} ${y} C${x - 44} ${y + 4} ${x - 66} ${y + 90} ${x - 78} ${y + 220} C${x - 92} ${y + 320} ${x - 96} ${y + 380} ${x - 82} ${y + 416} C${x - 66} ${y + 426} ${x - 46} ${y + 428} ${x - 26} ${y + 422} C${x + 2} ${y + 372} ${under.x - 14} ${under.y + 110} ${under.x} ${under.y} ${armhole}`;
  }
}

export function sleeveFolds(torso: Torso, { length }: Sleeve): readonly Fold[] {
  const [x, y] = shoulderPoint(torso);
  if (length === "short")
    return [
      dark(`M${x + 20} ${y + 100} L${x - 10} ${y + 150}`, 16),
      light(`M${x - 22} ${y + 40} L${x - 40} ${y + 120}`, 14),
    ];
  return [
    dark(`M${x - 2} ${y + 70} C${x - 10} ${y + 160} ${x - 24} ${y + 300} ${x - 30} ${y + 420}`, 15),
    dark(`M${x - 62} ${y + 190} L${x - 22} ${y + 216}`, 9),
    dark(`M${x - 20} ${y + 178} L${x - 54} ${y + 226}`, 8),
    light(`M${x - 34} ${y + 50} C${x - 50} ${y + 140} ${x - 56} ${y + 260} ${x - 64} ${y + 400}`, 12),
  ];
}

export function sleeves(torso: Torso, sleeve: Sleeve): Layer[] {
  const outline = sleeveOutline(torso, sleeve);
  const folds = sleeveFolds(torso, sleeve);
  const flipped = folds.map((fold) => ({ ...fold, line: mirror(fold.line) }));
  return [panel(outline, { volume: "limb", folds }), panel(mirror(outline), { volume: "limb", folds: flipped })];
}

/** Ribbed or buttoned cuffs of both sleeves. */
export function cuffs(torso: Torso, width: number, tone: "rib" | "main" = "rib", height = 34): Layer[] {
  const [x, y] = shoulderPoint(torso);
  const bottom = y + 428;
  const left = x - 80;
  const outline = `M${left + 4} ${bottom - height} C${left + 20} ${bottom - height + 8} ${left + width - 10} ${bottom - height + 10} ${left + width + 4} ${bottom - height + 9} L${left + width} ${bottom + 10} C${left + 30} ${bottom + 10} ${left + 14} ${bottom + 8} ${left} ${bottom} Z`;
  return [outline, mirror(outline)].map((shape) => panel(shape, { tone, volume: "limb" }));
}

/** Ribbed band along the hem. */
export function hemBand(torso: Torso, height = 40): Layer[] {
  const { hem, length } = torso;
  const outline = symmetric(
    `M300 ${length - height + 12} C${300 - hem * 0.4} ${length - height + 12} ${300 - hem * 0.7} ${length - height + 8} ${300 - hem + 1} ${length - height} L${300 - hem + 5} ${length} ${hemCurve({ ...torso, hem: hem - 5 })}`,
  );
  return [panel(outline, { tone: "rib" }), ...ribs(hem, length - height + 10, length + 6)];
}

/** Fine vertical ribs across a band. */
export function ribs(half: number, from: number, to: number, step = 8): Layer[] {
  const lines: string[] = [];
  for (let x = -half + 8; x < half - 4; x += step) lines.push(`M${300 + x} ${from} L${300 + x} ${to}`);
  return [seam(lines.join(" "), "fine")];
}

/** Folds in the upper part of a hanging garment: from the underarms and at the waist. */
export function bodyFolds({ chest, waist, top, length }: Torso): readonly Fold[] {
  const underarm = top + UNDERARM_FALL;
  const left = [
    dark(
      `M${300 - chest + 4} ${underarm + 6} C${300 - chest * 0.7} ${underarm + 40} ${300 - chest * 0.55} ${underarm + 66} ${300 - chest * 0.45} ${underarm + 120}`,
      13,
    ),
    dark(
      `M${300 - waist + 6} ${length - 150} C${300 - waist * 0.7} ${length - 110} ${300 - waist * 0.62} ${length - 70} ${300 - waist * 0.66} ${length - 8}`,
      15,
    ),
  ];
  return [
    ...left,
    ...left.map((fold) => ({ ...fold, line: mirror(fold.line) })),
    light(
      `M${300 - chest * 0.5} ${top + 80} C${300 - chest * 0.45} ${underarm + 60} ${300 - waist * 0.4} ${length - 120} ${300 - waist * 0.35} ${length - 20}`,
      22,
    ),
    dark(
      `M${300 + waist * 0.2} ${length - 130} C${300 + waist * 0.28} ${length - 90} ${300 + waist * 0.24} ${length - 50} ${300 + waist * 0.3} ${length}`,
      13,
    ),
  ];
}

/** Seams between sleeves and body. */
export function armholes(torso: Torso): Layer {
  const [x, y] = shoulderPoint(torso);
  const underarm = torso.top + UNDERARM_FALL;
  return seam(
    both(`M${x} ${y} C${x + 16} ${y + 42} ${300 - torso.chest + 8} ${underarm - 44} ${300 - torso.chest} ${underarm}`),
  );
}
