import { oval, symmetric } from "../outline.js";
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
