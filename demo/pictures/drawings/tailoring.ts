import { both, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Sketch } from "../sketch.js";
import { back, front, JACKET } from "./lapels.js";
import { sleeves } from "./torso.js";

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
