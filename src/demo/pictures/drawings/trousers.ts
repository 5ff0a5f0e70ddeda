import { both, mirror, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Fold, type Layer, type Sketch } from "../sketch.js";

interface Legs {
  readonly waist: number;
  readonly hip: number;
  /** Outer and inner half width where the leg ends. */
  readonly hemOuter: number;
  readonly hemInner: number;
  readonly knee: number;
  readonly length: number;
}

const TOP = 112;
const CROTCH = 300;

/** The left leg with its half of the hips. */
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

function base(legs: Legs): Layer[] {
  const folds = legFolds(legs);
  const outline = leg(legs);
  return [
    panel(mirror(outline), { volume: "limb", folds: folds.map((fold) => ({ ...fold, line: mirror(fold.line) })) }),
    panel(outline, { volume: "limb", folds }),
    inside(legs.waist),
    waistband(legs.waist),
  ];
}

const loops = (waist: number): Layer =>
  seam(
    both(
      `M${300 - waist * 0.55} ${TOP - 2} L${300 - waist * 0.55} ${TOP + 34} M${300 - waist * 0.92} ${TOP - 6} L${300 - waist * 0.93} ${TOP + 26}`,
    ),
    "ridge",
    5,
  );
const fly: Layer = seam("M300 148 L300 296 M300 250 C316 246 322 220 322 148", "seam");
const flyStitch: Layer = seam("M296 148 L296 270 C314 262 317 240 317 148", "stitch");

function jeans(legs: Legs, isBack: boolean): Sketch {
  const hem = `M${300 - legs.hemOuter + 2} ${legs.length - 14} L${300 - legs.hemInner - 2} ${legs.length - 10}`;
  const pocket = "M196 206 L262 206 L262 268 L229 288 L196 268 Z";
  return {
    layers: [
      ...base(legs),
      seam(both(hem), "stitch", undefined, "metal"),
      seam(
        both(
          `M${300 - legs.waist * 0.3} ${TOP + 30} M${300 - legs.hip + 6} ${TOP + 190} C${300 - legs.hip + 8} 420 ${300 - legs.knee + 6} 520 ${300 - legs.hemOuter + 6} ${legs.length - 16}`,
        ),
        "stitch",
      ),
      ...(isBack
        ? [
            seam("M300 148 L300 300"),
            seam(both(`M300 176 C250 172 220 160 ${300 - legs.waist - 4} 152`), "stitch", undefined, "metal"),
            panel(pocket, { volume: "flat" }),
            panel(mirror(pocket), { volume: "flat" }),
            seam(
              both(
                "M200 212 L258 212 L258 266 L229 283 L200 266 Z M204 236 C214 250 222 228 229 244 C236 228 244 250 254 236",
              ),
              "stitch",
              undefined,
              "metal",
            ),
            part("M352 116 L392 112 L394 138 L354 142 Z", "leather"),
          ]
        : [
            fly,
            seam("M296 148 L296 270 C314 262 317 240 317 148", "stitch", undefined, "metal"),
            seam(
              both(
                `M${300 - legs.waist * 0.42} ${TOP + 32} C${300 - legs.waist * 0.5} ${TOP + 80} ${300 - legs.waist * 0.8} ${TOP + 92} ${300 - legs.waist - 10} ${TOP + 88}`,
              ),
              "seam",
            ),
            seam(
              both(
                `M${300 - legs.waist * 0.36} ${TOP + 34} C${300 - legs.waist * 0.46} ${TOP + 88} ${300 - legs.waist * 0.8} ${TOP + 99} ${300 - legs.waist - 11} ${TOP + 95}`,
              ),
              "stitch",
              undefined,
              "metal",
            ),
            button(300, TOP + 20, 8, "metal"),
            button(222, 192, 3, "metal"),
            button(378, 192, 3, "metal"),
          ]),
      loops(legs.waist),
      seam(
        `M${300 - legs.waist + 4} ${TOP + 2} C260 ${TOP + 12} 340 ${TOP + 12} ${300 + legs.waist - 4} ${TOP + 2}`,
        "stitch",
        undefined,
        "metal",
      ),
    ],
  };
}

const SLIM: Legs = { waist: 94, hip: 122, knee: 104, hemOuter: 98, hemInner: 40, length: 706 };
const STRAIGHT: Legs = { waist: 96, hip: 126, knee: 124, hemOuter: 124, hemInner: 34, length: 706 };
const WIDE: Legs = { waist: 92, hip: 128, knee: 148, hemOuter: 166, hemInner: 16, length: 706 };

export const slimJeans = (isBack: boolean): Sketch => jeans(SLIM, isBack);
export const straightJeans = (isBack: boolean): Sketch => jeans(STRAIGHT, isBack);
export const wideJeans = (isBack: boolean): Sketch => jeans(WIDE, isBack);

const sidePockets = (legs: Legs): Layer =>
  seam(both(`M${300 - legs.waist * 0.62} ${TOP + 30} L${300 - legs.hip + 9} ${TOP + 122}`), "ridge", 4);
const backPockets: Layer = seam(both("M206 214 L262 214 L262 222 L206 222 Z"), "seam");

export function chinos(isBack: boolean): Sketch {
  const legs: Legs = { ...SLIM, knee: 112, hemOuter: 106, hemInner: 36 };
  return {
    layers: [
      ...base(legs),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets, button(234, 232, 4), button(366, 232, 4)]
        : [fly, flyStitch, sidePockets(legs), button(300, TOP + 20, 6)]),
      loops(legs.waist),
      seam(
        both(`M${300 - legs.hemOuter + 2} ${legs.length - 22} L${300 - legs.hemInner - 2} ${legs.length - 18}`),
        "fine",
      ),
    ],
  };
}

function creases(legs: Legs): Layer {
  const hem = (legs.hemOuter + legs.hemInner) / 2;
  return seam(
    both(
      `M${300 - legs.waist * 0.56} ${TOP + 40} C${300 - legs.hip * 0.58} 320 ${300 - hem} 480 ${300 - hem} ${legs.length}`,
    ),
    "ridge",
    3,
  );
}

export function tailoredTrousers(isBack: boolean): Sketch {
  const legs: Legs = { ...STRAIGHT, knee: 114, hemOuter: 108, hemInner: 34 };
  return {
    layers: [
      ...base(legs),
      creases(legs),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets]
        : [
            fly,
            sidePockets(legs),
            seam(`M300 ${TOP + 8} L330 ${TOP + 6} L330 ${TOP + 34} L300 ${TOP + 36}`),
            button(320, TOP + 20, 5),
          ]),
      loops(legs.waist),
    ],
  };
}

export function wideTrousers(isBack: boolean): Sketch {
  const pleats = both(
    `M${300 - 40} ${TOP + 36} C252 200 250 240 252 270 M${300 - 62} ${TOP + 34} C230 200 226 240 226 262`,
  );
  return {
    layers: [
      ...base(WIDE),
      creases(WIDE),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets]
        : [fly, seam(pleats, "seam"), sidePockets(WIDE), button(300, TOP + 20, 6)]),
    ],
  };
}

export function cargoTrousers(isBack: boolean): Sketch {
  const legs: Legs = { ...STRAIGHT, knee: 132, hemOuter: 122, hemInner: 36 };
  const pocket = "M166 370 L236 374 L236 470 L168 466 Z";
  const flap = "M162 364 L240 368 L240 398 C214 404 186 402 162 394 Z";
  return {
    layers: [
      ...base(legs),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets]
        : [fly, flyStitch, sidePockets(legs), button(300, TOP + 20, 6)]),
      loops(legs.waist),
      ...[pocket, mirror(pocket), flap, mirror(flap)].map((outline) => panel(outline, { volume: "flat" })),
      button(200, 390, 5),
      button(400, 390, 5),
      seam(both("M178 684 C206 692 236 692 264 688"), "ridge", 5),
      seam(both("M194 506 C214 516 236 516 262 508"), "stitch"),
    ],
  };
}

export function trackPants(isBack: boolean): Sketch {
  const legs: Legs = { waist: 100, hip: 130, knee: 122, hemOuter: 104, hemInner: 44, length: 672 };
  const cuff = "M198 668 C214 676 240 676 258 674 L254 712 C236 716 218 716 204 710 Z";
  return {
    layers: [
      ...base(legs),
      seam(
        both(
          Array.from(
            { length: 12 },
            (_, index) => `M${206 + index * 8} ${TOP - 2} L${206 + index * 8} ${TOP + 34}`,
          ).join(" "),
        ),
        "fine",
      ),
      panel(cuff, { tone: "rib" }),
      panel(mirror(cuff), { tone: "rib" }),
      ...(isBack
        ? [seam("M300 148 L300 300"), panel("M340 200 L400 200 L400 272 L340 272 Z", { volume: "flat" })]
        : [
            seam("M300 148 L300 300"),
            sidePockets(legs),
            seam("M284 140 C276 180 284 200 278 236", "cord", 4, "foam"),
            seam("M316 140 C324 176 316 206 322 226", "cord", 4, "foam"),
          ]),
    ],
  };
}

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
