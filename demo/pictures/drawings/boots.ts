import { crease, dark, type Layer, light, panel, part, seam, type Sketch, STEP_BEHIND } from "../sketch.js";

const FLOOR = 660;

const standing = (layers: readonly Layer[], x = 330, y = 470, zoom = 1.4): Sketch => ({
  layers,
  floor: FLOOR + 4,
  other: STEP_BEHIND,
  offset: -40,
  focus: { x, y, zoom, turn: -6 },
});

const SOLE = part("M84 634 C84 650 96 658 120 658 L372 658 C384 656 392 648 396 640 L396 628 L84 624 Z", "wood", "top");
const HEEL = part("M384 626 L488 622 L490 660 L392 660 Z", "wood", "top");
const LUG = part(
  "M80 630 C78 652 92 664 112 664 L124 656 L140 666 L168 666 L176 656 L192 666 L220 666 L228 656 L244 666 L272 666 L280 656 L296 666 L340 666 L372 656 L390 668 L496 668 L498 624 L84 624 Z",
  "ink",
  "top",
);

const ANKLE =
  "M84 630 C72 600 92 580 136 572 C184 562 232 540 258 500 C272 474 276 420 272 372 C330 360 420 358 474 366 C478 430 470 480 484 530 C494 566 494 600 490 628 C360 636 200 636 84 630 Z";

const ankleFolds = [
  dark("M262 500 C300 520 350 520 400 506", 12),
  dark("M270 470 C310 486 360 484 420 470", 11),
  light("M110 596 C160 578 220 568 266 530", 16),
  light("M310 384 C316 430 306 470 292 510", 22),
  dark("M474 380 C468 460 476 540 482 620", 16),
];

export function chelseaBoot(): Sketch {
  return standing([
    HEEL,
    SOLE,
    part("M460 350 C466 338 480 338 482 350 L480 392 L462 392 Z", "ink"),
    part("M272 372 C300 350 440 346 474 366 C440 384 310 388 272 372 Z", "inside", "top"),
    panel(ANKLE, { volume: "top", folds: ankleFolds }),
    panel(
      "M318 368 C350 366 390 364 418 364 C414 420 400 470 388 500 C376 512 356 512 346 500 C328 470 320 420 318 368 Z",
      {
        tone: "inside",
        cloth: false,
        volume: "limb",
        folds: Array.from({ length: 9 }, (_, index) => crease(`M${322 + index * 12} 360 L${330 + index * 9} 520`, 1.6)),
      },
    ),
    seam("M388 500 C420 560 430 600 430 630 M346 500 C330 540 300 590 290 632", "stitch"),
  ]);
}

function laced(tone: "foam" | "wood" | "jute", eyelets: "metal" | "steel"): Layer[] {
  const points = Array.from({ length: 7 }, (_, index) => ({
    x: 248 + index * 5.6 - (index > 4 ? (index - 4) * 2 : 0),
    y: 520 - index * 22,
  }));
  return [
    ...points.map(({ x, y }) => seam(`M${x - 4} ${y} L${x + 34} ${y + 10}`, "lace", 6, tone)),
    ...points.map(({ x, y }) => ({ kind: "button" as const, x: x + 38, y: y + 12, radius: 4, tone: eyelets })),
  ];
}

export function laceUpBoot(): Sketch {
  return standing([
    LUG,
    panel("M262 384 C266 350 284 336 300 336 C312 350 312 384 306 420 Z", { volume: "limb" }),
    part("M272 372 C300 350 440 346 474 366 C440 384 310 388 272 372 Z", "inside", "top"),
    panel(ANKLE, { volume: "top", folds: ankleFolds }),
    seam("M236 530 C290 540 318 480 316 368 M236 536 C296 550 326 484 324 368", "stitch"),
    seam("M236 530 C280 560 300 600 300 632", "seam"),
    seam("M410 366 C420 460 430 560 430 630", "stitch"),
    panel("M272 372 C330 360 420 358 474 366 L474 388 C420 382 330 384 274 394 Z", { tone: "deep", volume: "body" }),
    ...laced("wood", "metal"),
    seam("M88 622 C200 630 380 630 490 620", "stitch", undefined, "jute"),
  ]);
}

export function hikingBoot(): Sketch {
  return standing([
    LUG,
    panel("M262 384 C266 346 284 330 302 330 C314 346 314 384 306 420 Z", { volume: "limb", tone: "deep" }),
    part("M272 372 C300 344 440 340 474 362 C440 384 310 388 272 372 Z", "inside", "top"),
    panel(ANKLE, { volume: "top", folds: ankleFolds }),
    panel("M84 630 C74 600 94 580 136 572 C154 568 170 564 184 558 C200 580 196 610 184 634 Z", {
      tone: "deep",
      volume: "ball",
    }),
    panel("M410 610 C404 560 420 520 480 512 C494 560 494 600 490 628 L412 630 Z", { tone: "deep", volume: "limb" }),
    panel("M272 372 C330 356 420 354 474 362 C478 386 474 404 472 420 C410 402 330 404 276 420 Z", {
      tone: "deep",
      volume: "body",
      folds: [dark("M276 412 C340 396 410 396 472 412", 10)],
    }),
    seam("M236 536 C290 546 322 490 320 410", "stitch"),
    ...laced("jute", "steel"),
    seam("M86 626 C200 634 380 634 492 624", "seam", 3, "foam"),
  ]);
}

export function heeledAnkleBoot(): Sketch {
  return standing(
    [
      part("M404 560 L486 540 L480 660 L432 660 C430 620 424 590 404 560 Z", "wood", "limb"),
      part(
        "M88 646 C84 656 92 662 112 660 L250 660 C310 654 350 620 408 578 L400 560 C340 600 300 640 250 646 Z",
        "wood",
        "top",
      ),
      part("M278 330 C304 310 430 308 462 326 C430 344 310 346 278 330 Z", "inside", "top"),
      panel(
        "M88 650 C78 624 104 604 150 590 C206 572 250 540 268 490 C282 440 284 380 278 330 C330 318 410 316 462 326 C464 400 456 450 474 500 C486 530 488 546 484 560 C440 568 420 566 402 576 C350 610 310 646 250 650 Z",
        {
          volume: "top",
          folds: [
            dark("M272 480 C310 500 350 500 400 480", 13),
            dark("M280 450 C320 466 360 462 420 446", 10),
            light("M120 620 C180 600 230 576 266 530", 16),
            light("M316 344 C322 400 312 450 298 490", 22),
            dark("M460 340 C452 430 462 500 476 550", 16),
          ],
        },
      ),
      seam("M340 324 C352 400 340 470 350 520 C356 560 340 590 320 610", "fine"),
      seam("M352 500 L352 330", "zip", 3),
    ],
    320,
    480,
  );
}

export function kneeBoot(): Sketch {
  const layers: Layer[] = [
    part("M404 590 L482 572 L478 700 L434 700 C432 656 424 624 404 590 Z", "wood", "limb"),
    part(
      "M96 686 C92 696 100 702 118 700 L250 700 C310 694 350 656 408 610 L400 594 C340 636 300 680 250 686 Z",
      "wood",
      "top",
    ),
    part("M264 112 C290 94 446 92 478 110 C446 128 300 130 264 112 Z", "inside", "top"),
    panel(
      "M96 690 C86 666 110 648 156 634 C208 618 252 590 272 540 C288 490 284 440 274 380 C262 300 258 200 264 112 C320 100 420 98 478 110 C490 220 486 320 470 400 C460 460 462 500 472 540 C484 566 486 580 482 594 C440 602 420 600 402 610 C350 646 310 686 250 690 Z",
      {
        volume: "body",
        folds: [
          dark("M276 530 C310 550 350 546 410 520", 13),
          dark("M282 500 C320 516 370 508 430 490", 10),
          dark("M270 360 C310 380 370 376 460 366", 9),
          light("M312 130 C304 240 310 340 326 430", 26),
          light("M130 660 C180 644 230 622 268 582", 15),
          dark("M470 130 C476 260 462 400 456 480", 20),
        ],
      },
    ),
    seam("M360 110 C372 240 356 380 360 480 C362 540 350 600 320 640", "fine"),
    seam("M364 470 L366 300", "zip", 3),
    seam("M266 136 C320 126 420 124 480 134", "stitch"),
  ];
  return { layers, floor: 704, offset: -4, focus: { x: 340, y: 400, zoom: 1.25, turn: -6 } };
}
