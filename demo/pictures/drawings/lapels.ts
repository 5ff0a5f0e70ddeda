import { both, mirror, symmetric } from "../outline.js";
import { button, dark, type Layer, light, panel, part, seam, type Tone } from "../sketch.js";
import { armholes, bodyFolds, type Torso } from "./torso.js";

export const JACKET: Torso = {
  neck: 52,
  top: 146,
  shoulder: 148,
  chest: 138,
  waist: 124,
  hem: 144,
  length: 636,
  drop: 20,
};

export const COAT: Torso = {
  neck: 52,
  top: 116,
  shoulder: 144,
  chest: 136,
  waist: 132,
  hem: 158,
  length: 700,
  drop: 20,
};

interface Front {
  /** Height at which the lapels meet. */
  readonly stance: number;
  readonly isDouble: boolean;
  /** Width of the gap between the front edges at the hem. */
  readonly cutaway: number;
  readonly buttons: readonly number[];
  readonly pockets: number;
  readonly isPeak: boolean;
  readonly buttonTone?: Tone;
}

function coatBody({ neck, top, shoulder, chest, waist, hem, length }: Torso): string {
  return symmetric(
    `M300 ${top + 14} C${300 - neck * 0.6} ${top + 12} ${300 - neck * 0.9} ${top + 6} ${300 - neck} ${top} L${300 - shoulder} ${top + 34} C${300 - shoulder + 16} ${top + 76} ${300 - chest + 8} ${top + 114} ${300 - chest} ${top + 158} C${300 - chest + 4} ${top + 220} ${300 - waist} ${top + 250} ${300 - waist} ${top + 290} C${300 - waist} ${top + 340} ${300 - hem} ${length - 100} ${300 - hem} ${length} C${300 - hem * 0.5} ${length + 8} ${300 - hem * 0.3} ${length + 8} 300 ${length + 8}`,
  );
}

export function back(torso: Torso, vent: number): Layer[] {
  return [
    panel(coatBody(torso), { folds: bodyFolds(torso) }),
    armholes(torso),
    seam(`M300 ${torso.top + 26} L300 ${vent} M300 ${vent} L304 ${torso.length + 6}`),
    panel(
      symmetric(
        `M300 ${torso.top - 16} C274 ${torso.top - 16} 254 ${torso.top - 10} 244 ${torso.top + 4} C262 ${torso.top + 22} 282 ${torso.top + 28} 300 ${torso.top + 28}`,
      ),
      { volume: "top" },
    ),
  ];
}

function sleeveButtons(torso: Torso, tone: Tone): Layer[] {
  const y = torso.top + 446;
  const x = 300 - torso.shoulder - 38;
  return [0, 13, 26].flatMap((step) => [
    button(x - step * 0.04, y - step, 4, tone),
    button(600 - x + step * 0.04, y - step, 4, tone),
  ]);
}

export function front(
  torso: Torso,
  { stance, isDouble, cutaway, buttons, pockets, isPeak, buttonTone = "label" }: Front,
): Layer[] {
  const { top, neck, length } = torso;
  const overlap = isDouble ? 46 : 10;
  const edge = isDouble
    ? `M${300 - overlap} ${stance} L${300 - overlap} ${length + 6}`
    : `M${300 + overlap} ${stance} C${300 + overlap} ${length - 120} ${300 + overlap} ${length - 60} ${300 - cutaway} ${length + 6}`;
  const gorge = top + 62;
  const notch = gorge - (isPeak ? 8 : 4);
  const tip = isPeak ? `196 ${gorge - 22}` : `200 ${gorge + 8}`;
  const outside = `${300 - neck + 2} ${top - 2} L236 ${notch} L${tip}`;
  const whole = (meet: number) =>
    `M${meet} ${stance} C270 ${stance - 70} 258 ${top + 90} ${outside} C206 ${gorge + 70} ${Math.min(meet - 40, 240)} ${stance - 60} ${meet} ${stance} Z`;
  // Where the fronts cross, the upper lapel covers the lower lapel.
  const cross = top + ((stance - top) * neck) / (neck + overlap);
  const under = isDouble
    ? `M300 ${cross} C282 ${cross - 40} 262 ${top + 60} ${outside} C206 ${gorge + 60} 236 ${cross + 20} ${300 - overlap * 0.6} ${cross + (stance - cross) * 0.6} Z`
    : whole(300 + overlap * 0.1);
  const over = mirror(whole(300 + (isDouble ? overlap : -overlap)));
  const collar = `M300 ${top - 16} C274 ${top - 16} 256 ${top - 10} 246 ${top} L222 ${gorge - (isPeak ? 14 : 10)} L238 ${gorge - (isPeak ? 6 : 2)} C250 ${top + 40} 256 ${top + 20} 262 ${top + 12} C276 ${top + 8} 288 ${top + 8} 300 ${top + 8} Z`;
  const chest = isDouble ? 322 : 310;
  return [
    panel(coatBody(torso), { folds: bodyFolds(torso) }),
    armholes(torso),
    part(
      `M${300 - neck} ${top} C280 ${top - 10} 320 ${top - 10} ${300 + neck} ${top} L304 ${isDouble ? cross + 4 : stance} L296 ${isDouble ? cross + 4 : stance} Z`,
      "inside",
      "top",
    ),
    ...(cutaway > 0
      ? [
          part(
            `M${300 - cutaway} ${length + 9} C${300 + 4} ${length - 60} ${300 + 6} ${length - 100} 306 ${length - 130} C308 ${length - 60} ${300 + cutaway * 0.6} ${length - 20} ${300 + cutaway} ${length + 9} Z`,
            "inside",
          ),
        ]
      : []),
    seam(edge, "seam", 2.2),
    seam(
      both(`M${300 - 96} ${top + 190} C${300 - 88} ${top + 260} ${300 - 92} ${pockets - 20} ${300 - 94} ${pockets}`),
      "fine",
    ),
    ...(isDouble ? [panel(under, { volume: "flat", folds: [light(`M250 ${top + 80} L270 ${cross}`, 10)] })] : []),
    panel(over, { volume: "flat", folds: [dark(`M${300 + overlap} ${stance} L352 ${top + 60}`, 9)] }),
    ...(isDouble ? [] : [panel(under, { volume: "flat", folds: [light(`M250 ${top + 80} L280 ${stance - 40}`, 10)] })]),
    panel(collar, { volume: "top" }),
    panel(mirror(collar), { volume: "top" }),
    seam(`M350 ${chest - 30} L398 ${chest - 42} L398 ${chest - 26} L350 ${chest - 14} Z`),
    ...[-1, 1].map((side) => {
      const x = 300 + side * 94;
      return panel(
        `M${x - 42} ${pockets} L${x + 42} ${pockets} L${x + 42} ${pockets + 24} C${x + 20} ${pockets + 30} ${x - 20} ${pockets + 30} ${x - 42} ${pockets + 24} Z`,
        { volume: "flat" },
      );
    }),
    ...buttons.flatMap((y, index) =>
      isDouble
        ? [button(index === 0 ? 344 : 328, y, 8, buttonTone), button(index === 0 ? 256 : 272, y, 8, buttonTone)]
        : [button(300, y, 8, buttonTone)],
    ),
    ...sleeveButtons(torso, buttonTone),
  ];
}
