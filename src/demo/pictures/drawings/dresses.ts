import { both, mirror, symmetric } from "../outline.js";
import { button, dark, light, panel, part, resized, seam, type Layer, type Sketch } from "../sketch.js";
import { drape } from "./skirts.js";
import { armholes, bodyFolds, cuffs, ribs, sleeves, type Torso } from "./torso.js";

/** From the waist down: two sides that flare to the hem. */
function skirt(waist: number, hem: number, top: number, length: number, folds: number, depth = 16): Layer {
  const shape = symmetric(
    `M300 ${top + 6} C${300 - waist * 0.5} ${top + 6} ${300 - waist * 0.8} ${top + 4} ${300 - waist} ${top} C${300 - waist - 6} ${top + 40} ${300 - waist - (hem - waist) * 0.5} ${top + (length - top) * 0.4} ${300 - hem} ${length} C${300 - hem * 0.6} ${length + depth} ${300 - hem * 0.3} ${length + depth + 3} 300 ${length + depth + 3}`,
  );
  return panel(shape, { folds: drape(waist, hem, top, length, folds) });
}

/** Long dresses are shown smaller than a top would be, so that their length is seen. */
const UPPER = 0.84;
const upper = (layers: readonly Layer[]): Layer[] => resized(layers, UPPER, 118);

const bust: readonly ReturnType<typeof dark>[] = [
  dark("M206 250 C224 292 250 306 276 298", 12),
  dark("M394 250 C376 292 350 306 324 298", 12),
  light("M236 220 C240 250 250 268 262 276", 18),
  light("M346 224 C352 250 346 268 338 276", 12),
];

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

const MIDI: Torso = { neck: 52, top: 118, shoulder: 118, chest: 112, waist: 92, hem: 96, length: 340, drop: 46 };

export function midiDress(isBack: boolean): Sketch {
  const drop = isBack ? 14 : 52;
  const neck = `M300 ${118 + drop} C268 ${118 + drop} 252 ${118 + drop * 0.5} 248 118`;
  const bodice = `${neck} L182 152 C194 196 190 240 188 276 C192 304 206 322 208 346 C240 354 270 356 300 356`;
  return {
    layers: [
      ...upper([
        ...(isBack
          ? []
          : [part(symmetric("M300 128 C270 128 256 124 248 118 C252 144 268 170 300 170"), "inside", "top")]),
        ...sleeves(MIDI, { length: "short", width: 58 }),
      ]),
      skirt(78, 172, 309, 706, 7),
      ...upper([
        panel(symmetric(bodice), { folds: bust.map((fold) => ({ ...fold, line: fold.line })) }),
        armholes(MIDI),
        seam("M208 346 C240 356 360 356 392 346"),
        seam("M208 336 C240 346 360 346 392 336", "stitch"),
        seam(both(neck), "ridge", 4),
        ...(isBack ? [seam("M300 134 L300 380", "zip", 3)] : []),
      ]),
    ],
  };
}

export function maxiDress(isBack: boolean): Sketch {
  const top = isBack ? "M300 236 C260 234 220 228 200 222" : "M300 242 C280 214 246 212 222 196";
  const bodice = `${top} C206 226 196 246 190 262 C194 290 208 306 210 326 C240 332 270 334 300 334`;
  return {
    layers: [
      ...upper(
        isBack
          ? []
          : [part(symmetric("M300 238 C260 236 220 230 204 224 L222 198 C246 212 280 214 300 242"), "inside")],
      ),
      skirt(76, 128, 293, 470, 6, 10),
      skirt(122, 172, 458, 590, 8, 10),
      skirt(164, 206, 578, 722, 11, 10),
      ...upper([
        panel(symmetric(bodice), {
          folds: [
            dark("M214 252 C232 286 256 296 284 290", 11),
            dark("M386 252 C368 286 344 296 316 290", 11),
            light("M236 230 L256 270", 14),
          ],
        }),
        seam(
          both(isBack ? "M212 226 C220 180 236 140 262 104" : "M262 104 C276 130 280 180 268 234"),
          "cord",
          4,
          isBack ? "main" : "inside",
        ),
        ...(isBack ? [] : [seam(both("M224 200 C230 164 242 130 262 104"), "cord", 5, "main")]),
        seam("M210 326 C240 336 360 336 390 326", "ridge", 5),
        seam(both(top), "ridge", 4),
      ]),
      seam("M178 458 C230 470 370 470 422 458 M136 578 C210 592 390 592 464 578", "ridge", 4),
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

export function shirtDress(isBack: boolean): Sketch {
  const torso: Torso = { neck: 52, top: 124, shoulder: 128, chest: 120, waist: 104, hem: 150, length: 680, drop: 20 };
  const leaf = "M300 156 C282 150 260 136 248 116 C238 122 230 132 228 142 L248 204 C268 196 286 178 300 156 Z";
  return {
    layers: [
      ...upper(sleeves(torso, { length: "elbow", width: 56 })),
      skirt(88, 162, 330, 704, 6),
      ...(isBack
        ? []
        : [seam("M290 330 L290 718 M310 330 L310 718"), ...[384, 444, 504, 564, 624].map((y) => button(300, y, 4.4))]),
      ...upper([
        panel(
          symmetric(
            `M300 140 C272 140 254 134 248 124 L172 158 C186 200 184 240 180 280 C184 320 196 340 196 376 C230 384 270 386 300 386`,
          ),
          { folds: bodyFolds({ ...torso, length: 400, waist: 100 }) },
        ),
        armholes(torso),
        panel(symmetric("M300 362 C260 362 226 360 195 356 L195 388 C226 394 260 396 300 396"), {
          folds: [dark("M200 388 L400 392", 6)],
        }),
        ...(isBack
          ? [
              seam("M176 206 C230 216 370 216 424 206"),
              panel(symmetric("M300 104 C272 104 252 112 242 126 C258 142 280 146 300 146"), { volume: "top" }),
            ]
          : [
              seam("M288 160 L288 372 M312 160 L312 372"),
              ...[186, 240, 294, 348].map((y) => button(300, y, 5)),
              panel("M276 356 L318 356 L322 398 L272 398 Z", { volume: "ball" }),
              panel("M284 392 C270 440 262 480 250 524 L274 530 C284 486 294 440 302 394 Z", { volume: "limb" }),
              panel("M304 392 C316 430 330 470 336 508 L316 514 C308 470 300 430 292 396 Z", { volume: "limb" }),
              part(symmetric("M300 106 C274 106 256 112 246 120 C258 142 280 152 300 154"), "inside", "top"),
              panel(leaf, { volume: "flat" }),
              panel(mirror(leaf), { volume: "flat" }),
              seam(both("M236 146 L251 192 C268 186 282 174 290 160"), "stitch"),
            ]),
      ]),
    ],
  };
}

export function wrapDress(isBack: boolean): Sketch {
  const torso: Torso = { neck: 52, top: 124, shoulder: 126, chest: 118, waist: 96, hem: 150, length: 680, drop: 20 };
  const over =
    "M248 124 C256 200 290 270 396 346 L404 372 L204 372 C204 340 188 320 182 282 C186 240 188 200 174 158 Z";
  const under =
    "M352 124 C344 190 320 240 290 280 L300 372 L396 372 C396 340 412 320 418 282 C414 240 412 200 426 158 Z";
  return {
    layers: [
      ...upper(sleeves(torso, { length: "elbow", width: 54 })),
      skirt(83, 172, 326, 700, 6),
      ...(isBack ? [] : [seam("M372 340 C372 460 350 590 326 716", "ridge", 6)]),
      ...upper([
        ...(isBack
          ? [
              panel(
                symmetric(
                  "M300 138 C272 138 254 132 248 124 L174 158 C188 200 186 240 182 282 C188 320 204 340 204 372 C230 378 270 380 300 380",
                ),
                { folds: bodyFolds({ ...torso, length: 390, waist: 96 }) },
              ),
            ]
          : [
              part(symmetric("M300 130 C272 130 254 128 248 124 C254 190 276 240 300 270"), "inside", "top"),
              panel(under, { folds: [dark("M400 250 C376 300 340 330 310 350", 11)] }),
              panel(over, {
                folds: [
                  dark("M200 250 C230 300 280 340 340 360", 12),
                  dark("M230 220 C260 290 320 330 380 356", 10),
                  light("M214 240 C240 290 290 326 350 350", 10),
                ],
              }),
              seam("M248 124 C256 200 290 270 396 346", "ridge", 5),
            ]),
        armholes(torso),
        panel(symmetric("M300 358 C260 358 230 356 203 352 L203 380 C230 386 260 388 300 388"), {
          folds: [dark("M206 382 L396 386", 6)],
        }),
        ...(isBack
          ? []
          : [
              panel("M372 352 L402 352 L404 386 L372 388 Z", { volume: "ball" }),
              panel("M378 384 C372 440 366 490 372 540 L394 538 C390 490 392 440 396 384 Z", { volume: "limb" }),
              panel("M392 384 C404 430 412 470 426 506 L406 516 C396 476 388 430 384 390 Z", { volume: "limb" }),
            ]),
      ]),
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
