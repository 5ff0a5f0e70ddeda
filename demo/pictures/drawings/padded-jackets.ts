import { both, mirror, symmetric } from "../outline.js";
import { button, crease, dark, type Fold, type Layer, light, panel, part, seam, type Sketch } from "../sketch.js";
import { backCollar, JACKET, shell, standCollar } from "./jacket-parts.js";
import { armholes, bodyFolds, bodyOutline, sleeves, type Torso } from "./torso.js";

/** Padded bands between quilting seams. */
function bands(left: number, right: number, from: number, to: number, step: number): Fold[] {
  const heights = Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);
  const bend = (right - left) * 0.3;
  const across = (y: number) => `M${left} ${y} C${left + bend} ${y + 9} ${right - bend} ${y + 9} ${right} ${y}`;
  return heights.flatMap((y) => [
    dark(across(y + 3), 6),
    light(across(y - step * 0.5), step * 0.36),
    crease(across(y)),
  ]);
}

const quilted = (torso: Torso, step: number): Layer =>
  panel(bodyOutline({ ...torso, drop: 14 }), {
    folds: [...bodyFolds(torso).slice(0, 4), ...bands(130, 470, 206, torso.length - 6, step)],
  });

export function pufferJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, chest: 152, waist: 152, hem: 148, shoulder: 156, length: 600 };
  const arms = sleeves(torso, { length: "long", width: 70 }).map((layer) =>
    layer.kind === "panel" ? { ...layer, folds: [...layer.folds, ...bands(40, 560, 234, 620, 54)] } : layer,
  );
  return {
    layers: [
      ...arms,
      quilted(torso, 58),
      armholes(torso),
      ...(isBack
        ? [backCollar(70)]
        : [
            part(symmetric("M300 96 C270 96 248 100 238 108 C256 160 280 172 300 172"), "inside", "top"),
            panel(symmetric("M300 150 C276 142 252 124 238 106 C230 130 228 160 232 184 C254 200 280 204 300 204"), {
              folds: [dark("M232 160 C260 178 340 178 368 160", 12)],
            }),
            seam("M300 152 L300 608", "zip"),
            part("M296 156 L304 156 L306 184 L294 184 Z", "steel"),
            seam(both("M196 470 L232 540"), "zip", 4),
          ]),
    ],
  };
}

export function gilet(isBack: boolean): Sketch {
  const torso = { ...JACKET, chest: 142, waist: 142, hem: 140, shoulder: 118, length: 604 };
  const rim = "M182 182 C200 226 186 280 158 306";
  return {
    layers: [
      quilted(torso, 50),
      seam(both(rim), "ridge", 8),
      ...(isBack
        ? [backCollar(56)]
        : [
            ...standCollar(64),
            seam("M300 156 L300 614", "zip"),
            ...[196, 290, 390, 490].map((y) => button(312, y, 5, "steel")),
            seam(both("M200 470 L224 548"), "ridge", 5),
          ]),
    ],
  };
}

export function parka(isBack: boolean): Sketch {
  const torso: Torso = { ...JACKET, top: 140, chest: 148, waist: 138, hem: 158, shoulder: 152, length: 684 };
  const pocket = "M182 500 L262 500 L266 594 L178 594 Z";
  const flap = "M178 488 L266 488 L268 522 C240 530 206 530 176 522 Z";
  const hood =
    "M300 218 C262 208 238 178 238 136 C238 108 266 92 300 90 L300 70 C232 70 190 112 188 170 C194 210 246 246 300 262 Z";
  return {
    layers: [
      ...sleeves(torso, { length: "long", width: 66 }),
      panel(bodyOutline({ ...torso, drop: 14 }), { folds: bodyFolds(torso) }),
      armholes(torso),
      seam("M164 420 C230 430 370 430 436 420", "seam"),
      seam("M164 428 C230 438 370 438 436 428", "stitch"),
      ...(isBack
        ? [
            panel(symmetric("M300 70 C236 70 194 108 190 172 C214 206 256 222 300 222"), { volume: "ball" }),
            seam("M300 72 L300 220"),
            seam("M300 560 L300 690"),
          ]
        : [
            panel("M284 220 L322 220 L322 690 L284 690 Z", { volume: "flat" }),
            seam("M290 224 L290 688 M316 224 L316 688", "stitch"),
            ...[268, 348, 500, 590, 660].map((y) => button(303, y, 6)),
            ...[pocket, mirror(pocket)].map((outline) => panel(outline, { volume: "flat" })),
            ...[flap, mirror(flap)].map((outline) => panel(outline, { volume: "flat" })),
            button(222, 514, 6),
            button(378, 514, 6),
            part(symmetric("M300 90 C256 90 232 110 234 140 C240 186 264 212 300 222"), "inside", "top"),
            panel(hood, { volume: "limb", folds: [dark("M200 190 C230 224 262 240 300 250", 14)] }),
            panel(mirror(hood), { volume: "limb", folds: [dark("M400 190 C370 224 338 240 300 250", 14)] }),
            seam(both("M282 250 C276 290 284 320 278 350"), "cord", 3, "foam"),
          ]),
    ],
  };
}

export function shearlingJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 146, hem: 146, length: 606 };
  const collar =
    "M300 262 C276 236 248 196 240 140 C222 144 206 160 200 182 C206 226 232 262 262 282 C280 278 294 272 300 262 Z";
  return {
    layers: [
      ...shell(torso),
      part(both("M66 580 C88 594 112 598 138 594 L136 628 C110 632 84 630 64 618 Z"), "shearling", "limb"),
      part(symmetric("M300 586 C240 586 190 580 154 572 L154 614 C190 622 250 626 300 626"), "shearling", "body"),
      ...(isBack
        ? [part(symmetric("M300 118 C262 118 232 134 222 158 C240 196 272 206 300 206"), "shearling", "ball")]
        : [
            part("M290 250 L312 250 L312 622 L290 622 Z", "shearling", "body"),
            part(symmetric("M300 134 C270 134 252 138 244 146 C258 190 284 220 300 240"), "inside", "top"),
            part(collar, "shearling", "ball", [dark("M222 180 C240 220 262 250 290 262", 12)]),
            part(mirror(collar), "shearling", "ball", [dark("M378 180 C360 220 338 250 310 262", 12)]),
            ...[330, 410, 490, 560].map((y) => button(322, y, 8, "wood")),
            seam(both("M190 452 L226 530"), "ridge", 7),
          ]),
    ],
  };
}
