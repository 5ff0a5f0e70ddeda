import { both, symmetric } from "../outline.js";
import { dark, light, panel, part, seam, type Sketch } from "../sketch.js";
import { bust, skirt } from "./dress-parts.js";
import { drape } from "./skirts.js";
import { armholes, cuffs, ribs, sleeves, type Torso } from "./torso.js";

export function miniDress(isBack: boolean): Sketch {
  const neck = isBack ? "M300 186 C270 186 250 172 240 150" : "M300 204 C264 204 246 178 240 150";
  const bodice = `${neck} L206 160 C206 210 196 250 180 286 C186 320 204 350 208 384 C240 392 270 394 300 394`;
  return {
    offset: 50,
    layers: [
      ...(isBack
        ? []
        : [part(symmetric("M300 170 C268 168 250 160 240 150 C246 178 264 204 300 204"), "inside", "top")]),
      skirt(92, 176, 384, 600, 7),
      panel(symmetric(bodice), { folds: [...bust] }),
      seam("M208 384 C240 394 360 394 392 384"),
      seam(both("M240 300 C246 330 250 360 252 388"), "fine"),
      seam(both(neck), "ridge", 4),
      ...(isBack ? [seam("M300 190 L300 420", "zip", 3)] : []),
    ],
  };
}

export function slipDress(isBack: boolean): Sketch {
  const top = isBack ? "M300 300 C262 296 226 274 204 232" : "M300 236 C270 230 240 210 220 182";
  const half = `${top} C206 214 194 234 184 256 C186 300 206 330 206 370 C200 430 166 500 158 690 C220 706 270 708 300 708`;
  return {
    layers: [
      ...(isBack
        ? []
        : [part(symmetric("M300 222 C262 222 226 224 196 234 L220 182 C240 210 270 230 300 236"), "inside")]),
      panel(symmetric(half), {
        folds: [
          ...drape(80, 146, 330, 690, 5),
          ...(isBack
            ? []
            : [
                dark("M234 214 C256 262 344 262 366 214", 11),
                dark("M220 240 C250 300 350 300 380 240", 11),
                light("M228 228 C254 280 346 280 372 228", 10),
              ]),
          dark("M206 350 C240 372 280 380 320 372", 10),
        ],
      }),
      ...(isBack ? [] : [seam(both("M262 104 C276 130 276 180 262 226"), "cord", 3.4, "inside")]),
      seam(both(isBack ? "M206 236 C216 190 236 140 262 104" : "M222 186 C228 156 242 128 262 104"), "cord", 4, "main"),
      seam(both(top), "ridge", 4),
    ],
  };
}

export function knittedDress(): Sketch {
  const torso: Torso = { neck: 54, top: 112, shoulder: 122, chest: 112, waist: 96, hem: 116, length: 690, drop: 18 };
  const half =
    "M300 130 C270 130 254 124 246 112 L178 146 C192 188 190 230 188 270 C192 320 206 340 206 372 C202 420 176 460 176 520 C178 590 184 640 186 692 C226 702 270 704 300 704";
  return {
    layers: [
      ...sleeves(torso, { length: "long", width: 46 }),
      panel(symmetric(half), {
        folds: [
          dark("M190 280 C214 320 230 340 250 350", 12),
          dark("M410 280 C386 320 370 340 350 350", 12),
          dark("M180 520 C190 580 192 640 194 700", 18),
          dark("M420 520 C410 580 408 640 406 700", 18),
          light("M246 160 C238 280 226 440 236 680", 26),
        ],
      }),
      armholes(torso),
      ...cuffs({ ...torso }, 44, "rib", 36),
      panel(symmetric("M300 656 C250 656 216 652 184 646 L186 692 C226 702 270 704 300 704"), { tone: "rib" }),
      ...ribs(112, 660, 698, 8),
      part(symmetric("M300 84 C276 84 258 88 250 94 C260 104 280 108 300 108"), "inside"),
      panel(symmetric("M300 96 C276 98 260 98 248 92 C244 104 242 116 242 126 C258 138 280 142 300 142"), {
        tone: "rib",
      }),
    ],
  };
}

export function swimsuit(isBack: boolean): Sketch {
  const top = isBack ? "M300 430 C262 410 236 330 226 190" : "M300 296 C262 286 238 240 226 190";
  const half = `${top} L206 190 C210 240 200 270 182 300 C190 350 206 380 204 420 C190 460 180 490 178 520 C214 536 262 590 270 640 C280 652 290 654 300 654`;
  return {
    layers: [
      part(
        symmetric(
          isBack
            ? "M300 640 C286 610 230 540 190 516 L178 520 C214 536 262 590 270 640 C280 652 290 654 300 654"
            : "M300 436 C262 410 236 330 222 230 L206 240 C214 300 210 330 200 360 C230 420 270 440 300 446",
        ),
        "inside",
      ),
      panel(symmetric(half), {
        folds: [
          ...(isBack
            ? []
            : [
                dark("M206 290 C226 330 256 340 288 330", 12),
                dark("M394 290 C374 330 344 340 312 330", 12),
                light("M230 260 C238 290 250 306 266 312", 16),
              ]),
          dark("M208 420 C230 440 260 450 290 450", 10),
          light("M236 360 C230 420 226 470 232 520", 20),
          dark("M400 430 C390 470 396 500 404 516", 14),
        ],
      }),
      seam(both("M226 192 C230 160 240 130 258 110 M206 192 C214 160 230 130 258 110"), "cord", 3, "main"),
      panel(both("M206 192 C214 156 232 126 256 108 L264 118 C244 136 232 164 226 192 Z"), { volume: "limb" }),
      seam(both(top), "ridge", 4),
      seam(both("M178 520 C214 536 262 590 270 640"), "ridge", 4),
      ...(isBack ? [] : [{ ...seam("M300 300 L300 650", "fine") }]),
    ],
  };
}
