import { both, mirror, symmetric } from "../outline.js";
import { button, dark, light, panel, part, seam, type Sketch } from "../sketch.js";
import { bust, skirt, upper } from "./dress-parts.js";
import { armholes, bodyFolds, sleeves, type Torso } from "./torso.js";

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
