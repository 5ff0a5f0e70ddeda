import { both, oval, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Sketch } from "../sketch.js";
import { standing, strap } from "./bag-parts.js";

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
