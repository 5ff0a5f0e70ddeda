import { both, mirror, symmetric } from "../outline.js";
import { button, light, panel, part, seam, type Sketch } from "../sketch.js";
import { JACKET, pointedCollar, shell } from "./jacket-parts.js";
import { cuffs, hemBand, ribs } from "./torso.js";

export function bomberJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 146, hem: 130, length: 590 };
  return {
    layers: [
      ...shell(torso),
      ...cuffs(torso, 56, "rib", 44),
      ...hemBand(torso, 50),
      ...(isBack
        ? [
            panel(symmetric("M300 126 C274 126 256 132 244 144 C258 166 280 172 300 172"), {
              tone: "rib",
              volume: "top",
            }),
          ]
        : [
            part(symmetric("M300 130 C276 130 258 136 248 146 C258 166 280 176 300 180"), "inside", "top"),
            panel(symmetric("M300 202 C272 194 250 172 240 148 L254 138 C262 160 280 176 300 182"), {
              tone: "rib",
              volume: "top",
            }),
            seam("M300 190 L300 600", "zip"),
            part("M296 196 L304 196 L306 224 L294 224 Z", "steel"),
            seam(both("M190 410 L226 492"), "ridge", 6),
            seam("M92 300 L128 306 L124 352 L88 346 Z"),
            seam("M100 306 L98 346", "zip", 3),
          ]),
      ...ribs(0, 0, 0),
    ],
  };
}

export function bikerJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 132, hem: 134, length: 580 };
  const lapel = "M318 330 C300 270 276 210 246 148 L222 172 L188 226 L226 236 C252 276 284 312 318 330 Z";
  const right = "M322 334 C340 280 350 210 354 148 L378 172 L424 228 L388 250 C372 290 350 318 322 334 Z";
  return {
    layers: [
      ...shell(torso),
      seam(both("M84 596 L122 604"), "zip", 4),
      seam("M168 566 C230 576 370 576 432 566", "stitch"),
      ...(isBack
        ? [
            seam("M162 240 C230 256 370 256 438 240 M300 250 L300 590"),
            panel(symmetric("M300 128 C272 128 254 134 244 146 C258 168 280 174 300 174"), { volume: "top" }),
          ]
        : [
            part(symmetric("M300 138 C276 138 258 142 246 148 C262 200 290 260 312 300"), "inside", "top"),
            seam("M322 332 C318 420 312 500 306 590", "zip"),
            panel(right, { volume: "flat" }),
            panel(lapel, { volume: "flat", folds: [light("M236 200 L290 300", 9)] }),
            button(204, 222, 5, "steel"),
            button(406, 224, 5, "steel"),
            panel(
              symmetric("M300 130 C274 130 256 136 246 148 L226 168 C236 182 250 190 256 188 C262 170 280 162 300 162"),
              { volume: "top" },
            ),
            seam("M196 420 L262 400", "zip", 4),
            seam("M376 410 L412 470 M190 352 L240 340", "zip", 4),
            panel("M158 540 L300 548 L300 572 L158 564 Z", { volume: "flat" }),
            part("M214 538 L244 540 L244 576 L214 574 Z M221 547 L237 548 L237 567 L221 566 Z", "steel"),
          ]),
    ],
  };
}

export function denimJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, waist: 134, hem: 126, length: 580 };
  const flap = "M186 272 L262 272 L262 296 L224 320 L186 296 Z";
  return {
    layers: [
      ...shell(torso),
      panel(symmetric("M300 556 C250 556 210 552 174 546 L172 582 C212 590 258 592 300 592"), { volume: "flat" }),
      seam("M176 552 C240 562 360 562 424 552 M174 576 C240 586 360 586 426 576", "stitch"),
      panel(both("M70 574 C90 586 112 588 136 586 L132 622 C108 624 86 622 70 612 Z"), { volume: "flat" }),
      seam(both("M214 326 C206 420 214 500 222 552 M256 326 C262 420 262 500 264 556"), "stitch"),
      ...(isBack
        ? [
            seam("M162 256 C230 268 370 268 438 256", "stitch"),
            seam(both("M240 268 C226 400 240 480 252 556"), "stitch"),
            panel(symmetric("M300 122 C270 122 250 130 238 148 C258 168 280 172 300 172"), { volume: "top" }),
          ]
        : [
            seam(both("M164 268 C200 272 250 272 286 268"), "stitch"),
            panel("M286 190 L316 190 L316 590 L286 590 Z", { volume: "flat" }),
            seam("M291 194 L291 588 M311 194 L311 588", "stitch"),
            ...[220, 288, 356, 424, 492, 568].map((y) => button(301, y, 7, "metal")),
            ...[flap, mirror(flap)].map((outline) => panel(outline, { volume: "flat" })),
            seam(both("M190 276 L258 276 L258 293 L224 314 L190 293 Z"), "stitch"),
            button(224, 302, 5.4, "metal"),
            button(376, 302, 5.4, "metal"),
            part(symmetric("M300 124 C274 124 254 130 243 142 C256 176 280 188 300 190"), "inside", "top"),
            ...pointedCollar(),
          ]),
    ],
  };
}

export function fieldJacket(isBack: boolean): Sketch {
  const torso = { ...JACKET, chest: 144, waist: 136, hem: 146, length: 640 };
  const chest = "M186 272 L262 272 L262 340 L186 340 Z";
  const hip = "M172 470 L264 470 L266 570 L168 570 Z";
  const flap = (x: number, y: number, width: number) =>
    `M${x - 3} ${y} L${x + width + 3} ${y} L${x + width + 3} ${y + 26} C${x + width * 0.7} ${y + 34} ${x + width * 0.3} ${y + 34} ${x - 3} ${y + 26} Z`;
  return {
    layers: [
      ...shell(torso),
      seam("M164 430 C230 440 370 440 436 430"),
      panel(both("M70 574 C90 586 112 588 136 586 L132 620 C108 622 86 620 70 612 Z"), { volume: "flat" }),
      ...(isBack
        ? [
            seam("M160 240 C230 252 370 252 440 240"),
            panel(symmetric("M300 122 C270 122 250 130 238 148 C258 168 280 172 300 172"), {
              tone: "deep",
              volume: "top",
            }),
          ]
        : [
            panel("M286 190 L318 190 L318 648 L286 648 Z", { volume: "flat" }),
            seam("M291 194 L291 646 M313 194 L313 646", "stitch"),
            ...[230, 310, 390, 500, 590].map((y) => button(302, y, 6.4)),
            ...[chest, mirror(chest), hip, mirror(hip)].map((outline) => panel(outline, { volume: "flat" })),
            ...[flap(186, 264, 76), flap(172, 460, 92)].flatMap((outline) => [
              panel(outline, { volume: "flat" }),
              panel(mirror(outline), { volume: "flat" }),
            ]),
            ...[224, 376].map((x) => button(x, 284, 5)),
            ...[218, 382].map((x) => button(x, 480, 5.4)),
            part(symmetric("M300 124 C274 124 254 130 243 142 C256 176 280 188 300 190"), "inside", "top"),
            ...pointedCollar().map((layer) => (layer.kind === "panel" ? { ...layer, tone: "deep" as const } : layer)),
          ]),
    ],
  };
}
