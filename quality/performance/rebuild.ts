import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSessions } from "../../src/behaviour/sessions/start-sessions.js";
import { createSessionNeighbours } from "../../src/behaviour/sessions/neighbours.js";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { prepareEngine, TEMPLATES_FOLDER } from "../../src/engine/templates.js";
import type { Arrival } from "../../src/tracking/event.js";
import { storeEvents } from "../../src/tracking/event-store.js";
import { monthOf } from "../../src/tracking/month.js";
import { contextOn } from "../../test/support/context.js";
import { view } from "../../test/support/shopper-events.js";
import { tasteOn } from "../../test/support/taste.js";
import type { Bench } from "./bench.js";
import { simulatedVisits } from "./simulated-visits.js";
import { nobodyErased } from "../../test/support/nobody-erased.js";

const SESSIONS = 50_000;
const PRODUCTS = 50_000;
const STORED_AT_ONCE = 5_000;
const LIMITS = { maxSessions: 1_000_000, maxBytes: 100_000_000 };

/** Measures how long a new process takes to load the sessions of a million stored events. */
export async function benchRebuild(bench: Bench): Promise<void> {
  const engine = createEngine({ url: bench.engineUrl, prefix: `${bench.prefix}rebuild-` });
  try {
    await prepareEngine(engine, TEMPLATES_FOLDER, { languages: ["english"], shards: 1 });
    const stored = await storeVisits(engine);
    const started = performance.now();
    const sessions = await readAll(engine);
    const seconds = (performance.now() - started) / 1000;
    bench.table(`Sessions loaded from OpenSearch at startup: ${stored} views, ${sessions} sessions`, [
      ["read in", `${seconds.toFixed(1)} s`, ""],
      ["a million events", `${((seconds / stored) * 1e6).toFixed(0)} s`, "(while serving)"],
    ]);
  } finally {
    await engine.close();
  }
}

async function storeVisits(engine: Engine): Promise<number> {
  const context = contextOn(engine);
  let stored = 0;
  for (const batch of simulatedVisits({ sessions: SESSIONS, products: PRODUCTS, seed: "stored" })) {
    const arrivals = Array.from({ length: batch.count }, (_, visit): Arrival => {
      const at = batch.times[visit]!;
      const event = view(`product-${batch.products[visit]}`, at, { device_id: batch.devices[visit]! });
      return { event, month: monthOf(at), token: `t${stored + visit}` };
    });
    for (let start = 0; start < arrivals.length; start += STORED_AT_ONCE) {
      const some = arrivals.slice(start, start + STORED_AT_ONCE);
      await storeEvents(context, nobodyErased, some, { timeoutMs: 60_000 });
    }
    stored += batch.count;
  }
  return stored;
}

/** Loads the sessions of all stored events and returns their number. */
async function readAll(engine: Engine): Promise<number> {
  const sessions = createSessionNeighbours(LIMITS);
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
  const feed = startSessions(contextOn(engine, { dataDir }), sessions, tasteOn(engine).store.forgottenAt);
  try {
    await feed.catchUp();
  } finally {
    await feed.close(0);
    await rm(dataDir, { recursive: true });
  }
  return sessions.size().sessions;
}
