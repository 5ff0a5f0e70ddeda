import { both, mirror, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Layer, type Sketch, type Tone } from "../sketch.js";
import { armholes, bodyFolds, sleeves, type Torso } from "./torso.js";

const JACKET: Torso = { neck: 52, top: 146, shoulder: 148, chest: 138, waist: 124, hem: 144, length: 636, drop: 20 };
const COAT: Torso = { neck: 52, top: 116, shoulder: 144, chest: 136, waist: 132, hem: 158, length: 700, drop: 20 };

interface Front {
  /** Height at which the lapels meet. */
  readonly stance: number;
  readonly isDouble: boolean;
  /** How far the front edges curve away from each other at the hem. */
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

function back(torso: Torso, vent: number): Layer[] {
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

function front(
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
  // Where the fronts cross, the lower lapel disappears under the upper one.
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

export function blazer(isBack: boolean): Sketch {
  const arms = sleeves(JACKET, { length: "long", width: 58 });
  return {
    layers: isBack
      ? [...arms, ...back(JACKET, 560)]
      : [
          ...arms,
          ...front(JACKET, {
            stance: 400,
            isDouble: false,
            cutaway: 46,
            buttons: [412, 462],
            pockets: 492,
            isPeak: false,
          }),
        ],
  };
}

export function doubleBreastedBlazer(isBack: boolean): Sketch {
  const arms = sleeves(JACKET, { length: "long", width: 58 });
  return {
    layers: isBack
      ? [...arms, ...back(JACKET, 560)]
      : [
          ...arms,
          ...front(JACKET, {
            stance: 424,
            isDouble: true,
            cutaway: 0,
            buttons: [352, 432, 488],
            pockets: 500,
            isPeak: true,
          }),
        ],
  };
}

export function singleBreastedCoat(isBack: boolean): Sketch {
  const arms = sleeves(COAT, { length: "long", width: 64 });
  return {
    layers: isBack
      ? [...arms, ...back(COAT, 560)]
      : [
          ...arms,
          ...front(COAT, {
            stance: 356,
            isDouble: false,
            cutaway: 0,
            buttons: [372, 442, 512],
            pockets: 480,
            isPeak: false,
          }),
        ],
  };
}

export function doubleBreastedCoat(isBack: boolean): Sketch {
  const arms = sleeves(COAT, { length: "long", width: 66 });
  return {
    layers: isBack
      ? [...arms, ...back(COAT, 560)]
      : [
          ...arms,
          ...front(COAT, {
            stance: 392,
            isDouble: true,
            cutaway: 0,
            buttons: [318, 400, 472],
            pockets: 490,
            isPeak: true,
          }),
        ],
  };
}

export function trenchCoat(isBack: boolean): Sketch {
  const torso = { ...COAT, hem: 168 };
  const arms = sleeves(torso, { length: "long", width: 64 });
  const belt = symmetric("M300 384 C250 384 200 382 166 376 L166 408 C200 414 250 416 300 416");
  const strap = "M78 520 L140 528 L138 546 L76 538 Z";
  const epaulette = "M160 146 L228 126 L234 140 L164 164 Z";
  const extras: Layer[] = [
    panel(belt, { folds: [dark("M160 410 L440 410", 6)] }),
    seam("M168 382 C250 392 350 392 432 382 M168 402 C250 410 350 410 432 402", "stitch"),
    panel(strap, { volume: "flat" }),
    panel(mirror(strap), { volume: "flat" }),
    panel(epaulette, { volume: "flat" }),
    panel(mirror(epaulette), { volume: "flat" }),
    button(224, 136, 5),
    button(376, 136, 5),
  ];
  if (isBack)
    return {
      layers: [
        ...arms,
        ...back(torso, 540),
        panel(symmetric("M300 262 C250 262 200 250 160 226 L150 152 L230 128 C250 140 280 144 300 144"), {
          volume: "flat",
        }),
        ...extras,
      ],
    };
  return {
    layers: [
      ...arms,
      ...front(torso, {
        stance: 370,
        isDouble: true,
        cutaway: 0,
        buttons: [300, 450, 516],
        pockets: 476,
        isPeak: false,
      }),
      panel("M404 152 L444 166 C436 210 420 250 392 276 C376 256 380 210 404 152 Z", { volume: "flat" }),
      ...extras,
      part("M282 378 L322 378 L322 422 L282 422 Z M291 387 L313 387 L313 413 L291 413 Z", "leather"),
    ],
  };
}

export function waistcoat(isBack: boolean): Sketch {
  const half = isBack
    ? "M300 154 C274 152 254 150 244 144 L196 166 C204 220 196 270 178 310 C182 380 192 420 190 470 C186 520 176 560 172 590 C220 600 270 604 300 604"
    : "M300 340 C268 280 250 214 244 144 L196 166 C204 220 196 270 178 310 C182 380 192 420 190 470 C186 520 176 560 172 586 C204 606 236 622 262 634 L300 580";
  return {
    layers: [
      ...(isBack
        ? []
        : [part(symmetric("M300 150 C276 150 256 148 244 144 C250 214 268 280 300 340"), "inside", "top")]),
      panel(symmetric(half), {
        folds: [
          dark("M182 316 C214 360 226 400 230 440", 13),
          dark("M418 316 C386 360 374 400 370 440", 15),
          light("M240 260 C232 360 224 460 222 580", 18),
        ],
      }),
      ...(isBack
        ? [
            seam("M300 156 L300 602"),
            panel("M206 448 L300 456 L300 474 L206 466 Z M394 448 L300 456 L300 474 L394 466 Z", { volume: "flat" }),
            part("M286 450 L314 450 L314 480 L286 480 Z", "steel"),
          ]
        : [
            seam("M304 340 L304 582", "seam", 2),
            ...[356, 404, 452, 500, 548].map((y) => button(298, y, 7)),
            seam(both("M206 470 L262 478 L262 492 L206 484 Z")),
            seam("M340 300 L386 290 L386 304 L340 314 Z"),
            seam(both("M236 330 C232 420 226 500 220 604"), "fine"),
            seam(both("M300 348 C270 288 254 220 250 150"), "stitch"),
          ]),
    ],
  };
}
