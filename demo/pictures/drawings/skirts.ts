import { both, mirror, symmetric } from "../outline.js";
import { button, crease, dark, light, panel, part, seam, type Fold, type Layer, type Sketch } from "../sketch.js";

interface Shape {
  readonly waist: number;
  readonly hip: number;
  readonly hem: number;
  readonly length: number;
}

const TOP = 130;

function outline({ waist, hip, hem, length }: Shape): string {
  return symmetric(
    `M300 ${TOP + 14} C${300 - waist * 0.4} ${TOP + 14} ${300 - waist * 0.7} ${TOP + 10} ${300 - waist} ${TOP + 4} C${300 - waist - 10} ${TOP + 60} ${300 - hip} ${TOP + 110} ${300 - hip} ${TOP + 160} C${300 - hip - (hem - hip) * 0.2} ${TOP + 220} ${300 - hem} ${length - 120} ${300 - hem} ${length} C${300 - hem * 0.6} ${length + 13} ${300 - hem * 0.3} ${length + 16} 300 ${length + 16}`,
  );
}

function band(waist: number, height = 30): Layer[] {
  return [
    part(
      symmetric(
        `M300 ${TOP - 12} C${300 - waist * 0.5} ${TOP - 12} ${300 - waist * 0.8} ${TOP - 12} ${300 - waist + 2} ${TOP - 8} C${300 - waist * 0.6} ${TOP + 4} ${300 - waist * 0.3} ${TOP + 6} 300 ${TOP + 6}`,
      ),
      "inside",
    ),
    panel(
      symmetric(
        `M300 ${TOP + 4} C${300 - waist * 0.4} ${TOP + 4} ${300 - waist * 0.7} ${TOP} ${300 - waist + 2} ${TOP - 8} L${300 - waist - 2} ${TOP - 8 + height} C${300 - waist * 0.7} ${TOP + height + 4} ${300 - waist * 0.4} ${TOP + height + 8} 300 ${TOP + height + 8}`,
      ),
    ),
  ];
}

/** Long soft folds that fan out towards the hem. */
export function drape(waist: number, hem: number, top: number, length: number, count: number): Fold[] {
  return Array.from({ length: count }, (_, index) => {
    const share = ((index + 0.5) / count) * 2 - 1;
    const line = (shift: number) =>
      `M${300 + waist * share * 0.9} ${top + 40 + Math.abs(share) * 30} C${300 + (waist + hem) * 0.5 * share} ${(top + length) / 2 - 40} ${300 + hem * share * 0.96 + shift} ${(top + length) / 2 + 80} ${300 + hem * share + shift} ${length + 14}`;
    return [dark(line(0), 13), light(line((-hem / count) * 0.9), 13)];
  }).flat();
}

const lowered = (layers: readonly Layer[], offset: number): Sketch => ({ layers, offset });

export function miniSkirt(isBack: boolean): Sketch {
  const shape: Shape = { waist: 98, hip: 140, hem: 168, length: 440 };
  return lowered(
    [
      panel(outline(shape), {
        folds: [
          dark("M190 240 C176 320 160 390 154 450", 16),
          dark("M410 240 C424 320 440 390 446 450", 16),
          light("M240 200 C226 300 216 380 212 440", 24),
          dark("M330 330 C336 380 340 410 340 450", 14),
        ],
      }),
      ...band(shape.waist),
      seam(both("M246 168 C240 200 236 226 234 246"), "seam"),
      seam("M136 424 C200 444 400 444 464 424", "fine"),
      ...(isBack
        ? [seam("M300 166 L300 290", "zip", 3), seam("M300 290 L300 456")]
        : [seam(both("M192 250 L262 262"), "ridge", 4)]),
    ],
    110,
  );
}

export function pencilSkirt(isBack: boolean): Sketch {
  const shape: Shape = { waist: 94, hip: 138, hem: 112, length: 640 };
  return lowered(
    [
      panel(outline(shape), {
        folds: [
          dark("M174 320 C184 420 188 540 192 650", 18),
          dark("M426 320 C416 420 412 540 408 650", 18),
          light("M240 220 C226 360 234 500 240 640", 26),
          dark("M196 300 C240 320 280 322 300 318", 9),
        ],
      }),
      ...band(shape.waist),
      seam(both("M250 168 C244 200 240 224 240 244"), "seam"),
      seam("M190 626 C230 640 370 640 410 626", "fine"),
      ...(isBack
        ? [
            seam("M300 168 L300 320", "zip", 3),
            seam("M300 320 L300 656"),
            panel("M300 530 L308 656 L296 656 Z", { tone: "inside", volume: "flat" }),
          ]
        : []),
    ],
    8,
  );
}

export function pleatedSkirt(isBack: boolean): Sketch {
  const shape: Shape = { waist: 90, hip: 130, hem: 196, length: 650 };
  const count = 13;
  const folds = Array.from({ length: count - 1 }, (_, index) => {
    const share = ((index + 1) / count) * 2 - 1;
    const line = (shift: number) =>
      `M${300 + 90 * share} 160 C${300 + 128 * share} 300 ${300 + 168 * share + shift} 460 ${300 + 196 * share + shift} 672`;
    return [dark(line(9), 13), light(line(-9), 11), crease(line(0), 1.8)];
  }).flat();
  return lowered(
    [panel(outline(shape), { folds }), ...band(shape.waist), ...(isBack ? [seam("M300 168 L300 280", "zip", 3)] : [])],
    4,
  );
}

export function slipSkirt(isBack: boolean): Sketch {
  const shape: Shape = { waist: 92, hip: 136, hem: 160, length: 646 };
  return lowered(
    [
      panel(outline(shape), {
        folds: [
          ...drape(86, 150, TOP, 640, 5),
          dark("M206 260 C250 290 290 300 330 294", 12),
          light("M220 290 C260 316 300 320 330 316", 12),
        ],
      }),
      ...band(shape.waist, 22),
      seam("M142 636 C210 656 390 656 458 636", "fine"),
      ...(isBack ? [seam("M300 150 L300 658", "fine")] : []),
    ],
    6,
  );
}

export function denimSkirt(isBack: boolean): Sketch {
  const shape: Shape = { waist: 100, hip: 144, hem: 152, length: 460 };
  const pocket = "M196 240 L262 240 L262 302 L229 322 L196 302 Z";
  return lowered(
    [
      panel(outline(shape), {
        folds: [
          dark("M180 260 C170 330 164 400 162 466", 16),
          dark("M420 260 C430 330 436 400 438 466", 16),
          light("M236 220 C226 320 222 400 220 456", 22),
        ],
      }),
      ...band(shape.waist, 32),
      seam("M152 446 C216 464 384 464 448 446", "stitch", undefined, "metal"),
      ...(isBack
        ? [
            seam("M300 170 L300 470"),
            panel(pocket, { volume: "flat" }),
            panel(mirror(pocket), { volume: "flat" }),
            part("M346 130 L384 126 L386 150 L348 154 Z", "leather"),
          ]
        : [
            seam("M300 168 L300 470 M300 270 C318 266 324 240 324 168"),
            seam("M296 168 L296 290 C314 282 319 260 319 168", "stitch", undefined, "metal"),
            seam(both("M252 166 C246 214 210 230 188 224"), "seam"),
            seam(both("M258 168 C252 222 212 238 186 232"), "stitch", undefined, "metal"),
            button(300, 150, 8, "metal"),
          ]),
    ],
    106,
  );
}
