import { createFeatures } from "../../../src/catalog/feature-tables.js";
import { createLiveCatalogs } from "../../../src/catalog/live.js";
import { commandContext } from "../../../src/context.js";
import { createEngine } from "../../../src/engine/engine.js";
import { median } from "../../shared/measure.js";
import type { Bench } from "../bench.js";
import { processorTime } from "../processor.js";
import type { NoteRow } from "./table.js";

const ROUNDS = 5;
const MOST_BYTES = 2 ** 31;

/** Measures the memory and loading time of the ranking data of all products in this process. */
export async function benchFeatures(bench: Bench, enginePid: number): Promise<NoteRow[]> {
  const engine = createEngine({ url: bench.engineUrl, prefix: bench.prefix });
  try {
    const live = await createLiveCatalogs(engine).get(bench.access.client_id);
    if (live === undefined) throw new Error("the catalogue of the benchmark is missing");
    const [times, engineCpu, ownCpu]: [number[], number[], number[]] = [[], [], []];
    let [products, bytes] = [0, 0];
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = commandContext(engine);
      const { features: metrics } = context.metrics;
      const now = () => performance.now();
      const features = createFeatures(context, MOST_BYTES);
      const [begun, engineBefore, ownBefore] = [
        now(),
        await processorTime(enginePid),
        await processorTime(process.pid),
      ];
      await features.warm(live);
      times.push(now() - begun);
      engineCpu.push((await processorTime(enginePid)) - engineBefore);
      ownCpu.push((await processorTime(process.pid)) - ownBefore);
      products = (await metrics.rows.get()).values.reduce((sum, { value }) => sum + value, 0);
      bytes = (await metrics.bytes.get()).values[0]?.value ?? 0;
    }
    const each100k = (all: readonly number[]) => ((median(all) / products) * 100).toFixed(2);
    return [
      [`ranking data of ${products} products, in memory`, `${(bytes / products).toFixed(0)} bytes per product`, ""],
      [
        "loading time of ranking data per 100,000 products",
        `${each100k(times)} s`,
        `engine ${each100k(engineCpu)} s, Node ${each100k(ownCpu)} s of processor`,
      ],
    ];
  } finally {
    await engine.close();
  }
}
