import { both, symmetric } from "../outline.js";
import { button, dark, panel, part, seam, type Layer, type Sketch } from "../sketch.js";
import { armholes, bodyFolds, bodyOutline, cuffs, hemBand, innerNeck, neckline, sleeves, type Sleeve, type Torso } from "./torso.js"; // prettier-ignore

const TEE: Torso = { neck: 54, top: 148, shoulder: 148, chest: 134, waist: 128, hem: 134, length: 640, drop: 46 };

/** Basic pullover without additions. */
export function pullover(torso: Torso, sleeve: Sleeve | undefined, isBack: boolean): Layer[] {
  const shape = isBack ? { ...torso, drop: 12, isV: false } : torso;
  return [
    ...(isBack
      ? []
      : [
          part(innerNeck(torso), "inside", "top"),
          part(`M282 ${torso.top + 2} L318 ${torso.top + 2} L318 ${torso.top + 20} L282 ${torso.top + 20} Z`, "label"),
        ]),
    ...(sleeve === undefined ? [] : sleeves(torso, sleeve)),
    panel(bodyOutline(shape), { folds: bodyFolds(torso) }),
    ...(sleeve === undefined ? [] : [armholes(torso)]),
  ];
}

/** Ribbed neckband. */
export function neckBand(torso: Torso, width: number, isBack: boolean): Layer[] {
  const shape = isBack ? { ...torso, drop: 12, isV: false } : torso;
  const outer = neckline({ ...shape, neck: shape.neck + width * 0.55, drop: shape.drop + width, top: shape.top + 4 });
  const inner = reverseOf(neckline(shape));
  const half = `${outer} L${inner}`;
  return [panel(symmetric(half), { tone: "rib", volume: "flat" })];
}

/** Returns the points of a neckline (one curve) in reverse order, without the leading command. */
function reverseOf(line: string): string {
  const values = (line.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const [x0, y0, x1, y1, x2, y2, x3, y3] = values;
  return `${x3} ${y3} C${x2} ${y2} ${x1} ${y1} ${x0} ${y0}`;
}

export function tShirt(isBack: boolean): Sketch {
  const sleeve = { length: "short" } as const;
  return {
    layers: [
      ...pullover(TEE, sleeve, isBack),
      ...neckBand(TEE, 13, isBack),
      seam(both("M90 308 C114 318 136 322 166 320"), "stitch"),
      seam("M170 632 C220 641 380 641 430 632", "stitch"),
    ],
  };
}

export function longSleeveTop(isBack: boolean): Sketch {
  const torso = { ...TEE, shoulder: 140, chest: 126, waist: 116, hem: 124 };
  return {
    layers: [
      ...pullover(torso, { length: "long", width: 50 }, isBack),
      ...neckBand(torso, 12, isBack),
      seam("M178 630 C226 640 374 640 422 630", "stitch"),
      seam(both("M82 594 C98 602 114 604 130 603"), "stitch"),
    ],
  };
}

export function tankTop(isBack: boolean): Sketch {
  const drop = isBack ? 60 : 110;
  const half = `M300 ${160 + drop} C262 ${160 + drop} 240 ${140 + drop * 0.5} 236 150 L206 154 C206 240 192 290 168 318 C176 400 180 460 178 520 C176 560 174 600 172 636 C230 646 270 648 300 648`;
  const front = `M300 ${160 + drop} C262 ${160 + drop} 240 ${140 + drop * 0.5} 236 150`;
  const arm = "M206 154 C206 240 192 290 168 318";
  return {
    layers: [
      ...(isBack ? [] : [part(symmetric("M300 204 C268 204 244 184 237 150 C238 220 262 276 300 276"), "inside")]),
      panel(symmetric(half), { folds: bodyFolds({ ...TEE, chest: 126, waist: 120 }) }),
      seam(both(front), "ridge", 9),
      seam(both(arm), "ridge", 8),
      seam("M176 626 C226 638 374 638 424 626", "stitch"),
    ],
  };
}

export function poloShirt(isBack: boolean): Sketch {
  const torso: Torso = { ...TEE, neck: 56, drop: 58 };
  return {
    layers: [
      ...pullover(torso, { length: "short" }, isBack),
      ...armBands(),
      ...(isBack
        ? [
            panel(symmetric("M300 140 C268 140 248 144 238 152 L246 174 C262 166 280 164 300 164"), {
              tone: "rib",
              volume: "top",
            }),
          ]
        : [
            panel("M284 196 L284 330 L316 330 L316 196 Z", { volume: "flat" }),
            seam("M284 330 L316 330 M284 318 L316 318"),
            ...[228, 262, 296].map((y) => button(300, y, 5.4)),
            panel(
              "M300 206 C276 196 252 172 242 150 C232 152 224 158 218 168 C226 196 246 226 262 240 C276 234 290 220 300 206 Z",
              { tone: "rib", volume: "flat", folds: [dark("M262 238 L300 206", 8)] },
            ),
            panel(
              "M300 206 C324 196 348 172 358 150 C368 152 376 158 382 168 C374 196 354 226 338 240 C324 234 310 220 300 206 Z",
              { tone: "rib", volume: "flat" },
            ),
            panel(symmetric("M300 138 C274 138 252 142 242 150 C256 160 278 162 300 162"), {
              tone: "rib",
              volume: "top",
            }),
          ]),
      seam("M170 632 C220 641 380 641 430 632", "stitch"),
    ],
  };
}

function armBands(): Layer[] {
  const band = "M88 318 C110 330 146 334 172 332 L174 318 C146 318 112 314 91 303 Z";
  return [panel(both(band), { tone: "rib", volume: "flat" })];
}

const SWEAT: Torso = { neck: 56, top: 146, shoulder: 152, chest: 146, waist: 142, hem: 132, length: 628, drop: 40 };

export function sweatshirt(isBack: boolean): Sketch {
  return {
    layers: [
      ...pullover(SWEAT, { length: "long", width: 58 }, isBack),
      ...cuffs(SWEAT, 54),
      ...hemBand(SWEAT, 46),
      ...neckBand(SWEAT, 17, isBack),
      ...(isBack ? [] : [seam("M284 206 L300 238 L316 206", "fine"), seam("M284 206 L300 238 L316 206", "stitch")]),
    ],
  };
}

export const hoodie = (isBack: boolean): Sketch => hooded(isBack, false);
export const zipHoodie = (isBack: boolean): Sketch => hooded(isBack, true);

function hooded(isBack: boolean, zip: boolean): Sketch {
  const torso = { ...SWEAT, neck: 62, drop: 64 };
  const hoodBack = panel(symmetric("M300 92 C246 92 206 122 202 170 C212 196 240 206 300 206"), {
    tone: isBack ? "main" : "inside",
    cloth: isBack,
    volume: isBack ? "ball" : "top",
  });
  const hoodSide =
    "M300 222 C262 214 238 184 238 144 C238 116 264 98 300 96 L300 82 C238 82 198 118 194 170 C196 206 244 244 300 262 Z";
  const pocket = symmetric(
    zip ? "M296 470 L240 470 L206 560 L206 586 L296 586" : "M300 470 L240 470 L206 556 L206 586 L300 586",
  );
  return {
    layers: [
      ...pullover(torso, { length: "long", width: 60 }, isBack).slice(isBack ? 0 : 2),
      ...cuffs(torso, 56),
      ...hemBand(torso, 46),
      hoodBack,
      ...(isBack
        ? [seam("M300 96 L300 204", "stitch")]
        : [
            panel(hoodSide, { volume: "limb", folds: [dark("M206 190 C230 224 262 240 300 250", 14)] }),
            panel(symmetricRight(hoodSide), { volume: "limb", folds: [dark("M394 190 C370 224 338 240 300 250", 16)] }),
            panel(pocket, { volume: "flat", folds: [dark("M240 474 L208 556", 8), dark("M360 474 L392 556", 8)] }),
            seam(both("M240 470 L206 556"), "stitch"),
            ...(zip
              ? [seam("M300 240 L300 636", "zip")]
              : [
                  seam("M280 238 C276 280 282 300 278 340", "cord", undefined, "foam"),
                  seam("M320 238 C326 280 316 306 322 356", "cord", undefined, "foam"),
                ]),
          ]),
    ],
  };
}

const symmetricRight = (shape: string): string => both(shape).slice(shape.length + 1);
