import { both, mirror } from "../outline.js";
import { button, type Layer, panel, part, seam, type Sketch } from "../sketch.js";
import { backPockets, base, fly, flyStitch, type Legs, loops, sidePockets, SLIM, STRAIGHT, TOP, WIDE } from "./legs.js";

function jeans(legs: Legs, isBack: boolean): Sketch {
  const hem = `M${300 - legs.hemOuter + 2} ${legs.length - 14} L${300 - legs.hemInner - 2} ${legs.length - 10}`;
  const pocket = "M196 206 L262 206 L262 268 L229 288 L196 268 Z";
  return {
    layers: [
      ...base(legs),
      seam(both(hem), "stitch", undefined, "metal"),
      seam(
        both(
          `M${300 - legs.waist * 0.3} ${TOP + 30} M${300 - legs.hip + 6} ${TOP + 190} C${300 - legs.hip + 8} 420 ${300 - legs.knee + 6} 520 ${300 - legs.hemOuter + 6} ${legs.length - 16}`,
        ),
        "stitch",
      ),
      ...(isBack
        ? [
            seam("M300 148 L300 300"),
            seam(both(`M300 176 C250 172 220 160 ${300 - legs.waist - 4} 152`), "stitch", undefined, "metal"),
            panel(pocket, { volume: "flat" }),
            panel(mirror(pocket), { volume: "flat" }),
            seam(
              both(
                "M200 212 L258 212 L258 266 L229 283 L200 266 Z M204 236 C214 250 222 228 229 244 C236 228 244 250 254 236",
              ),
              "stitch",
              undefined,
              "metal",
            ),
            part("M352 116 L392 112 L394 138 L354 142 Z", "leather"),
          ]
        : [
            fly,
            seam("M296 148 L296 270 C314 262 317 240 317 148", "stitch", undefined, "metal"),
            seam(
              both(
                `M${300 - legs.waist * 0.42} ${TOP + 32} C${300 - legs.waist * 0.5} ${TOP + 80} ${300 - legs.waist * 0.8} ${TOP + 92} ${300 - legs.waist - 10} ${TOP + 88}`,
              ),
              "seam",
            ),
            seam(
              both(
                `M${300 - legs.waist * 0.36} ${TOP + 34} C${300 - legs.waist * 0.46} ${TOP + 88} ${300 - legs.waist * 0.8} ${TOP + 99} ${300 - legs.waist - 11} ${TOP + 95}`,
              ),
              "stitch",
              undefined,
              "metal",
            ),
            button(300, TOP + 20, 8, "metal"),
            button(222, 192, 3, "metal"),
            button(378, 192, 3, "metal"),
          ]),
      loops(legs.waist),
      seam(
        `M${300 - legs.waist + 4} ${TOP + 2} C260 ${TOP + 12} 340 ${TOP + 12} ${300 + legs.waist - 4} ${TOP + 2}`,
        "stitch",
        undefined,
        "metal",
      ),
    ],
  };
}

export const slimJeans = (isBack: boolean): Sketch => jeans(SLIM, isBack);

export const straightJeans = (isBack: boolean): Sketch => jeans(STRAIGHT, isBack);

export const wideJeans = (isBack: boolean): Sketch => jeans(WIDE, isBack);

export function chinos(isBack: boolean): Sketch {
  const legs: Legs = { ...SLIM, knee: 112, hemOuter: 106, hemInner: 36 };
  return {
    layers: [
      ...base(legs),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets, button(234, 232, 4), button(366, 232, 4)]
        : [fly, flyStitch, sidePockets(legs), button(300, TOP + 20, 6)]),
      loops(legs.waist),
      seam(
        both(`M${300 - legs.hemOuter + 2} ${legs.length - 22} L${300 - legs.hemInner - 2} ${legs.length - 18}`),
        "fine",
      ),
    ],
  };
}

function creases(legs: Legs): Layer {
  const hem = (legs.hemOuter + legs.hemInner) / 2;
  return seam(
    both(
      `M${300 - legs.waist * 0.56} ${TOP + 40} C${300 - legs.hip * 0.58} 320 ${300 - hem} 480 ${300 - hem} ${legs.length}`,
    ),
    "ridge",
    3,
  );
}

export function tailoredTrousers(isBack: boolean): Sketch {
  const legs: Legs = { ...STRAIGHT, knee: 114, hemOuter: 108, hemInner: 34 };
  return {
    layers: [
      ...base(legs),
      creases(legs),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets]
        : [
            fly,
            sidePockets(legs),
            seam(`M300 ${TOP + 8} L330 ${TOP + 6} L330 ${TOP + 34} L300 ${TOP + 36}`),
            button(320, TOP + 20, 5),
          ]),
      loops(legs.waist),
    ],
  };
}

export function wideTrousers(isBack: boolean): Sketch {
  const pleats = both(
    `M${300 - 40} ${TOP + 36} C252 200 250 240 252 270 M${300 - 62} ${TOP + 34} C230 200 226 240 226 262`,
  );
  return {
    layers: [
      ...base(WIDE),
      creases(WIDE),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets]
        : [fly, seam(pleats, "seam"), sidePockets(WIDE), button(300, TOP + 20, 6)]),
    ],
  };
}

export function cargoTrousers(isBack: boolean): Sketch {
  const legs: Legs = { ...STRAIGHT, knee: 132, hemOuter: 122, hemInner: 36 };
  const pocket = "M166 370 L236 374 L236 470 L168 466 Z";
  const flap = "M162 364 L240 368 L240 398 C214 404 186 402 162 394 Z";
  return {
    layers: [
      ...base(legs),
      ...(isBack
        ? [seam("M300 148 L300 300"), backPockets]
        : [fly, flyStitch, sidePockets(legs), button(300, TOP + 20, 6)]),
      loops(legs.waist),
      ...[pocket, mirror(pocket), flap, mirror(flap)].map((outline) => panel(outline, { volume: "flat" })),
      button(200, 390, 5),
      button(400, 390, 5),
      seam(both("M178 684 C206 692 236 692 264 688"), "ridge", 5),
      seam(both("M194 506 C214 516 236 516 262 508"), "stitch"),
    ],
  };
}

export function trackPants(isBack: boolean): Sketch {
  const legs: Legs = { waist: 100, hip: 130, knee: 122, hemOuter: 104, hemInner: 44, length: 672 };
  const cuff = "M198 668 C214 676 240 676 258 674 L254 712 C236 716 218 716 204 710 Z";
  return {
    layers: [
      ...base(legs),
      seam(
        both(
          Array.from(
            { length: 12 },
            (_, index) => `M${206 + index * 8} ${TOP - 2} L${206 + index * 8} ${TOP + 34}`,
          ).join(" "),
        ),
        "fine",
      ),
      panel(cuff, { tone: "rib" }),
      panel(mirror(cuff), { tone: "rib" }),
      ...(isBack
        ? [seam("M300 148 L300 300"), panel("M340 200 L400 200 L400 272 L340 272 Z", { volume: "flat" })]
        : [
            seam("M300 148 L300 300"),
            sidePockets(legs),
            seam("M284 140 C276 180 284 200 278 236", "cord", 4, "foam"),
            seam("M316 140 C324 176 316 206 322 226", "cord", 4, "foam"),
          ]),
    ],
  };
}
