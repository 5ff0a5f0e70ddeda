import { oval } from "../outline.js";
import { dark, light, panel, part, seam, type Sketch } from "../sketch.js";
import { laces, laceUpBase, LOAFER_INSIDE, LOAFER_UPPER, loaferBase, standing } from "./shoe-parts.js";

export function pennyLoafer(): Sketch {
  return standing([
    ...loaferBase(),
    panel(
      "M218 432 C244 456 258 492 260 527 L340 527 C340 490 330 458 312 432 C296 422 282 408 272 394 C254 410 238 422 218 432 Z",
      { volume: "flat", folds: [dark("M330 430 C340 470 342 500 342 526", 8)] },
    ),
    part("M258 446 C268 440 284 440 294 446 C290 456 264 456 258 446 Z", "inside"),
    seam("M226 432 C250 458 264 492 267 525 M308 438 C322 460 332 490 333 525", "stitch"),
  ]);
}

export function tasselLoafer(): Sketch {
  const tassel = (x: number, y: number, turn: number) =>
    panel(`M${x - 7} ${y} L${x + 7} ${y} L${x + 14 + turn} ${y + 46} L${x - 12 + turn} ${y + 46} Z`, {
      volume: "limb",
    });
  return standing([
    ...loaferBase(),
    seam("M284 420 C310 452 410 470 460 432", "cord", 5, "main"),
    panel("M206 442 C232 430 258 412 272 398 C284 416 288 436 278 452 C252 462 226 462 206 454 Z", { volume: "flat" }),
    tassel(228, 446, -8),
    tassel(262, 448, 0),
    seam(
      "M218 460 L210 488 M226 460 L220 490 M234 460 L230 490 M254 462 L250 492 M262 462 L262 492 M270 462 L274 492",
      "fine",
    ),
    panel(oval(228, 446, 9), { volume: "ball" }),
    panel(oval(262, 448, 9), { volume: "ball" }),
  ]);
}

export function derby(): Sketch {
  return standing([
    ...laceUpBase(),
    panel(
      "M214 446 C252 410 272 384 290 368 C296 364 300 366 302 374 C316 412 370 428 416 410 C438 400 456 384 472 374 C484 420 488 480 486 524 L300 527 C296 490 262 458 214 446 Z",
      { volume: "top" },
    ),
    seam("M222 448 C262 460 300 488 308 524 M226 440 C262 408 282 384 296 372", "stitch"),
    ...laces([242, 420], [284, 376], 4, 28).map((layer) => ({ ...layer, tone: "ink" as const, width: 4.6 })),
    seam("M62 520 C190 528 330 528 400 522", "stitch", undefined, "jute"),
  ]);
}

export function oxford(): Sketch {
  return standing([
    ...laceUpBase(),
    seam("M146 454 C166 478 172 504 168 526", "seam"),
    seam("M154 452 C174 478 180 504 176 526", "stitch"),
    seam("M232 430 C246 448 250 456 262 460 C300 470 330 440 336 392", "seam"),
    seam("M262 460 C300 480 330 500 336 526", "seam"),
    seam("M262 466 C296 484 324 504 328 526", "stitch"),
    ...laces([246, 412], [284, 372], 4, 26).map((layer) => ({ ...layer, tone: "ink" as const, width: 4.4 })),
  ]);
}

export function boatShoe(): Sketch {
  return standing([
    part(
      "M58 522 C58 548 72 556 96 556 L490 556 C512 556 518 546 516 522 C514 512 500 510 490 512 L80 514 C66 512 58 514 58 522 Z",
      "sole",
      "top",
    ),
    part(LOAFER_INSIDE, "inside", "top"),
    panel(LOAFER_UPPER, {
      volume: "top",
      folds: [dark("M250 430 C272 470 282 500 282 524", 12), light("M92 492 C150 466 210 454 250 430", 16)],
    }),
    seam("M96 500 C120 474 170 462 216 452 C244 446 258 440 268 430", "ridge", 7),
    panel(
      "M214 436 C244 422 262 406 272 394 C282 410 296 424 310 432 C320 460 324 490 324 526 L268 527 C268 486 246 456 214 436 Z",
      { volume: "flat" },
    ),
    seam("M316 446 C370 462 430 452 500 416", "cord", 5, "leather"),
    ...laces([240, 428], [262, 414], 2, 30).map((layer) => ({ ...layer, tone: "leather" as const, width: 5 })),
    seam("M262 420 C240 440 216 448 204 470 M270 424 C262 450 262 470 252 486", "cord", 4.4, "leather"),
  ]);
}
