import { both, oval } from "../outline.js";
import { light, panel, part, type Sketch } from "../sketch.js";

/** Sunglasses with two rims, a bridge and folded temples. */
function sunglasses(rim: string, lens: string, bridge: string): Sketch {
  return {
    layers: [
      panel("M84 372 C60 330 90 300 180 318 L470 470 C480 478 474 490 460 486 L170 346 C130 338 104 352 104 384 Z", {
        tone: "inside",
        volume: "limb",
      }),
      panel("M516 372 C540 330 510 300 420 318 L130 470 C120 478 126 490 140 486 L430 346 C470 338 496 352 496 384 Z", {
        tone: "inside",
        volume: "limb",
      }),
      panel(both(rim), { volume: "top" }),
      part(both(lens), "glass", "flat", [light("M110 380 L190 480", 26), light("M350 380 L430 480", 26)]),
      panel(bridge, { volume: "top" }),
      part(both("M84 388 L98 386 L98 398 L84 400 Z"), "metal"),
    ],
    offset: -46,
    focus: { x: 200, y: 430, zoom: 1.8, turn: -8 },
  };
}

export const squareSunglasses = (): Sketch =>
  sunglasses(
    "M72 376 C120 356 220 360 274 376 C284 420 278 490 244 518 C200 534 130 530 104 508 C80 480 70 420 72 376 Z",
    "M96 394 C140 380 210 382 254 394 C260 430 254 474 232 496 C200 508 140 506 120 490 C102 470 94 430 96 394 Z",
    "M268 382 C288 372 312 372 332 382 L334 410 C318 396 282 396 266 410 Z",
  );

export const roundSunglasses = (): Sketch =>
  sunglasses(
    oval(174, 444, 100, 94),
    oval(174, 446, 79, 74),
    "M262 402 C284 384 316 384 338 402 L336 432 C318 410 282 410 264 432 Z",
  );

export const catEyeSunglasses = (): Sketch =>
  sunglasses(
    "M50 346 C110 352 220 364 276 388 C284 436 264 506 210 522 C150 534 104 506 84 458 C76 420 68 376 50 346 Z",
    "M94 384 C150 384 214 392 254 406 C256 446 240 488 204 500 C156 508 122 488 108 452 C102 426 98 404 94 384 Z",
    "M270 390 C288 382 312 382 330 390 L332 416 C316 404 284 404 268 416 Z",
  );
