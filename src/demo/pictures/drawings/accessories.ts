import { both, oval, symmetric } from "../outline.js";
import { button, crease, dark, light, panel, part, seam, type Sketch } from "../sketch.js";

export function beanie(): Sketch {
  const ribs = Array.from({ length: 15 }, (_, index) => {
    const share = ((index + 1) / 16) * 2 - 1;
    return crease(
      `M${300 + share * 176} 470 C${300 + share * 178} 380 ${300 + share * 120} 250 ${300 + share * 26} 196`,
      2,
    );
  });
  return {
    layers: [
      panel(symmetric("M300 188 C210 188 136 280 126 440 L126 480 C180 500 240 506 300 506"), {
        folds: [...ribs, light("M220 240 C180 320 170 400 172 470", 30), dark("M420 280 C450 360 458 420 456 480", 24)],
      }),
      panel(symmetric("M300 470 C230 470 170 462 116 448 C110 500 112 540 118 572 C170 590 240 598 300 598"), {
        tone: "rib",
        folds: [
          dark("M120 456 C180 476 420 476 480 456", 12),
          ...Array.from({ length: 17 }, (_, index) => crease(`M${132 + index * 21} 452 L${132 + index * 21} 596`, 2)),
        ],
      }),
      part("M392 500 L440 494 L442 534 L394 540 Z", "leather"),
      seam("M398 505 L435 500 L436 530 L399 535 Z", "stitch", undefined, "jute"),
    ],
    focus: { x: 380, y: 470, zoom: 1.7, turn: 6 },
  };
}

export function cap(): Sketch {
  return {
    layers: [
      panel("M150 480 C140 350 200 250 330 250 C440 250 500 330 506 470 C420 500 260 510 150 480 Z", {
        volume: "ball",
        folds: [
          light("M220 300 C190 350 180 410 184 460", 30),
          dark("M330 260 C350 340 352 420 340 496", 12),
          dark("M480 350 C496 400 500 440 500 470", 20),
        ],
      }),
      seam(
        "M330 252 C300 330 286 420 290 498 M336 252 C400 300 430 390 430 490 M326 252 C250 290 206 360 198 486",
        "stitch",
      ),
      panel(oval(332, 250, 13, 8), { volume: "ball" }),
      button(252, 330, 3.6, "inside"),
      button(398, 326, 3.6, "inside"),
      panel(
        "M152 476 C100 490 54 530 50 560 C48 578 66 584 92 576 C160 552 300 540 420 506 C448 498 480 484 506 468 C420 492 260 504 152 476 Z",
        {
          volume: "top",
          folds: [dark("M160 488 C260 516 380 508 490 480", 12), light("M90 550 C130 524 170 512 220 512", 14)],
        },
      ),
      seam(
        "M142 490 C100 506 70 534 62 560 M132 498 C200 528 340 520 460 492 M112 516 C200 540 320 532 420 506 M90 540 C180 552 290 540 370 518",
        "stitch",
      ),
      seam("M246 408 C256 384 276 384 284 402 C290 420 270 430 262 420 M262 420 L290 416", "seam", 3, "contrast"),
    ],
    offset: -14,
    focus: { x: 260, y: 440, zoom: 1.7, turn: -8 },
  };
}

export function bucketHat(): Sketch {
  return {
    layers: [
      panel(symmetric("M300 250 C250 250 210 256 192 272 C178 330 168 390 162 440 C210 462 260 468 300 468"), {
        folds: [light("M230 280 C214 340 206 400 204 450", 28), dark("M400 290 C414 350 422 400 424 450", 20)],
      }),
      panel(oval(300, 266, 108, 20), { volume: "top" }),
      panel(symmetric("M300 456 C250 456 206 450 162 436 C120 470 84 520 74 562 C140 590 230 598 300 598"), {
        volume: "top",
        folds: [
          dark("M166 446 C240 470 360 470 434 446", 14),
          light("M130 500 C150 480 170 470 200 464", 18),
          dark("M430 480 C460 520 480 550 490 580", 20),
        ],
      }),
      seam(
        symmetric("M300 492 C250 492 196 484 148 466").replace(/ Z$/, "") +
          " " +
          symmetric("M300 522 C240 522 176 514 122 492").replace(/ Z$/, "") +
          " " +
          symmetric("M300 552 C230 552 156 542 98 522").replace(/ Z$/, "") +
          " " +
          symmetric("M300 580 C230 580 150 570 80 548").replace(/ Z$/, ""),
        "stitch",
      ),
      button(196, 396, 4, "metal"),
      button(222, 402, 4, "metal"),
    ],
    focus: { x: 250, y: 460, zoom: 1.7, turn: -6 },
  };
}

export function fedora(): Sketch {
  return {
    layers: [
      part(oval(300, 548, 236, 46), "inside", "top"),
      panel(symmetric("M300 492 C180 492 90 500 58 530 C40 560 150 600 300 600"), {
        volume: "top",
        folds: [dark("M170 520 C230 560 370 560 430 520", 20), light("M100 530 C140 512 170 508 190 508", 14)],
      }),
      panel(
        "M178 530 C176 440 186 350 214 292 C240 262 270 286 302 290 C336 284 360 256 388 288 C416 340 424 440 422 530 C350 552 250 552 178 530 Z",
        {
          folds: [
            dark("M302 292 C300 340 304 370 310 400", 16),
            dark("M236 320 C230 360 232 400 240 420", 12),
            light("M218 320 C204 390 200 450 200 510", 24),
            dark("M392 320 C408 390 410 450 410 520", 22),
          ],
        },
      ),
      part("M180 478 C250 502 350 502 420 478 L422 530 C350 552 250 552 178 530 Z", "ink", "body"),
      part("M186 484 C206 494 216 496 226 498 L222 540 C208 538 196 536 184 532 Z", "ink", "flat"),
    ],
    focus: { x: 280, y: 440, zoom: 1.6, turn: -6 },
  };
}

export function sunHat(): Sketch {
  return {
    layers: [
      panel(oval(300, 500, 256, 104), {
        volume: "top",
        folds: [
          dark("M180 480 C230 540 370 540 420 480", 26),
          light("M90 500 C130 450 180 430 220 424", 26),
          dark("M480 560 C420 592 340 600 280 598", 18),
        ],
      }),
      seam(`${oval(300, 502, 238, 94)} ${oval(300, 504, 216, 84)} ${oval(300, 506, 192, 74)}`, "fine", 1.6),
      panel("M176 492 C170 400 210 296 300 296 C390 296 430 400 424 492 C350 532 250 532 176 492 Z", {
        volume: "ball",
        folds: [light("M240 330 C214 380 206 430 206 480", 24), dark("M400 380 C414 430 416 460 414 490", 22)],
      }),
      part("M178 452 C250 492 350 492 422 452 L424 492 C350 532 250 532 176 492 Z", "ink", "body"),
      part("M410 470 C440 470 470 500 480 540 L456 548 C446 520 430 500 408 494 Z", "ink", "limb"),
    ],
    offset: -20,
    focus: { x: 300, y: 440, zoom: 1.5, turn: -8 },
  };
}

export function scarf(): Sketch {
  const fringe = (from: number, to: number, y: number) =>
    Array.from(
      { length: Math.round((to - from) / 9) },
      (_, index) =>
        `M${from + 4 + index * 9} ${y} C${from + index * 9} ${y + 20} ${from + 8 + index * 9} ${y + 34} ${from + 4 + index * 9} ${y + 54}`,
    ).join(" ");
  return {
    layers: [
      seam(fringe(322, 432, 664), "seam", 4.6, "main"),
      panel("M330 220 C380 300 420 420 436 668 C400 676 360 676 320 668 C322 540 300 420 262 330 Z", {
        volume: "limb",
        folds: [dark("M340 300 C370 400 384 540 386 664", 16), light("M330 320 C350 420 352 560 350 664", 16)],
      }),
      seam(fringe(178, 290, 620), "seam", 4.6, "main"),
      panel("M280 226 C230 300 190 420 176 622 C210 632 256 632 294 622 C296 520 310 420 344 330 Z", {
        volume: "limb",
        folds: [
          dark("M280 320 C250 420 240 520 236 620", 16),
          light("M250 320 C222 420 210 520 206 616", 16),
          dark("M300 360 C286 440 280 540 278 620", 12),
        ],
      }),
      panel(
        "M300 132 C210 128 150 170 160 236 C172 300 250 326 316 322 C396 316 446 276 440 220 C434 164 380 134 300 132 Z M300 170 C356 170 396 188 398 216 C400 244 356 262 306 262 C250 262 204 244 202 214 C202 186 250 170 300 170 Z",
        {
          volume: "body",
          folds: [
            dark("M170 230 C200 280 280 300 340 296", 18),
            light("M180 190 C220 152 300 146 360 156", 20),
            dark("M420 240 C400 284 360 304 320 310", 16),
          ],
        },
      ),
      panel("M240 286 C262 250 356 248 386 290 C396 340 344 372 300 368 C258 366 230 326 240 286 Z", {
        volume: "ball",
        folds: [dark("M276 290 C300 310 330 330 350 334", 12), light("M276 282 C300 278 330 284 350 298", 12)],
      }),
    ],
    focus: { x: 300, y: 360, zoom: 1.5, turn: -8 },
  };
}

export function silkScarf(): Sketch {
  return {
    layers: [
      panel(
        "M96 214 C170 196 250 212 320 196 C390 184 450 200 506 190 C514 270 500 350 508 430 C514 500 502 560 510 612 C440 624 370 604 300 616 C230 626 160 608 92 620 C84 540 98 470 90 390 C86 330 100 270 96 214 Z",
        {
          volume: "flat",
          folds: [
            dark("M110 560 C220 480 300 420 500 250", 18),
            light("M110 500 C220 420 320 340 470 220", 22),
            dark("M300 610 C360 540 440 500 506 440", 16),
            light("M330 600 C400 540 450 520 500 490", 16),
            dark("M100 300 C160 280 220 240 260 204", 14),
          ],
        },
      ),
      seam(
        "M110 230 C180 214 250 226 320 212 C390 200 440 214 492 206 C498 280 486 350 494 430 C500 500 488 550 494 598 C430 608 370 590 300 602 C230 612 170 594 106 604 C98 540 112 470 104 390 C100 330 114 280 110 230 Z",
        "seam",
        9,
        "contrast",
      ),
      panel("M506 190 C470 214 450 244 444 284 C470 262 490 262 507 268 C510 240 510 214 506 190 Z", {
        tone: "inside",
        volume: "limb",
      }),
    ],
    focus: { x: 400, y: 300, zoom: 1.8, turn: 12 },
  };
}

export function tie(): Sketch {
  return {
    layers: [
      seam("M262 150 C240 110 360 110 338 150", "seam", 26, "inside"),
      seam("M262 150 C240 110 360 110 338 150", "seam", 22, "main"),
      panel("M320 214 C340 330 348 450 344 590 L322 616 L300 594 Z", { tone: "deep", volume: "limb" }),
      panel("M276 214 C258 340 244 480 240 640 L292 706 L346 640 C342 480 334 340 322 214 Z", {
        volume: "limb",
        folds: [light("M288 240 C276 380 268 520 268 660", 18), dark("M318 240 C330 380 336 520 336 640", 14)],
      }),
      panel(
        "M262 142 C280 134 320 134 338 142 C340 166 332 196 322 220 C308 228 290 228 276 220 C266 196 260 166 262 142 Z",
        {
          volume: "ball",
          folds: [dark("M276 216 C290 226 310 226 324 216", 10), dark("M300 150 C304 170 304 190 300 210", 8)],
        },
      ),
    ],
    focus: { x: 300, y: 240, zoom: 1.8, turn: 10 },
  };
}

export function socks(): Sketch {
  return {
    other: { dx: 96, dy: 26, scale: 1 },
    scale: 1.05,
    layers: [
      panel(
        "M250 176 C290 170 340 170 380 176 C382 270 380 360 382 430 C384 480 376 520 340 560 C300 604 240 640 190 664 C150 676 116 660 118 628 C122 594 166 566 206 530 C240 500 250 470 252 430 C254 350 252 260 250 176 Z",
        {
          volume: "limb",
          folds: [
            light("M284 200 C284 300 286 380 284 440", 18),
            dark("M258 450 C280 480 300 490 330 494", 12),
            dark("M360 220 C364 320 364 400 362 460", 14),
            dark("M200 560 C230 590 240 610 236 630", 12),
          ],
        },
      ),
      panel("M248 170 C290 162 342 162 382 170 L383 236 C340 230 290 230 250 236 Z", { tone: "rib", volume: "limb" }),
      seam(
        Array.from({ length: 16 }, (_, index) => `M${256 + index * 8} 172 L${257 + index * 8} 232`).join(" "),
        "fine",
      ),
      panel("M382 430 C384 480 376 520 340 560 C330 540 326 510 336 480 C346 456 364 440 382 430 Z", {
        tone: "contrast",
        volume: "ball",
      }),
      panel("M190 664 C150 676 116 660 118 628 C120 608 136 590 156 572 C186 584 206 620 208 654 Z", {
        tone: "contrast",
        volume: "ball",
      }),
    ],
    offset: -70,
    focus: { x: 290, y: 400, zoom: 1.5, turn: -10 },
  };
}

/** Two rims, a bridge and folded temples. */
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
