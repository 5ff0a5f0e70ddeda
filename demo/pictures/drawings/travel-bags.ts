import { both, mirror, oval, symmetric } from "../outline.js";
import { dark, light, panel, part, seam, type Sketch } from "../sketch.js";
import { standing, strap } from "./bag-parts.js";

export function backpack(): Sketch {
  const body = symmetric("M300 176 C214 176 156 214 150 320 C140 430 134 540 142 640 C190 666 250 672 300 672");
  const pocket = symmetric("M300 430 C250 430 214 434 190 444 C184 510 182 570 186 626 C220 640 260 644 300 644");
  return standing(
    [
      ...strap("M270 180 C268 140 332 140 330 180", 10),
      panel("M150 330 C110 380 96 500 116 600 L140 610 C130 520 138 430 156 380 Z", { tone: "deep", volume: "limb" }),
      panel(mirror("M150 330 C110 380 96 500 116 600 L140 610 C130 520 138 430 156 380 Z"), {
        tone: "deep",
        volume: "limb",
      }),
      panel(body, {
        folds: [
          dark("M160 400 C156 500 158 580 164 640", 18),
          dark("M440 400 C444 500 442 580 436 640", 20),
          light("M226 220 C204 280 200 360 204 420", 26),
        ],
      }),
      seam("M164 330 C170 240 230 208 300 208 C370 208 430 240 436 330", "zip", 6),
      panel(pocket, {
        volume: "body",
        folds: [dark("M196 452 C250 440 350 440 404 452", 10), light("M224 470 C220 530 220 580 224 630", 18)],
      }),
      seam("M196 462 C250 450 350 450 404 462", "zip", 5),
      part("M398 462 L410 464 L406 494 L398 494 Z", "leather"),
      part("M430 330 L442 332 L440 364 L430 364 Z", "leather"),
      part("M272 316 L328 316 L328 352 L272 352 Z", "leather"),
      seam("M278 322 L322 322 L322 346 L278 346 Z", "stitch", undefined, "jute"),
      seam("M148 640 C200 660 400 660 452 640", "seam"),
    ],
    674,
    430,
    1.35,
  );
}

export function briefcase(): Sketch {
  return standing(
    [
      ...strap("M226 352 C220 282 240 256 300 256 C360 256 380 282 374 352", 14),
      panel(symmetric("M300 636 C230 640 150 638 90 630 C80 540 82 430 92 350 C150 342 230 340 300 340"), {
        folds: [
          dark("M110 590 C200 610 400 610 490 590", 16),
          light("M170 370 C162 450 164 540 170 620", 26),
          dark("M480 380 C486 460 484 540 478 620", 18),
        ],
      }),
      seam("M96 366 C170 358 430 358 504 366", "zip", 6),
      panel(symmetric("M300 612 C230 614 170 612 118 606 C112 550 112 490 118 442 C180 436 240 434 300 434"), {
        volume: "flat",
      }),
      seam("M124 454 C190 446 410 446 476 454", "zip", 5),
      seam("M124 468 C118 510 118 560 124 600 C190 606 410 606 476 600 C482 560 482 510 476 468", "stitch"),
      panel(both("M210 330 L242 330 L242 396 L226 408 L210 396 Z"), { volume: "limb" }),
      part(oval(226, 350, 9), "metal", "ball"),
      part(oval(374, 350, 9), "metal", "ball"),
      part("M476 448 L490 450 L486 490 L476 490 Z", "leather"),
    ],
    640,
    460,
    1.5,
    -30,
  );
}

export function weekender(): Sketch {
  return standing(
    [
      panel(symmetric("M300 640 C200 646 110 640 66 624 C50 540 60 430 104 372 C160 352 230 348 300 348"), {
        folds: [
          dark("M90 590 C200 624 400 624 510 590", 20),
          dark("M80 460 C90 540 100 590 120 624", 18),
          light("M170 376 C140 450 140 540 160 620", 30),
          dark("M300 400 C320 470 330 560 330 630", 14),
          dark("M510 470 C506 540 496 590 480 620", 20),
        ],
      }),
      seam("M110 376 C200 350 400 350 490 376", "zip", 6),
      panel(symmetric("M300 646 C200 650 110 644 66 628 L62 576 C120 596 220 604 300 604"), { tone: "deep" }),
      seam("M66 586 C130 606 240 614 300 614 C360 614 470 606 534 586", "stitch"),
      ...strap("M206 610 L206 380 C206 250 240 214 300 214 C360 214 394 250 394 380 L394 610", 17),
      panel("M262 214 C280 206 320 206 338 214 L338 236 C320 228 280 228 262 236 Z", { tone: "deep", volume: "ball" }),
      part(oval(206, 418, 9), "metal", "ball"),
      part(oval(394, 418, 9), "metal", "ball"),
      panel("M440 420 L480 420 L484 486 L462 502 L440 486 Z", { tone: "deep", volume: "flat" }),
      part("M482 380 L496 384 L490 416 L480 414 Z", "leather"),
    ],
    650,
    450,
    1.4,
  );
}

export function beltBag(): Sketch {
  return {
    focus: { x: 320, y: 440, zoom: 1.5, turn: -6 },
    layers: [
      seam("M130 400 C20 380 20 250 160 210 C300 176 470 190 540 270 C570 320 540 380 470 400", "seam", 24, "inside"),
      seam("M130 400 C20 380 20 250 160 210 C300 176 470 190 540 270 C570 320 540 380 470 400", "seam", 20, "deep"),
      part("M246 176 L330 172 L332 212 L250 216 Z", "ink", "ball"),
      panel(symmetric("M300 564 C210 568 130 540 112 470 C106 430 114 400 124 384 C180 366 240 362 300 362"), {
        folds: [dark("M130 500 C190 550 410 550 470 500", 18), light("M180 390 C166 440 180 490 220 520", 26)],
      }),
      seam("M128 396 C200 372 400 372 472 396", "zip", 6),
      panel(symmetric("M300 548 C226 550 164 530 146 480 C142 460 144 450 148 440 C190 428 250 424 300 424"), {
        volume: "flat",
        folds: [dark("M160 446 C240 432 360 432 440 446", 8)],
      }),
      seam("M156 452 C220 438 380 438 444 452", "zip", 5),
      part("M446 446 L458 450 L452 480 L442 478 Z", "leather"),
    ],
  };
}
