import type { Bench } from "../bench.js";
import type { Connections } from "../connections.js";
import { inParallel, median } from "../../shared/measure.js";
import type { Shop } from "./prepare.js";
import type { HotRow } from "./changes.js";
import type { RoundSettings } from "./rounds.js";
import { mark, type NoteRow } from "./table.js";
import { learnTastes } from "./learn-tastes.js";
import { addTenfold } from "./tenfold-catalogue.js";
import { createTraffic } from "./traffic.js";
import { benchWholeCatalogue } from "./whole-catalogue.js";

const WANTED = { ratio: 1.3, whole: { first: 365, later: 5 } };
/** Rounds before those that count. */
const WARMUP = 8;

/** Measures hot listings of the same size, and the whole catalogue, with ten times the products. */
export async function benchTenfold(
  bench: Bench,
  shop: Shop,
  hot: readonly HotRow[],
  connections: Connections,
  { rounds, alone }: RoundSettings,
  say: (what: string) => void,
): Promise<NoteRow[]> {
  say("loading ten times the products");
  const large = await addTenfold(bench);
  await learnTastes(large, shop.products);
  say("asking for listings of both, and for all of the large one");
  const traffic = createTraffic(large, "service", shop);
  const rows: NoteRow[] = [];
  for (const few of hot.filter(({ row }) => row.kind === "listing")) {
    const next = traffic.of(few.row);
    const many: HotRow = { ...few, call: () => connections.send(next().request) };
    const samples: { few: number; many: number }[] = [];
    for (let round = 0; round < WARMUP + rounds; round += 1) {
      const sample = { few: await p50(few, alone), many: await p50(many, alone) };
      if (round >= WARMUP) samples.push(sample);
    }
    const ratio = median(samples.map((sample) => sample.many / sample.few));
    const [own, beside] = (["many", "few"] as const).map((which) => median(samples.map((sample) => sample[which])));
    rows.push([
      `${few.row.name}, ten times the products, p50`,
      `${own?.toFixed(2)} ms beside ${beside?.toFixed(2)}`,
      `${ratio.toFixed(2)} × ${mark(ratio <= WANTED.ratio)}(wanted: at most ${WANTED.ratio})`,
    ]);
  }
  const whole = await benchWholeCatalogue(large, connections, shop.variants, WANTED.whole);
  return [...rows, ...whole.map(([what, ...rest]): NoteRow => [`ten times the products: ${what}`, ...rest])];
}

const p50 = async ({ call }: HotRow, seconds: number): Promise<number> =>
  median((await inParallel(call, 1, seconds)).times);
