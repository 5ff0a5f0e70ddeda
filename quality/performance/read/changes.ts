import { setTimeout as delay } from "node:timers/promises";
import type { ProductData } from "../../../src/catalog/product-document.js";
import type { Bench } from "../bench.js";
import { changeOneProduct } from "../ingest.js";
import { inParallel, median } from "../../shared/measure.js";
import type { RoundSettings } from "./rounds.js";
import type { Kind, Row } from "./rows.js";
import { mark, type NoteRow } from "./table.js";

/** Row of the report for hot (repeated) requests, and a function that sends one such request. */
export interface HotRow {
  readonly row: Row;
  readonly call: () => Promise<unknown>;
}

/** Maximum p50 of hot (repeated) requests during product changes, as a multiple of the p50 without product changes. */
const WANTED: Readonly<Record<Kind, number>> = { listing: 1.3, search: 2.5 };
const EVERY_MS = 1_000;
const ROUNDS = 3;
/** Factor by which the measurement is extended, so that several product changes occur during the measurement. */
const LONGER = 3;

/**
 * Compares hot (repeated) page requests with and without one concurrent product insert per second, as sent by webhooks.
 */
export async function benchChanges(
  bench: Bench,
  hot: readonly HotRow[],
  variants: readonly ProductData[],
  { alone }: Pick<RoundSettings, "alone">,
): Promise<NoteRow[]> {
  const p50 = async ({ call }: HotRow, seconds: number) => median((await inParallel(call, 1, seconds)).times);
  const samples = hot.map(() => ({ quiet: [] as number[], changing: [] as number[] }));
  let changes = { count: 0, seconds: 0 };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, contender] of hot.entries()) {
      await p50(contender, alone); // refills the cache after the changes of the previous round
      samples[at]?.quiet.push(await p50(contender, alone));
    }
    const done = await whileProductsChange(bench, variants, changes.count, async () => {
      for (const [at, contender] of hot.entries()) {
        samples[at]?.changing.push(await p50(contender, LONGER * alone));
      }
    });
    changes = { count: changes.count + done.count, seconds: changes.seconds + done.seconds };
  }
  const rows = hot.map(({ row }, at): NoteRow => {
    const { quiet, changing } = samples[at] as (typeof samples)[number];
    const ratio = median(changing.map((own, round) => own / (quiet[round] as number)));
    return [
      `  ${row.name}, p50`,
      `${median(changing).toFixed(2)} ms, compared with ${median(quiet).toFixed(2)}`,
      `${ratio.toFixed(2)} × ${mark(ratio <= WANTED[row.kind])}(target: at most ${WANTED[row.kind]})`,
    ];
  });
  const rate = (changes.count / changes.seconds).toFixed(2);
  return [[`repeated requests while ${rate} products per second are inserted:`, "", ""], ...rows];
}

/**
 * Changes products during `work`, which starts after the first change.
 * @returns the number of changes during `work`, and the total duration in seconds
 */
async function whileProductsChange(
  bench: Bench,
  variants: readonly ProductData[],
  from: number,
  work: () => Promise<void>,
): Promise<{ count: number; seconds: number }> {
  const change = (nth: number) => changeOneProduct(bench, changed(variants[nth % variants.length] as ProductData, nth));
  await change(from);
  const control = new AbortController();
  const started = performance.now();
  let count = 0;
  const changes = (async () => {
    while (!control.signal.aborted) {
      await delay(Math.max(0, started + count * EVERY_MS - performance.now()));
      await change(from + count + 1);
      count += 1;
    }
  })();
  try {
    await work();
  } finally {
    control.abort();
    await changes;
  }
  return { count, seconds: (performance.now() - started) / 1000 };
}

/** Returns a variant with another price, or with another image if the catalogue has no prices. */
export function changed(variant: ProductData, nth: number): ProductData {
  if (typeof variant.price === "number") return { ...variant, price: 10 + (nth % 1_000) };
  return { ...variant, images: [`https://shop.example/${nth}.jpg`] };
}
