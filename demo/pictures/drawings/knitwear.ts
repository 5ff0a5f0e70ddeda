import { both, mirror, symmetric } from "../outline.js";
import { button, dark, panel, part, seam, type Layer, type Sketch } from "../sketch.js";
import { neckBand, pullover } from "./jersey.js";
import { armholes, bodyFolds, bodyOutline, cuffs, hemBand, innerNeck, ribs, sleeves, type Torso } from "./torso.js";

const KNIT: Torso = { neck: 56, top: 148, shoulder: 146, chest: 140, waist: 136, hem: 128, length: 624, drop: 44 };
const SLEEVE = { length: "long", width: 56 } as const;

function trimmed(torso: Torso, isBack: boolean, band: number): Layer[] {
  return [
    ...pullover(torso, SLEEVE, isBack),
    ...cuffs(torso, 52, "rib", 42),
    ...hemBand(torso, 46),
    ...neckBand(torso, band, isBack),
  ];
}

export function crewNeck(isBack: boolean): Sketch {
  return { layers: trimmed(KNIT, isBack, 19) };
}

export function vNeck(isBack: boolean): Sketch {
  return { layers: trimmed({ ...KNIT, drop: 118, isV: true }, isBack, 18) };
}

export function rollNeck(isBack: boolean): Sketch {
  const torso = { ...KNIT, neck: 58, drop: 20 };
  const roll = symmetric("M300 86 C270 86 250 88 240 94 C236 118 236 150 234 172 C252 184 276 188 300 188");
  return {
    layers: [
      ...pullover(torso, SLEEVE, true),
      ...cuffs(torso, 52, "rib", 42),
      ...hemBand(torso, 46),
      part(symmetric("M300 78 C272 78 250 82 240 94 C252 102 276 106 300 106"), "inside"),
      panel(roll, { tone: "rib", folds: [dark("M238 150 C260 164 340 164 362 150", 10)] }),
      ...ribs(62, 100, 184, 9),
      ...(isBack ? [] : [seam("M240 132 C262 142 338 142 360 132", "fine")]),
    ],
  };
}

export function halfZip(isBack: boolean): Sketch {
  const torso = { ...KNIT, neck: 58, drop: 24 };
  const collar = symmetric("M300 116 C272 112 252 108 240 104 C236 124 236 150 232 168 C252 182 276 186 300 186");
  return {
    layers: [
      ...pullover(torso, SLEEVE, true),
      ...cuffs(torso, 52, "rib", 42),
      ...hemBand(torso, 46),
      part(symmetric("M300 100 C274 100 252 100 240 106 C252 128 276 140 300 140"), "inside"),
      panel(
        isBack
          ? symmetric("M300 98 C272 98 252 100 240 104 C236 124 236 150 232 168 C252 178 276 182 300 182")
          : collar,
        { tone: "rib" },
      ),
      ...(isBack ? [] : [seam("M300 118 L300 330", "zip"), part("M296 326 L304 326 L306 350 L294 350 Z", "steel")]),
    ],
  };
}

export function cardigan(isBack: boolean): Sketch {
  const torso: Torso = { ...KNIT, drop: 168, isV: true };
  if (isBack) return crewNeck(true);
  const band = symmetric("M300 322 C276 262 256 214 252 148 L236 154 C240 222 264 288 284 330 L284 634 L300 636");
  return {
    layers: [
      part(innerNeck(torso), "inside", "top"),
      part("M284 152 L316 152 L316 172 L284 172 Z", "label"),
      ...sleeves(torso, SLEEVE),
      panel(bodyOutline(torso), { folds: bodyFolds(torso) }),
      armholes(torso),
      ...cuffs(torso, 52, "rib", 42),
      ...hemBand(torso, 46),
      panel(band, { tone: "rib", volume: "flat" }),
      seam("M306 322 L306 634", "seam"),
      ...[350, 412, 474, 536, 602].map((y) => button(297, y, 7)),
      panel(both("M190 486 L254 486 L254 552 C232 560 210 560 190 552 Z"), { volume: "flat" }),
      seam(both("M190 500 L254 500"), "fine"),
    ],
  };
}

export function knittedVest(isBack: boolean): Sketch {
  const torso: Torso = { ...KNIT, shoulder: 112, chest: 132, drop: isBack ? 16 : 118, isV: !isBack };
  const arm = "M188 182 C206 226 196 280 168 306";
  const rim = `${arm} L178 316 C212 288 220 226 204 178 Z`;
  return {
    layers: [
      ...pullover(torso, undefined, isBack),
      panel(rim, { tone: "rib", volume: "flat" }),
      panel(mirror(rim), { tone: "rib", volume: "flat" }),
      ...hemBand(torso, 48),
      ...neckBand(torso, 18, isBack),
    ],
  };
}
