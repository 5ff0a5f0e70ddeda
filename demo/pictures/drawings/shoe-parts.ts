import { dark, type Layer, light, panel, part, seam, type Sketch, STEP_BEHIND } from "../sketch.js";

/** Height of the floor. Shoes stand in profile with the toe to the left. */
const FLOOR = 556;

export const standing = (layers: readonly Layer[], x = 300, y = 470, zoom = 1.55): Sketch => ({
  layers,
  floor: FLOOR + 4,
  other: STEP_BEHIND,
  focus: { x, y, zoom, turn: -8 },
});

export function laces(
  from: readonly [number, number],
  to: readonly [number, number],
  count: number,
  reach = 30,
): Layer[] {
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    return seam(`M${Math.round(x)} ${Math.round(y)} L${Math.round(x + reach)} ${Math.round(y + reach * 0.85)}`, "lace");
  });
}

const LOAFER_SOLE = part(
  "M58 530 C60 544 74 550 96 550 L380 550 C392 548 400 540 404 532 L404 520 L58 520 Z",
  "wood",
  "top",
);

const HEEL = part("M392 520 L510 516 L512 556 L398 556 Z", "wood", "top");

export const LOAFER_UPPER =
  "M58 524 C48 500 64 482 102 474 C150 465 200 452 230 430 C248 416 262 404 272 392 C288 426 340 448 400 442 C446 436 472 392 500 386 C494 412 504 436 510 464 C514 488 514 506 512 522 C400 528 200 530 58 524 Z";

export const LOAFER_INSIDE = "M272 392 C330 366 452 362 498 388 C472 392 446 436 400 442 C340 448 288 426 272 392 Z";

export function loaferBase(): Layer[] {
  return [
    HEEL,
    LOAFER_SOLE,
    part(LOAFER_INSIDE, "inside", "top"),
    panel(LOAFER_UPPER, {
      volume: "top",
      folds: [
        light("M92 490 C150 464 210 452 258 424", 18),
        dark("M240 430 C270 470 280 500 280 528", 13),
        dark("M452 400 C470 440 474 490 472 524", 14),
      ],
    }),
    seam("M94 500 C120 474 170 462 216 452 C246 446 262 440 272 430", "ridge", 7),
    seam("M472 390 C484 440 486 480 484 522", "fine"),
    seam("M272 392 C288 426 340 448 400 442 C446 436 472 392 498 388", "ridge", 4),
  ];
}

const LACE_UPPER =
  "M58 524 C48 498 66 478 106 470 C152 462 196 452 222 428 C242 408 256 392 268 376 C282 362 296 362 302 374 C316 412 370 428 416 410 C448 396 472 366 500 364 C494 394 504 428 510 460 C514 486 514 506 512 522 C400 528 200 530 58 524 Z";

export function laceUpBase(): Layer[] {
  return [
    HEEL,
    LOAFER_SOLE,
    part("M276 372 C330 342 452 340 498 366 C472 366 448 396 416 410 C370 428 316 412 302 374 Z", "inside", "top"),
    panel("M256 400 C264 366 284 342 304 338 C320 350 320 382 306 398 Z", { volume: "limb" }),
    panel(LACE_UPPER, {
      volume: "top",
      folds: [
        light("M92 490 C150 466 206 456 250 420", 18),
        dark("M228 440 C250 480 256 504 254 528", 12),
        dark("M456 384 C470 430 474 490 472 524", 14),
      ],
    }),
    seam("M474 376 C486 430 488 480 486 522", "stitch"),
  ];
}
