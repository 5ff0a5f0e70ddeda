import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createCompanions } from "../../src/behaviour/sessions/companions.js";
import { createRecommender } from "../../src/behaviour/sessions/recommender.js";
import { readSessions, writeSessions } from "../../src/behaviour/sessions/session-file.js";
import { SessionIndex } from "../../src/behaviour/sessions/session-index.js";
import { printTable } from "./bench.js";
import { withFolder } from "../shared/service.js";
import { median, percentile, timed } from "../shared/measure.js";
import { simulatedVisits } from "./simulated-visits.js";

/** Number of simulated sessions. For comparison, the RecSys Challenge 2015 has nine million sessions. */
const SESSIONS = 10_000_000;
const PRODUCTS = 50_000;
const QUERIES = 20_000;
const WARMUP = 2_000;
const WANTED = { megabytes: 600, seconds: 30, milliseconds: 2 };
const LIMITS = { maxSessions: SESSIONS, maxBytes: WANTED.megabytes * 1e6 };

/**
 * Measures the session index with ten million sessions: its size, the time to build it from events and from disk, and
 * its query time.
 */
export async function benchSessions(): Promise<void> {
  const names = Array.from({ length: PRODUCTS }, (_, rank) => `product-${rank}`);
  const before = process.memoryUsage().rss;
  const index = new SessionIndex(LIMITS);
  let milliseconds = 0;
  let visits = 0;
  let at = 0;
  // The measured time excludes the simulation. The measured memory includes it.
  for (const { count, devices, products, times } of simulatedVisits({
    sessions: SESSIONS,
    products: PRODUCTS,
    seed: "learnt",
  })) {
    const started = performance.now();
    for (let visit = 0; visit < count; visit += 1) {
      index.visit("shop", devices[visit]!, names[products[visit]!]!, times[visit]!);
    }
    milliseconds += performance.now() - started;
    visits += count;
    at = times[count - 1]!;
  }
  const grown = process.memoryUsage().rss - before;
  const recommend = createRecommender(index);
  const companions = createCompanions(index);
  const times = requestedTimes(names, (session) => recommend("shop", session, { limit: 24, at }));
  const kept = await throughDisk(index);
  const companionTimes = requestedTimes(names, (session) => companions("shop", session, { limit: 24, at }));
  const millions = (count: number) => `${(count / 1e6).toFixed(1)} million`;
  printTable(
    `Session index: ${millions(SESSIONS)} sessions, ${millions(visits)} visits, ${millions(PRODUCTS)} products`,
    [
      ["number of sessions", millions(index.sessions), ""],
      ["memory reported by the session index", `${(index.bytes / 1e6).toFixed(0)} MB`, ""],
      ["increase of the process memory", `${(grown / 1e6).toFixed(0)} MB`, `(target: at most ${WANTED.megabytes})`],
      [
        "time to build the index from events in memory",
        `${(milliseconds / 1000).toFixed(1)} s`,
        `(target: at most ${WANTED.seconds})`,
      ],
      ["time to load the index from disk", `${kept.read.toFixed(1)} s`, `(target: at most ${WANTED.seconds})`],
      ["  file size", `${(kept.bytes / 1e6).toFixed(0)} MB`, `written in ${kept.written.toFixed(1)} s`],
      ["a query, median", `${median(times).toFixed(2)} ms`, ""],
      [
        "a query, 99th percentile",
        `${percentile(times, 0.99).toFixed(2)} ms`,
        `(target: at most ${WANTED.milliseconds})`,
      ],
      ["companions, median", `${median(companionTimes).toFixed(2)} ms`, ""],
      ["companions, 99th percentile", `${percentile(companionTimes, 0.99).toFixed(2)} ms`, ""],
    ],
  );
}

/** Measures the seconds to write an index to a file and to load it into another index, as at shutdown and start. */
const throughDisk = (index: SessionIndex): Promise<{ written: number; read: number; bytes: number }> =>
  withFolder(async (folder) => {
    const path = join(folder, "sessions");
    const written = await timed(() => writeSessions(path, index, null));
    const copy = new SessionIndex(LIMITS);
    const read = await timed(() => readSessions(path, copy, () => true));
    if (copy.sessions !== index.sessions)
      throw new Error(`${copy.sessions} of ${index.sessions} sessions were restored`);
    return { written: written / 1000, read: read / 1000, bytes: (await stat(path)).size };
  });

/** Returns query times in milliseconds. Each simulated session is queried after each of its visits. */
function requestedTimes(names: readonly string[], request: (session: readonly string[]) => unknown): number[] {
  const sessions = new Map<string, string[]>();
  const times: number[] = [];
  const simulation = { sessions: QUERIES, products: PRODUCTS, seed: "asked" };
  for (const { count, devices, products } of simulatedVisits(simulation)) {
    for (let visit = 0; visit < count && times.length < WARMUP + QUERIES; visit += 1) {
      const session = sessions.get(devices[visit]!) ?? [];
      session.push(names[products[visit]!]!);
      sessions.set(devices[visit]!, session);
      const started = performance.now();
      request(session);
      times.push(performance.now() - started);
    }
  }
  return times.slice(WARMUP);
}
