import { both, mirror, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Layer, type Sketch } from "../sketch.js";
import { armholes, bodyFolds, sleeves, type Torso } from "./torso.js";

const SHIRT: Torso = { neck: 54, top: 148, shoulder: 146, chest: 136, waist: 130, hem: 136, length: 632, drop: 26 };

/** Body of a shirt, with a hem that rises at the sides. */
function shirtBody(torso: Torso, isStraight: boolean): Layer {
  const { neck, top, shoulder, chest, waist, hem, length, drop } = torso;
  const end = isStraight
    ? `L${300 - hem} ${length - 4} C${300 - hem * 0.5} ${length + 4} ${300 - hem * 0.3} ${length + 4} 300 ${length + 4}`
    : `C${300 - waist - 2} 520 ${300 - hem} 550 ${300 - hem} ${length - 44} C${300 - hem + 10} ${length - 6} ${300 - hem * 0.56} ${length + 22} 300 ${length + 22}`;
  const half = `M300 ${top + drop} C${300 - neck * 0.6} ${top + drop} ${300 - neck * 0.95} ${top + drop * 0.5} ${300 - neck} ${top} L${300 - shoulder} ${top + 34} C${300 - shoulder + 16} ${top + 76} ${300 - chest + 8} ${top + 114} ${300 - chest} ${top + 158} C${300 - chest + 2} ${top + 220} ${300 - waist} 400 ${300 - waist} 440 ${end}`;
  return panel(symmetric(half), { folds: bodyFolds(torso) });
}

/** Buttoned turn-down collar with points. */
function shirtCollar(isBack: boolean, point = 232): Layer[] {
  const stand = panel(symmetric("M300 128 C276 128 256 134 246 144 C252 160 274 172 300 174"), {
    volume: "top",
    tone: isBack ? "main" : "inside",
    cloth: isBack,
  });
  if (isBack)
    return [
      stand,
      panel(symmetric("M300 126 C270 126 250 134 240 148 C258 164 280 168 300 168"), { volume: "top" }),
      seam(symmetric("M300 162 C280 162 260 158 246 150").replace(" Z", ""), "stitch"),
    ];
  const leaf = `M300 182 C282 176 258 160 246 140 C236 146 228 156 226 166 L246 ${point} C268 222 286 204 300 182 Z`;
  const inner = `M236 166 L250 ${point - 12} C266 214 280 200 292 184`;
  return [
    stand,
    panel(leaf, { volume: "flat", folds: [dark("M240 176 L262 216", 6)] }),
    panel(mirror(leaf), { volume: "flat" }),
    seam(both(inner), "stitch"),
  ];
}

/** Front placket with its buttons. */
function placket(from: number, to: number, count: number, radius = 5): Layer[] {
  const step = (to - from - 50) / (count - 1);
  return [
    panel(`M286 ${from} L314 ${from} L314 ${to} L286 ${to} Z`, { volume: "flat" }),
    seam(`M290 ${from} L290 ${to} M310 ${from} L310 ${to}`, "stitch"),
    ...Array.from({ length: count }, (_, index) => button(300, Math.round(from + 18 + index * step), radius)),
  ];
}

function shirtCuffs(): Layer[] {
  const cuff = "M70 570 C88 580 110 582 132 580 L128 622 C106 624 86 622 70 614 Z";
  return [
    panel(cuff, { volume: "limb" }),
    panel(mirror(cuff), { volume: "limb" }),
    seam(both("M72 576 C90 586 110 588 130 586 M71 608 C88 616 108 617 127 615"), "stitch"),
    button(116, 600, 4.4),
    button(484, 600, 4.4),
  ];
}

function yoke(isBack: boolean): Layer {
  return isBack
    ? seam(
        "M158 216 C220 232 380 232 442 216 M292 228 L292 250 L308 250 L308 228 M296 250 L293 600 M304 250 L307 600",
        "seam",
      )
    : seam(both("M156 190 C190 182 218 172 236 164"), "fine");
}

export function shirt(isBack: boolean): Sketch {
  return {
    layers: [
      ...sleeves(SHIRT, { length: "long", width: 58 }),
      shirtBody(SHIRT, false),
      armholes(SHIRT),
      yoke(isBack),
      ...shirtCuffs(),
      ...(isBack
        ? []
        : [
            ...placket(178, 653, 7),
            panel("M342 268 L408 268 L408 336 L375 350 L342 336 Z", { volume: "flat" }),
            seam("M342 282 L408 282", "stitch"),
          ]),
      ...shirtCollar(isBack),
    ],
  };
}

export function shortSleeveShirt(isBack: boolean): Sketch {
  const torso = { ...SHIRT, chest: 142, waist: 140, hem: 144, length: 612, neck: 56 };
  const lapel =
    "M300 250 C276 216 256 180 244 142 C232 146 222 156 216 168 L222 212 L246 214 L242 230 C262 240 282 246 300 250 Z";
  return {
    layers: [
      ...sleeves(torso, { length: "short", width: 60 }),
      shirtBody({ ...torso, drop: isBack ? 14 : 30 }, true),
      armholes(torso),
      yoke(isBack),
      seam(both("M88 310 C112 320 138 324 168 322"), "stitch"),
      ...(isBack
        ? [panel(symmetric("M300 126 C270 126 250 134 238 150 C258 166 280 170 300 170"), { volume: "top" })]
        : [
            ...placket(244, 612, 5),
            part(symmetric("M300 142 C274 142 256 142 244 144 C256 190 280 226 300 246"), "inside"),
            panel(symmetric("M300 128 C272 128 252 134 242 146 C254 158 276 164 300 164"), { volume: "top" }),
            panel(lapel, { volume: "flat" }),
            panel(mirror(lapel), { volume: "flat" }),
            seam(both("M222 212 L246 214"), "seam"),
            panel("M344 280 L412 280 L412 352 C390 358 366 358 344 352 Z", { volume: "flat" }),
          ]),
    ],
  };
}

export function overshirt(isBack: boolean): Sketch {
  const torso = { ...SHIRT, chest: 146, waist: 144, hem: 146, shoulder: 152, length: 626 };
  const pocket = "M184 290 L262 290 L262 372 L223 386 L184 372 Z";
  const flap = "M180 274 L266 274 L266 304 L223 320 L180 304 Z";
  return {
    layers: [
      ...sleeves(torso, { length: "long", width: 62 }),
      shirtBody(torso, true),
      armholes(torso),
      yoke(isBack),
      ...shirtCuffs(),
      seam("M158 618 C210 624 390 624 442 618", "stitch"),
      ...(isBack
        ? []
        : [
            ...placket(178, 630, 6, 7),
            ...[pocket, mirror(pocket)].map((outline) =>
              panel(outline, { volume: "flat", folds: [dark("M150 300 L450 300", 8)] }),
            ),
            ...[flap, mirror(flap)].map((outline) => panel(outline, { volume: "flat" })),
            button(223, 306, 6),
            button(377, 306, 6),
          ]),
      ...shirtCollar(isBack, 226),
    ],
  };
}

export function blouse(isBack: boolean): Sketch {
  const torso: Torso = {
    neck: 50,
    top: 150,
    shoulder: 128,
    chest: 124,
    waist: 112,
    hem: 126,
    length: 606,
    drop: isBack ? 10 : 22,
  };
  const cuff = "M84 570 C100 578 126 580 150 576 L148 610 C126 614 102 612 86 606 Z";
  const gathers = "M92 520 L96 570 M108 516 L110 574 M126 516 L124 576 M144 520 L138 576";
  return {
    layers: [
      ...sleeves(torso, { length: "full" }),
      panel(
        symmetric(
          `M300 ${150 + torso.drop} C272 ${150 + torso.drop} 254 ${150 + torso.drop * 0.5} 250 150 L172 184 C186 226 178 268 176 308 C178 380 188 420 188 450 C184 520 172 570 174 606 C220 616 270 618 300 618`,
        ),
        {
          folds: [
            ...bodyFolds(torso),
            dark("M270 240 C262 340 250 440 252 600", 12),
            dark("M330 240 C344 350 352 450 346 600", 14),
            light("M246 250 C238 360 226 450 222 590", 14),
          ],
        },
      ),
      armholes(torso),
      seam(both(gathers), "fine"),
      panel(cuff, { volume: "limb" }),
      panel(mirror(cuff), { volume: "limb" }),
      ...(isBack
        ? [
            panel(symmetric("M300 138 C276 138 258 142 248 148 C258 162 280 166 300 166"), { volume: "top" }),
            seam("M300 166 L300 300", "seam"),
          ]
        : [
            part(symmetric("M300 140 C276 140 258 144 250 150 C256 172 280 182 300 184"), "inside"),
            seam("M300 176 L300 612", "seam"),
            ...[226, 286, 346, 406, 466, 526, 586].map((y) => button(300, y, 4.6, "foam")),
            panel(symmetric("M300 172 C276 172 256 162 248 146 L238 152 C246 182 274 196 300 196"), { volume: "top" }),
            panel("M296 184 C276 204 252 262 240 330 L268 350 C278 290 290 230 302 196 Z", {
              volume: "limb",
              folds: [dark("M290 200 C272 250 262 300 256 340", 8)],
            }),
            panel("M304 184 C324 210 342 270 350 346 L322 362 C316 300 306 236 298 196 Z", {
              volume: "limb",
              folds: [dark("M308 200 C326 260 332 310 336 350", 8)],
            }),
            panel("M282 176 L318 176 L316 206 L284 206 Z", { volume: "ball" }),
          ]),
    ],
  };
}

export function camisole(isBack: boolean): Sketch {
  const top = isBack ? "M300 300 C260 298 226 290 196 276" : "M300 312 C276 306 246 270 218 226";
  const half = `${top} C206 256 190 282 176 306 C178 370 190 410 190 440 C186 510 170 560 166 612 C214 624 268 628 300 628`;
  const strap = isBack ? "M200 280 C206 220 226 170 246 140" : "M218 230 C222 196 232 164 246 140";
  return {
    layers: [
      ...(isBack
        ? []
        : [
            part(
              symmetric("M300 292 C260 292 226 290 196 276 C206 256 212 242 218 226 C246 270 276 306 300 312"),
              "inside",
            ),
          ]),
      panel(symmetric(half), {
        folds: [
          dark("M262 300 C252 400 236 520 230 620", 14),
          dark("M346 300 C356 400 372 520 384 620", 16),
          light("M228 280 C222 380 208 500 200 610", 18),
          dark("M300 330 C306 420 300 520 306 620", 12),
          light("M322 320 C330 420 334 520 340 620", 14),
        ],
      }),
      ...(isBack ? [] : [seam(both("M246 140 C262 180 262 240 240 290"), "cord", 3.4, "inside")]),
      seam(both(strap), "cord", 4, "main"),
      seam(both(isBack ? "M300 300 C260 298 226 290 196 276" : "M300 312 C276 306 246 270 218 226"), "ridge", 4),
      seam("M168 600 C216 614 384 614 432 600", "stitch"),
    ],
  };
}
