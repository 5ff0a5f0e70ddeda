import { mirror, symmetric } from "../outline.js";
import { button, dark, type Layer, panel, part, seam, type Sketch } from "../sketch.js";
import { back, COAT, front } from "./lapels.js";
import { sleeves } from "./torso.js";

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
