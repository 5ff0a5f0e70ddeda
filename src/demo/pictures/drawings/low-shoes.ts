import { oval } from "../outline.js";
import { dark, type Layer, light, panel, part, seam, type Sketch, STEP_BEHIND } from "../sketch.js";

/** Shoes stand in profile, toe to the left, on this floor. */
const FLOOR = 556;

const standing = (layers: readonly Layer[], x = 300, y = 470, zoom = 1.55): Sketch => ({
  layers,
  floor: FLOOR + 4,
  other: STEP_BEHIND,
  focus: { x, y, zoom, turn: -8 },
});

function laces(from: readonly [number, number], to: readonly [number, number], count: number, reach = 30): Layer[] {
  return Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const x = from[0] + (to[0] - from[0]) * share;
    const y = from[1] + (to[1] - from[1]) * share;
    return seam(`M${Math.round(x)} ${Math.round(y)} L${Math.round(x + reach)} ${Math.round(y + reach * 0.85)}`, "lace");
  });
}

const UPPER =
  "M72 520 C60 488 84 460 132 455 C172 451 202 444 226 422 C250 400 266 382 280 364 C290 354 302 354 306 366 C318 402 370 422 420 406 C446 396 464 372 488 368 C482 400 496 424 504 456 C510 484 510 504 508 526 L76 528 Z";

export function lowSneaker(): Sketch {
  return standing([
    part(
      "M64 520 C62 545 70 556 96 556 L500 556 C522 556 528 546 526 520 C524 508 512 506 500 508 L88 512 C72 510 64 512 64 520 Z",
      "sole",
      "top",
    ),
    part("M284 362 C330 340 440 344 486 370 C464 372 446 396 420 406 C370 422 318 402 306 366 Z", "inside", "top"),
    panel("M262 384 C272 350 296 320 316 316 C332 330 330 366 316 384 Z", { tone: "main", volume: "limb" }),
    panel(UPPER, {
      volume: "top",
      folds: [
        dark("M150 450 C190 466 214 484 226 514", 14),
        light("M110 470 C160 446 220 440 262 408", 16),
        dark("M420 380 C440 430 440 480 434 526", 12),
      ],
    }),
    panel("M72 522 C60 488 84 460 132 455 C160 452 182 449 200 441 C210 464 196 500 168 526 Z", {
      volume: "ball",
      folds: [light("M100 480 C120 462 150 456 180 446", 12)],
    }),
    panel(
      "M434 400 C452 390 468 372 488 368 C482 400 496 424 504 456 C510 484 510 504 508 526 L448 526 C454 480 450 436 434 400 Z",
      { volume: "limb", tone: "deep" },
    ),
    seam("M196 430 C202 462 186 500 162 524 M440 408 C454 440 458 480 454 524", "stitch"),
    seam("M214 422 C252 404 284 372 298 360 C330 440 280 500 236 526", "seam"),
    seam("M222 426 C258 408 286 380 298 370 C324 440 276 494 244 524", "stitch"),
    ...laces([222, 418], [286, 366], 5, 32),
    seam("M66 522 C160 530 420 530 526 522", "fine"),
    seam("M92 538 L506 538", "stitch", undefined, "jute"),
  ]);
}

export function highSneaker(): Sketch {
  return standing(
    [
      part(
        "M64 520 C62 545 70 556 96 556 L500 556 C522 556 528 546 526 520 C524 508 512 506 500 508 L88 512 C72 510 64 512 64 520 Z",
        "sole",
        "top",
      ),
      part("M322 250 C350 230 450 230 486 252 C450 268 360 268 326 258 Z", "inside", "top"),
      panel("M286 300 C292 262 312 236 330 232 C342 246 342 290 330 320 Z", { volume: "limb" }),
      panel(
        "M74 522 C62 488 86 460 134 455 C196 448 248 392 290 318 C304 292 314 268 324 254 C370 268 440 266 486 252 C500 330 512 440 508 526 L76 528 Z",
        {
          volume: "top",
          folds: [
            dark("M150 452 C190 466 214 486 226 514", 14),
            dark("M330 280 C380 300 440 300 490 290", 14),
            light("M330 330 C350 400 340 460 320 510", 20),
          ],
        },
      ),
      part("M72 524 C62 488 86 460 134 455 C160 452 184 444 202 434 C206 458 190 500 166 526 Z", "sole", "ball"),
      seam("M206 424 C254 396 300 320 324 262 C350 380 300 480 246 524", "seam"),
      seam("M214 428 C260 400 302 330 326 276 C346 380 294 474 256 522", "stitch"),
      ...laces([216, 418], [314, 284], 7, 32),
      panel(oval(424, 356, 36), { volume: "ball", tone: "pale" }),
      seam(oval(424, 356, 29), "stitch"),
      seam("M446 260 C456 340 462 440 460 524", "stitch"),
      seam("M66 522 C160 530 420 530 526 522", "fine"),
      seam("M88 534 L508 534", "seam", 3, "contrast"),
    ],
    320,
    420,
    1.35,
  );
}

export function runner(): Sketch {
  return standing([
    part(
      "M52 516 C48 548 74 562 110 560 L480 560 C528 562 552 540 546 500 C544 486 530 482 514 486 C420 506 330 510 240 504 C170 500 110 500 70 504 C58 506 52 508 52 516 Z",
      "foam",
      "top",
      [dark("M120 546 C220 530 320 540 420 524", 10)],
    ),
    part(
      "M60 548 C76 562 96 564 120 562 L470 562 C520 564 536 552 544 534 L544 546 C538 564 520 572 480 572 L110 572 C84 572 66 564 60 548 Z",
      "ink",
    ),
    part("M296 362 C340 336 450 334 498 350 C476 352 452 380 428 392 C380 412 330 398 314 364 Z", "inside", "top"),
    panel("M274 388 C282 352 306 322 328 320 C342 336 340 370 326 388 Z", { volume: "limb" }),
    panel(
      "M62 508 C54 474 84 456 132 452 C186 448 218 436 240 410 C258 388 272 376 286 362 C296 352 308 354 314 364 C330 398 380 412 428 392 C452 380 476 352 498 350 C512 390 524 450 526 492 C420 510 300 512 230 506 C160 502 100 504 62 508 Z",
      { volume: "top", folds: [light("M110 466 C170 448 220 440 264 408", 14)] },
    ),
    panel("M62 508 C54 474 84 456 136 452 C152 472 150 492 140 504 Z", { tone: "deep", volume: "ball" }),
    panel(
      "M300 506 C316 470 350 440 428 392 C452 380 476 352 498 350 C512 390 524 450 526 492 C490 500 440 506 400 508 C440 470 444 440 430 424 C396 440 360 480 346 508 Z",
      { tone: "deep", volume: "flat" },
    ),
    panel("M216 506 C236 470 268 430 306 396 L322 408 C290 440 262 474 248 507 Z", { tone: "pale", volume: "flat" }),
    seam("M224 420 C262 400 290 374 306 362 C326 400 320 440 296 470", "seam"),
    ...laces([230, 414], [296, 366], 5, 32),
    seam("M480 372 C496 420 504 450 508 490", "stitch"),
    panel("M484 356 C494 336 512 340 510 362 L504 384 Z", { tone: "contrast", cloth: false }),
  ]);
}

export function slipOn(): Sketch {
  return standing([
    part(
      "M64 524 C62 548 70 556 96 556 L500 556 C522 556 528 548 526 524 C524 512 512 510 500 512 L88 514 C72 512 64 514 64 524 Z",
      "sole",
      "top",
    ),
    part("M292 384 C340 358 450 360 486 378 C466 384 446 412 410 418 C360 424 312 412 292 384 Z", "inside", "top"),
    panel(
      "M72 522 C60 490 84 464 132 457 C186 450 246 426 292 384 C312 412 360 424 410 418 C446 412 466 384 488 376 C482 406 496 428 504 458 C510 484 510 504 508 526 L76 528 Z",
      {
        volume: "top",
        folds: [dark("M160 456 C200 476 220 500 226 522", 14), light("M110 476 C170 450 230 440 280 410", 16)],
      },
    ),
    part("M288 392 C306 410 334 418 362 420 C352 456 326 474 304 480 C278 462 270 426 288 392 Z", "ink", "flat"),
    seam(
      "M292 406 C300 440 306 460 302 474 M306 412 C314 440 316 456 312 472 M322 416 C328 440 328 452 324 464 M338 419 C342 436 340 446 336 454",
      "fine",
      undefined,
      "sole",
    ),
    seam("M262 410 C252 450 270 490 300 500 C340 500 366 460 372 410", "stitch"),
    seam("M448 398 C460 440 464 480 462 524", "stitch"),
    seam("M66 526 C160 532 420 532 526 526", "fine"),
  ]);
}

const LOAFER_SOLE = part(
  "M58 530 C60 544 74 550 96 550 L380 550 C392 548 400 540 404 532 L404 520 L58 520 Z",
  "wood",
  "top",
);
const HEEL = part("M392 520 L510 516 L512 556 L398 556 Z", "wood", "top");
const LOAFER_UPPER =
  "M58 524 C48 500 64 482 102 474 C150 465 200 452 230 430 C248 416 262 404 272 392 C288 426 340 448 400 442 C446 436 472 392 500 386 C494 412 504 436 510 464 C514 488 514 506 512 522 C400 528 200 530 58 524 Z";
const LOAFER_INSIDE = "M272 392 C330 366 452 362 498 388 C472 392 446 436 400 442 C340 448 288 426 272 392 Z";

function loaferBase(): Layer[] {
  return [
    HEEL,
    LOAFER_SOLE,
    part(LOAFER_INSIDE, "inside", "top"),
    panel(LOAFER_UPPER, {
      volume: "top",
      folds: [
        light("M92 490 C150 464 210 452 258 424", 18),
        dark("M240 430 C270 470 280 500 280 528", 13),
        dark("M452 400 C470 440 474 490 472 524", 14),
      ],
    }),
    seam("M94 500 C120 474 170 462 216 452 C246 446 262 440 272 430", "ridge", 7),
    seam("M472 390 C484 440 486 480 484 522", "fine"),
    seam("M272 392 C288 426 340 448 400 442 C446 436 472 392 498 388", "ridge", 4),
  ];
}

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

const LACE_UPPER =
  "M58 524 C48 498 66 478 106 470 C152 462 196 452 222 428 C242 408 256 392 268 376 C282 362 296 362 302 374 C316 412 370 428 416 410 C448 396 472 366 500 364 C494 394 504 428 510 460 C514 486 514 506 512 522 C400 528 200 530 58 524 Z";

function laceUpBase(): Layer[] {
  return [
    HEEL,
    LOAFER_SOLE,
    part("M276 372 C330 342 452 340 498 366 C472 366 448 396 416 410 C370 428 316 412 302 374 Z", "inside", "top"),
    panel("M256 400 C264 366 284 342 304 338 C320 350 320 382 306 398 Z", { volume: "limb" }),
    panel(LACE_UPPER, {
      volume: "top",
      folds: [
        light("M92 490 C150 466 206 456 250 420", 18),
        dark("M228 440 C250 480 256 504 254 528", 12),
        dark("M456 384 C470 430 474 490 472 524", 14),
      ],
    }),
    seam("M474 376 C486 430 488 480 486 522", "stitch"),
  ];
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

export function balletFlat(): Sketch {
  return standing(
    [
      part("M58 540 C90 556 200 552 300 548 C380 546 440 552 508 548 L510 538 L60 532 Z", "wood", "top"),
      part("M196 492 C270 446 430 440 500 470 C480 500 330 520 230 514 Z", "leather", "top"),
      panel(
        "M54 538 C54 504 96 490 150 486 C176 484 190 488 196 494 C220 524 300 522 380 506 C440 492 480 464 500 462 C512 480 514 520 510 544 C400 548 200 552 54 538 Z",
        {
          volume: "top",
          folds: [light("M80 520 C120 500 160 498 186 500", 12), dark("M300 530 C380 520 440 504 490 484", 10)],
        },
      ),
      seam("M196 494 C220 524 300 522 380 506 C440 492 480 464 500 462", "ridge", 5),
      panel(
        "M176 488 C156 470 140 468 134 480 C140 494 158 498 176 494 Z M182 490 C200 470 218 470 224 482 C216 496 200 498 184 494 Z",
        { tone: "deep", volume: "ball" },
      ),
      panel(oval(180, 491, 7), { volume: "ball", tone: "deep" }),
    ],
    250,
    510,
    1.7,
  );
}

export function espadrille(): Sketch {
  const rope = Array.from(
    { length: 36 },
    (_, index) =>
      `M${66 + index * 12.6} 536 C${60 + index * 12.6} 544 ${60 + index * 12.6} 550 ${66 + index * 12.6} 558`,
  ).join(" ");
  return standing([
    part("M54 534 C54 552 64 560 90 560 L496 560 C516 560 522 552 520 530 C400 530 200 530 54 534 Z", "jute", "top"),
    seam(rope, "fine", 2, "leather"),
    part("M272 438 C330 412 456 410 506 432 C480 438 450 474 400 478 C340 480 296 462 272 438 Z", "inside", "top"),
    panel(
      "M60 536 C50 506 74 484 116 478 C170 470 236 458 272 438 C296 462 340 480 400 478 C450 474 480 438 508 430 C504 456 514 480 518 504 C520 516 520 526 518 532 C400 538 200 540 60 536 Z",
      {
        volume: "top",
        folds: [light("M100 506 C160 478 220 472 260 456", 16), dark("M250 460 C262 490 264 510 262 532", 10)],
      },
    ),
    seam("M272 440 C262 470 250 500 226 534", "stitch"),
    seam("M62 532 C200 538 400 538 518 530", "stitch"),
    seam("M272 438 C296 462 340 480 400 478 C450 474 480 438 506 432", "ridge", 4),
  ]);
}

export function slide(): Sketch {
  return standing(
    [
      part(
        "M52 532 C50 556 64 566 100 564 L490 564 C520 564 528 552 526 528 C524 508 500 506 470 514 C380 534 240 528 150 520 C90 514 54 514 52 532 Z",
        "leather",
        "top",
      ),
      part(
        "M62 526 C90 514 140 520 200 526 C320 534 420 526 480 510 C508 506 520 512 520 522 C440 548 160 552 62 526 Z",
        "jute",
        "top",
      ),
      panel("M126 538 C130 470 180 432 240 428 C300 426 336 470 346 536 C300 546 180 548 126 538 Z", {
        volume: "body",
        folds: [light("M170 500 C190 456 220 446 250 444", 18), dark("M320 470 C336 500 340 520 340 536", 14)],
      }),
      seam("M136 536 C142 478 188 442 240 438 C292 438 326 476 336 534", "stitch"),
      seam("M56 546 C200 556 400 556 524 544", "fine"),
    ],
    240,
    490,
    1.6,
  );
}

export function flatSandal(): Sketch {
  return standing(
    [
      part(
        "M52 540 C60 560 100 562 160 560 L500 560 C520 558 524 548 520 538 C440 550 200 554 52 540 Z",
        "wood",
        "top",
      ),
      part(
        "M54 538 C90 522 150 526 220 530 C340 536 440 530 500 516 C516 514 524 526 520 538 C440 556 160 558 54 538 Z",
        "leather",
        "top",
      ),
      panel("M96 534 C110 490 140 466 176 460 L210 466 C176 480 146 506 138 536 Z", { volume: "limb" }),
      panel("M214 538 C200 500 180 474 150 456 L176 446 C216 466 246 500 258 538 Z", { volume: "limb" }),
      panel("M400 526 C392 470 404 420 438 390 L466 392 C436 424 430 476 438 520 Z", { volume: "limb" }),
      panel("M506 512 C512 470 506 430 492 392 L470 396 C484 430 488 470 484 516 Z", { volume: "limb" }),
      panel("M334 402 C380 376 460 374 506 392 C510 400 508 410 502 414 C450 398 384 404 340 424 Z", {
        volume: "body",
      }),
      part("M352 394 L380 384 L386 408 L358 418 Z M359 400 L376 394 L379 404 L362 410 Z", "metal"),
    ],
    320,
    470,
    1.5,
  );
}
