import { both, mirror, symmetric } from "../outline.js";
import { button, crease, dark, light, panel, part, seam, type Fold, type Layer, type Sketch } from "../sketch.js";
import { armholes, bodyFolds, bodyOutline, cuffs, hemBand, ribs, sleeves, type Torso } from "./torso.js";

const JACKET: Torso = { neck: 56, top: 148, shoulder: 150, chest: 144, waist: 140, hem: 138, length: 612, drop: 18 };

const shell = (torso: Torso): Layer[] => [
  ...sleeves(torso, { length: "long", width: 62 }),
  panel(bodyOutline({ ...torso, drop: 14 }), { folds: bodyFolds(torso) }),
  armholes(torso),
];

const standCollar = (height = 44): Layer[] => [
  part(
    symmetric(
      `M300 ${146 - height * 0.6} C274 ${146 - height * 0.6} 256 ${148 - height * 0.5} 244 ${150 - height * 0.7} C256 166 280 172 300 172`,
    ),
    "inside",
    "top",
  ),
  panel(
    symmetric(
      `M300 ${166 - height * 0.4} C276 ${162 - height * 0.5} 258 ${156 - height * 0.6} 244 ${150 - height * 0.7} C236 160 236 170 238 178 C258 192 280 196 300 196`,
    ),
    { volume: "body" },
  ),
];

const backCollar = (height = 44): Layer =>
  panel(
    symmetric(
      `M300 ${150 - height * 0.8} C274 ${150 - height * 0.8} 254 ${152 - height * 0.7} 244 ${156 - height * 0.6} C238 166 238 172 240 178 C258 186 280 188 300 188`,
    ),
    { volume: "body" },
  );

/** Swelling bands between stitched lines. */
function bands(left: number, right: number, from: number, to: number, step: number): Fold[] {
  const heights = Array.from({ length: Math.floor((to - from) / step) }, (_, index) => from + index * step);
  const bend = (right - left) * 0.3;
  const across = (y: number) => `M${left} ${y} C${left + bend} ${y + 9} ${right - bend} ${y + 9} ${right} ${y}`;
  return heights.flatMap((y) => [
    dark(across(y + 4), 11),
    light(across(y - step * 0.4), step * 0.3),
    light(across(y - step * 0.5), step * 0.2),
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

export function bomberJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 146, hem: 130, length: 590 };
  return {
    layers: [
      ...shell(torso),
      ...cuffs(torso, 56, "rib", 44),
      ...hemBand(torso, 50),
      ...(isBack
        ? [
            panel(symmetric("M300 126 C274 126 256 132 244 144 C258 166 280 172 300 172"), {
              tone: "rib",
              volume: "top",
            }),
          ]
        : [
            part(symmetric("M300 130 C276 130 258 136 248 146 C258 166 280 176 300 180"), "inside", "top"),
            panel(symmetric("M300 202 C272 194 250 172 240 148 L254 138 C262 160 280 176 300 182"), {
              tone: "rib",
              volume: "top",
            }),
            seam("M300 190 L300 600", "zip"),
            part("M296 196 L304 196 L306 224 L294 224 Z", "steel"),
            seam(both("M190 410 L226 492"), "ridge", 6),
            seam("M92 300 L128 306 L124 352 L88 346 Z"),
            seam("M100 306 L98 346", "zip", 3),
          ]),
      ...ribs(0, 0, 0),
    ],
  };
}

export function bikerJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 132, hem: 134, length: 580 };
  const lapel = "M318 330 C300 270 276 210 246 148 L222 172 L188 226 L226 236 C252 276 284 312 318 330 Z";
  const right = "M322 334 C340 280 350 210 354 148 L378 172 L424 228 L388 250 C372 290 350 318 322 334 Z";
  return {
    layers: [
      ...shell(torso),
      seam(both("M84 596 L122 604"), "zip", 4),
      seam("M168 566 C230 576 370 576 432 566", "stitch"),
      ...(isBack
        ? [
            seam("M162 240 C230 256 370 256 438 240 M300 250 L300 590"),
            panel(symmetric("M300 128 C272 128 254 134 244 146 C258 168 280 174 300 174"), { volume: "top" }),
          ]
        : [
            part(symmetric("M300 138 C276 138 258 142 246 148 C262 200 290 260 312 300"), "inside", "top"),
            seam("M322 332 C318 420 312 500 306 590", "zip"),
            panel(right, { volume: "flat" }),
            panel(lapel, { volume: "flat", folds: [light("M236 200 L290 300", 9)] }),
            button(204, 222, 5, "steel"),
            button(406, 224, 5, "steel"),
            panel(
              symmetric("M300 130 C274 130 256 136 246 148 L226 168 C236 182 250 190 256 188 C262 170 280 162 300 162"),
              { volume: "top" },
            ),
            seam("M196 420 L262 400", "zip", 4),
            seam("M376 410 L412 470 M190 352 L240 340", "zip", 4),
            panel("M158 540 L300 548 L300 572 L158 564 Z", { volume: "flat" }),
            part("M214 538 L244 540 L244 576 L214 574 Z M221 547 L237 548 L237 567 L221 566 Z", "steel"),
          ]),
    ],
  };
}

export function denimJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 134, hem: 126, length: 580 };
  const flap = "M186 272 L262 272 L262 296 L224 320 L186 296 Z";
  return {
    layers: [
      ...shell(torso),
      panel(symmetric("M300 556 C250 556 210 552 174 546 L172 582 C212 590 258 592 300 592"), { volume: "flat" }),
      seam("M176 552 C240 562 360 562 424 552 M174 576 C240 586 360 586 426 576", "stitch"),
      panel(both("M70 574 C90 586 112 588 136 586 L132 622 C108 624 86 622 70 612 Z"), { volume: "flat" }),
      seam(both("M214 326 C206 420 214 500 222 552 M256 326 C262 420 262 500 264 556"), "stitch"),
      ...(isBack
        ? [
            seam("M162 256 C230 268 370 268 438 256", "stitch"),
            seam(both("M240 268 C226 400 240 480 252 556"), "stitch"),
            panel(symmetric("M300 122 C270 122 250 130 238 148 C258 168 280 172 300 172"), { volume: "top" }),
          ]
        : [
            seam(both("M164 268 C200 272 250 272 286 268"), "stitch"),
            panel("M286 190 L316 190 L316 590 L286 590 Z", { volume: "flat" }),
            seam("M291 194 L291 588 M311 194 L311 588", "stitch"),
            ...[220, 288, 356, 424, 492, 568].map((y) => button(301, y, 7, "metal")),
            ...[flap, mirror(flap)].map((outline) => panel(outline, { volume: "flat" })),
            seam(both("M190 276 L258 276 L258 293 L224 314 L190 293 Z"), "stitch"),
            button(224, 302, 5.4, "metal"),
            button(376, 302, 5.4, "metal"),
            part(symmetric("M300 124 C274 124 254 130 243 142 C256 176 280 188 300 190"), "inside", "top"),
            ...pointedCollar(),
          ]),
    ],
  };
}

function pointedCollar(point = 236): Layer[] {
  const leaf = `M300 192 C280 184 256 164 246 138 C234 146 224 158 222 170 L238 ${point} C264 226 284 210 300 192 Z`;
  return [
    panel(leaf, { volume: "flat" }),
    panel(mirror(leaf), { volume: "flat" }),
    seam(both(`M231 172 L243 ${point - 12} C264 216 280 204 290 192`), "stitch"),
  ];
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

export function fieldJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, chest: 144, waist: 136, hem: 146, length: 640 };
  const chest = "M186 272 L262 272 L262 340 L186 340 Z";
  const hip = "M172 470 L264 470 L266 570 L168 570 Z";
  const flap = (x: number, y: number, width: number) =>
    `M${x - 3} ${y} L${x + width + 3} ${y} L${x + width + 3} ${y + 26} C${x + width * 0.7} ${y + 34} ${x + width * 0.3} ${y + 34} ${x - 3} ${y + 26} Z`;
  return {
    layers: [
      ...shell(torso),
      seam("M164 430 C230 440 370 440 436 430"),
      panel(both("M70 574 C90 586 112 588 136 586 L132 620 C108 622 86 620 70 612 Z"), { volume: "flat" }),
      ...(isBack
        ? [
            seam("M160 240 C230 252 370 252 440 240"),
            panel(symmetric("M300 122 C270 122 250 130 238 148 C258 168 280 172 300 172"), {
              tone: "deep",
              volume: "top",
            }),
          ]
        : [
            panel("M286 190 L318 190 L318 648 L286 648 Z", { volume: "flat" }),
            seam("M291 194 L291 646 M313 194 L313 646", "stitch"),
            ...[230, 310, 390, 500, 590].map((y) => button(302, y, 6.4)),
            ...[chest, mirror(chest), hip, mirror(hip)].map((outline) => panel(outline, { volume: "flat" })),
            ...[flap(186, 264, 76), flap(172, 460, 92)].flatMap((outline) => [
              panel(outline, { volume: "flat" }),
              panel(mirror(outline), { volume: "flat" }),
            ]),
            ...[224, 376].map((x) => button(x, 284, 5)),
            ...[218, 382].map((x) => button(x, 480, 5.4)),
            part(symmetric("M300 124 C274 124 254 130 243 142 C256 176 280 188 300 190"), "inside", "top"),
            ...pointedCollar().map((layer) => (layer.kind === "panel" ? { ...layer, tone: "deep" as const } : layer)),
          ]),
    ],
  };
}
