import { both, oval, symmetric } from "../outline.js";
import { dark, type Layer, light, panel, part, seam, type Sketch } from "../sketch.js";
import { bare, gem, jewel } from "./jewel-parts.js";

export function pendantNecklace(): Sketch {
  return jewel(
    [
      seam("M140 150 C150 330 230 450 300 520 C370 450 450 330 460 150", "chain", 4),
      bare(oval(300, 524, 9)),
      ...gem(300, 574, 36),
    ],
    300,
    560,
    2.2,
  );
}

export function chainNecklace(): Sketch {
  const count = 38;
  const links = Array.from({ length: count }, (_, index) => {
    const turn = (Math.PI * (index + 0.5)) / count;
    const x = 300 - Math.cos(turn) * 190;
    const y = 190 + Math.sin(turn) * 370;
    return oval(Math.round(x), Math.round(y), index % 2 === 0 ? 14 : 11, index % 2 === 0 ? 11 : 14);
  });
  return jewel(
    [
      bare(links.filter((_, index) => index % 2 === 0).join(" ")),
      bare(links.filter((_, index) => index % 2 === 1).join(" ")),
      seam(links.join(" "), "seam", 1.4),
    ],
    300,
    540,
    2,
  );
}

const hoop = (x: number, y: number): Layer[] => [
  bare(`${oval(x, y, 96, 112)} ${oval(x + 3, y - 2, 68, 84)}`, "body"),
  seam(`M${x - 82} ${y + 10} C${x - 78} ${y + 60} ${x - 40} ${y + 98} ${x} ${y + 98}`, "bright", 6),
  seam(`M${x + 40} ${y - 90} C${x + 70} ${y - 70} ${x + 84} ${y - 30} ${x + 84} ${y}`, "bright", 4),
];

export function hoopEarrings(): Sketch {
  return jewel([...hoop(190, 430), ...hoop(408, 400)], 200, 430, 1.6, 1.3, -16);
}

export function studEarrings(): Sketch {
  return jewel([...gem(210, 430, 56), ...gem(396, 400, 56)], 220, 430, 1.8, 1.5, -16);
}

export function dropEarrings(): Sketch {
  const drop = (x: number, y: number): Layer[] => [
    seam(`M${x} ${y - 150} C${x - 30} ${y - 220} ${x + 44} ${y - 224} ${x + 40} ${y - 160}`, "seam", 4.6, "main"),
    bare(oval(x, y - 140, 13)),
    seam(`M${x} ${y - 126} L${x} ${y - 20}`, "chain", 4),
    bare(
      `M${x} ${y - 24} C${x + 40} ${y + 30} ${x + 50} ${y + 70} ${x + 36} ${y + 100} C${x + 20} ${y + 126} ${x - 20} ${y + 126} ${x - 36} ${y + 100} C${x - 50} ${y + 70} ${x - 40} ${y + 30} ${x} ${y - 24} Z`,
      "body",
    ),
    ...gem(x, y + 72, 22),
  ];
  return jewel([...drop(210, 450), ...drop(396, 420)], 220, 480, 1.8, 1.3, -20);
}

function ring(thickness: number): Layer[] {
  return [
    bare(`${oval(300, 450, 152, 152)} ${oval(300, 450, 152 - thickness * 0.5, 152 - thickness * 0.5)}`, "body"),
    panel(
      symmetric(
        `M300 302 C216 302 148 368 148 450 C148 534 216 602 300 602 L300 ${602 - thickness} C236 ${602 - thickness} ${148 + thickness} 524 ${148 + thickness} 450 C${148 + thickness} 376 236 ${302 + thickness * 0.5} 300 ${302 + thickness * 0.5}`,
      ),
      {
        volume: "body",
        folds: [light("M166 440 C170 380 220 326 280 318", 9), dark("M430 500 C410 550 360 586 310 590", 12)],
      },
    ),
    seam("M176 500 C196 556 240 584 290 588", "bright", 5),
  ];
}

export function bandRing(): Sketch {
  return jewel(ring(36), 230, 420, 1.6, 1.4, -70);
}

export function signetRing(): Sketch {
  return jewel(
    [
      ...ring(30),
      bare("M214 330 C220 270 258 240 300 240 C342 240 380 270 386 330 C360 356 240 356 214 330 Z", "top"),
      bare(oval(300, 290, 76, 50), "top"),
      seam("M262 290 C280 262 320 262 338 290 C320 316 280 316 262 290 Z M300 266 L300 314", "fine"),
    ],
    300,
    310,
    1.8,
    1.35,
    -30,
  );
}

export function stoneRing(): Sketch {
  return jewel(
    [...ring(20), bare(both("M262 312 L246 250 L270 258 L282 306 Z"), "limb"), ...gem(300, 252, 54)],
    300,
    290,
    1.8,
    1.35,
    -10,
  );
}

export function chainBracelet(): Sketch {
  const count = 30;
  const links = Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * index) / count;
    return oval(Math.round(300 + Math.cos(turn) * 196), Math.round(420 + Math.sin(turn) * 150), 20, 15);
  });
  return jewel(
    [
      bare(links.filter((_, index) => index % 2 === 0).join(" ")),
      seam(links.filter((_, index) => index % 2 === 1).join(" "), "seam", 7, "main"),
      seam(links.join(" "), "seam", 1.4),
      bare(oval(300, 582, 16, 24)),
    ],
    250,
    540,
    1.8,
  );
}

export function bangle(): Sketch {
  return jewel(
    [
      bare(`${oval(300, 410, 206, 150)} ${oval(300, 402, 180, 124)}`, "body"),
      panel(
        "M94 410 C94 500 186 566 300 566 C414 566 506 500 506 410 C506 494 414 530 300 530 C186 530 94 494 94 410 Z",
        { volume: "body", folds: [light("M130 480 C180 540 240 552 290 552", 9)] },
      ),
      seam("M112 450 C150 520 220 546 290 548", "bright", 5),
      seam("M160 300 C210 266 270 258 330 262", "bright", 4),
    ],
    200,
    500,
    1.7,
    1.2,
  );
}

export function cufflinks(): Sketch {
  const link = (x: number, y: number): Layer[] => [
    bare(`M${x + 40} ${y + 50} L${x + 100} ${y + 110} L${x + 86} ${y + 126} L${x + 26} ${y + 66} Z`, "limb"),
    bare(`M${x + 70} ${y + 130} L${x + 118} ${y + 92} L${x + 128} ${y + 106} L${x + 80} ${y + 144} Z`, "limb"),
    bare(oval(x, y, 74), "ball"),
    part(oval(x, y, 60), "ink", "ball", [light(`M${x - 40} ${y - 10} L${x - 6} ${y - 44}`, 14)]),
    seam(oval(x, y, 67), "bright", 3),
  ];
  return jewel([...link(190, 330), ...link(360, 470)], 220, 360, 1.7, 1.3, 0);
}
