import { both, mirror, oval, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Layer, type Sketch } from "../sketch.js";

const standing = (layers: readonly Layer[], floor: number, y: number, zoom = 1.5, offset = 0): Sketch => ({
  layers,
  floor,
  offset,
  focus: { x: 300, y, zoom, turn: -5 },
});

/** A strap as a band of even width along a line. */
const strap = (line: string, width = 14): Layer[] => [
  seam(line, "seam", width + 3, "inside"),
  seam(line, "seam", width, "main"),
  seam(line, "bright", 2),
];

export function tote(): Sketch {
  const body = symmetric("M300 322 C240 322 180 318 118 308 C124 420 132 540 142 652 C196 664 250 668 300 668");
  return standing(
    [
      ...strap("M206 330 C206 200 230 120 300 120 C370 120 394 200 394 330", 13).map((layer) => ({
        ...layer,
        ...(layer.kind === "line" && layer.style !== "bright" ? { tone: "inside" as const } : {}),
      })),
      part(symmetric("M300 302 C240 300 170 300 118 308 C180 322 240 328 300 328"), "inside", "top"),
      panel(body, {
        folds: [
          dark("M136 330 C150 440 150 560 156 640", 18),
          dark("M464 330 C450 440 450 560 444 640", 20),
          light("M226 350 C214 450 210 560 214 650", 26),
          dark("M290 560 C310 600 330 630 336 660", 14),
        ],
      }),
      ...strap("M196 424 C196 250 216 158 300 158 C384 158 404 250 404 424"),
      panel(both("M182 396 L212 396 L212 446 L197 458 L182 446 Z"), { volume: "limb" }),
      seam(both("M187 402 L207 402 L207 442 L197 450 L187 442 Z"), "stitch"),
      seam("M124 330 C180 342 420 342 476 330", "stitch"),
      seam("M146 636 C200 648 400 648 454 636", "stitch"),
    ],
    668,
    420,
  );
}

export function shoulderBag(): Sketch {
  const body = symmetric("M300 636 C220 640 130 620 112 540 C106 480 116 420 130 392 C190 376 250 372 300 372");
  const flap = symmetric("M300 366 C240 364 180 370 128 388 C116 450 150 520 210 540 C240 550 270 552 300 552");
  return standing(
    [
      ...strap("M146 396 C150 250 210 150 300 150 C390 150 450 250 454 396", 18),
      panel(body, {
        folds: [dark("M122 470 C128 540 170 600 240 622", 16), dark("M478 470 C472 540 430 600 360 622", 18)],
      }),
      panel(flap, {
        volume: "top",
        folds: [light("M170 404 C160 460 190 510 240 524", 22), dark("M440 400 C450 450 430 500 380 530", 14)],
      }),
      seam(
        symmetric("M300 374 C244 372 188 378 138 394 C128 450 160 512 214 531 C242 540 270 542 300 542").replace(
          / Z$/,
          "",
        ),
        "stitch",
      ),
      panel(both("M132 384 L160 378 L164 408 L136 414 Z"), { volume: "limb" }),
      part(symmetric("M300 528 L280 528 L280 572 C286 580 294 582 300 582"), "metal", "ball"),
      part(symmetric("M300 544 L292 544 L292 560 L300 560"), "wood"),
      part(oval(148, 376, 11), "metal", "ball"),
      part(oval(452, 376, 11), "metal", "ball"),
    ],
    638,
    480,
  );
}

export function crossBodyBag(): Sketch {
  const body = symmetric("M300 640 C240 642 190 640 152 632 C138 560 136 470 142 400 L300 394");
  const flap = symmetric("M300 384 C240 384 186 386 138 394 C138 460 144 510 152 548 C200 560 250 564 300 564");
  return standing(
    [
      seam("M152 404 C60 250 150 110 300 110 C450 110 540 250 448 404", "seam", 11, "inside"),
      seam("M152 404 C60 250 150 110 300 110 C450 110 540 250 448 404", "seam", 8, "main"),
      panel(body, { folds: [dark("M150 570 C200 590 400 590 450 570", 14)] }),
      panel(flap, {
        volume: "top",
        folds: [light("M190 410 C184 470 190 520 200 544", 24), dark("M440 410 C446 470 440 520 430 550", 14)],
      }),
      seam("M148 404 C146 460 152 506 160 540 C210 552 390 552 440 540 C448 506 454 460 452 404", "stitch"),
      part(oval(150, 398, 13, 16), "metal", "ball"),
      part(oval(450, 398, 13, 16), "metal", "ball"),
      part(symmetric("M300 536 L270 536 L270 556 L300 556"), "metal", "ball"),
      seam("M206 620 L394 620", "stitch"),
    ],
    644,
    480,
  );
}

export function bucketBag(): Sketch {
  const body = symmetric("M300 298 C250 298 210 292 176 280 C160 400 150 520 158 634 C200 654 250 660 300 660");
  const folds = [-90, -54, -18, 20, 56, 92].map((x) =>
    dark(`M${300 + x} 300 C${300 + x * 1.06} 340 ${300 + x * 1.2} 380 ${300 + x * 1.3} 430`, 12),
  );
  return standing(
    [
      ...strap("M190 320 C150 190 220 110 300 110 C380 110 450 190 410 320", 14),
      part(symmetric("M300 266 C250 264 210 268 176 280 C210 294 250 300 300 300"), "inside", "top"),
      panel(body, {
        folds: [
          ...folds,
          light("M224 380 C214 470 212 560 218 640", 26),
          dark("M430 420 C438 500 436 580 430 640", 20),
        ],
      }),
      seam("M172 344 C220 360 380 360 428 344", "cord", 6, "main"),
      ...[196, 238, 280, 322, 364, 404].map((x, index) =>
        button(x, 348 + 5 * Math.sin((index / 5) * Math.PI), 6, "metal"),
      ),
      seam("M300 356 C286 390 282 420 276 460 M300 356 C312 390 322 424 330 450", "cord", 5, "main"),
      panel("M268 456 L284 456 L290 500 L264 500 Z M322 446 L338 446 L346 490 L320 490 Z", { volume: "limb" }),
      panel(symmetric("M300 596 C250 596 200 590 157 578 L158 634 C200 654 250 660 300 660"), { tone: "deep" }),
      seam("M160 588 C210 602 390 602 440 588", "stitch"),
    ],
    662,
    420,
  );
}

export function topHandleBag(): Sketch {
  const body = symmetric("M300 646 C240 650 180 648 124 640 C112 560 122 450 148 372 L300 366");
  const flap = symmetric(
    "M300 356 C240 356 190 360 148 370 C138 410 132 440 130 470 C180 490 220 498 262 500 C266 520 284 528 300 528",
  );
  return standing(
    [
      ...strap("M232 366 C226 250 250 196 300 196 C350 196 374 250 368 366", 15),
      part("M124 640 L100 620 C98 540 116 440 146 376 Z M476 640 L500 620 C502 540 484 440 454 376 Z", "inside"),
      panel(body, {
        folds: [dark("M136 520 C200 540 400 540 464 520", 16), light("M190 540 C186 580 184 610 186 640", 20)],
      }),
      panel(flap, {
        volume: "top",
        folds: [light("M190 380 C178 420 174 450 176 476", 20), dark("M440 380 C452 420 456 450 456 474", 14)],
      }),
      seam(
        symmetric(
          "M300 364 C244 364 196 368 156 378 C146 412 142 440 140 462 C186 482 224 490 270 491 C274 510 288 518 300 518",
        ).replace(/ Z$/, ""),
        "stitch",
      ),
      part(both("M216 356 L248 356 L248 386 L232 396 L216 386 Z"), "metal", "ball"),
      part(oval(300, 508, 22, 16), "metal", "ball"),
      part(symmetric("M300 496 L296 496 L296 520 L300 520"), "wood"),
      seam("M140 626 C200 636 400 636 460 626", "stitch"),
    ],
    652,
    460,
  );
}

export function clutch(): Sketch {
  return standing(
    [
      seam("M486 470 C540 500 556 570 520 620 C500 640 488 600 500 566", "seam", 8, "main"),
      panel(symmetric("M300 606 C220 610 140 606 84 598 C78 540 78 460 84 396 C140 390 220 388 300 388"), {
        folds: [dark("M100 560 C200 590 400 590 500 560", 16)],
      }),
      panel(symmetric("M300 540 C270 540 250 524 226 506 C180 474 130 430 84 394 C140 386 220 384 300 384"), {
        volume: "top",
        folds: [light("M140 412 C190 450 230 484 270 510", 20)],
      }),
      seam(
        symmetric("M300 530 C274 528 256 514 232 496 C190 466 146 430 108 402 C160 394 230 394 300 394").replace(
          / Z$/,
          "",
        ),
        "stitch",
      ),
      part(oval(300, 516, 13), "metal", "ball"),
      part(oval(486, 464, 9), "metal", "ball"),
    ],
    608,
    480,
    1.5,
    -70,
  );
}

export function basketBag(): Sketch {
  const body = symmetric("M300 360 C230 360 150 356 92 344 C100 450 140 570 176 640 C220 652 260 654 300 654");
  return standing(
    [
      seam("M200 350 C196 220 230 150 300 150 C370 150 404 220 400 350", "seam", 14, "inside"),
      part(symmetric("M300 326 C230 324 150 330 92 344 C150 360 230 366 300 366"), "inside", "top"),
      panel(body, {
        folds: [
          dark("M120 380 C140 480 170 570 200 640", 20),
          dark("M480 380 C460 480 430 570 400 640", 22),
          light("M220 380 C220 470 230 560 246 646", 30),
        ],
      }),
      seam("M92 346 C150 362 230 368 300 368 C370 368 450 362 508 346", "ridge", 12),
      seam("M190 430 C186 270 220 190 300 190 C380 190 414 270 410 430", "seam", 17, "inside"),
      seam("M190 430 C186 270 220 190 300 190 C380 190 414 270 410 430", "seam", 13, "leather"),
      part(both("M176 400 L204 400 L206 456 L190 468 L176 456 Z"), "leather", "limb"),
    ],
    656,
    430,
  );
}

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
