import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Engine } from "../../src/engine/engine.js";
import { cursorsIndex } from "../../src/search/paging/store.js";
import { median } from "../shared/measure.js";
import { readMetrics } from "../shared/service.js";
import type { ServiceAddress } from "./test-bed.js";
import { atMost, reported, type Check } from "./scenario.js";

/** Module to preload into a service whose heap is sampled. */
export const HEAP_PROBE = new URL("heap-probe.mjs", import.meta.url).href;

/** Resource usage of a service and its engine at one time. */
export type Sample = { readonly [name in keyof typeof RESOURCES]: number };

/**
 * Resources that must not grow. `share` and `beyond` limit the growth from the second third of a run to the last third.
 * A leak in every request exceeds these limits within minutes, while fluctuations of caches, garbage collection and
 * periodic cleanups stay below them.
 */
const RESOURCES = {
  heap: { title: "heap after garbage collection", unit: "MB", share: 0.1, beyond: 5 },
  buffers: { title: "buffer memory after garbage collection", unit: "MB", share: 0.1, beyond: 5 },
  resident: { title: "resident memory", unit: "MB", share: 0.1, beyond: 20 },
  descriptors: { title: "open files and connections", unit: "", share: 0.1, beyond: 10 },
  handles: { title: "active handles", unit: "", share: 0.1, beyond: 10 },
  contexts: { title: "open search contexts in OpenSearch", unit: "", share: 0.1, beyond: 5 },
  indices: { title: "indices", unit: "", share: 0, beyond: 2 },
  pages: { title: "documents of cursors", unit: "", share: 0.2, beyond: 200 },
  files: { title: "number of files in the data folder", unit: "", share: 0.1, beyond: 10 },
  bytes: { title: "size of the data folder", unit: "MB", share: 0.2, beyond: 2 },
  // Allows large changes, because garbage collection and stored data change the heap of the engine.
  engine: { title: "OpenSearch heap", unit: "MB", share: 1, beyond: 500 },
  lag: { title: "event loop lag, p99", unit: "ms", share: 1, beyond: 200 },
} as const;

export const NAMES = Object.keys(RESOURCES) as readonly (keyof typeof RESOURCES)[];

const MB = 1_048_576;

export async function sample(service: ServiceAddress, engine: Engine): Promise<Sample> {
  const { child } = service.serving();
  const response = once(child, "message", { signal: AbortSignal.timeout(30_000) });
  child.send("run a garbage collection");
  const [{ heap, buffers }] = (await response) as [{ heap: number; buffers: number }];
  const metric = await readMetrics(service.operationsUrl);
  const { nodes } = await engine.call<NodeStats>("node_stats", {
    method: "GET",
    path: "/_nodes/stats/indices,jvm/search",
  });
  const indices = await engine.call<object[]>("cat_indices", {
    method: "GET",
    path: `/_cat/indices/${engine.prefix}*`,
    querystring: { format: "json", h: "index" },
  });
  const { count } = await engine.call<{ count: number }>("count", {
    method: "GET",
    path: `/${cursorsIndex(engine)}/_count`,
  });
  const files = await filesBelow(service.dataDir);
  return {
    heap: heap / MB,
    buffers: buffers / MB,
    resident: metric("process_resident_memory_bytes") / MB,
    descriptors: metric("process_open_fds"),
    handles: metric("nodejs_active_handles_total"),
    contexts: Object.values(nodes).reduce((sum, { indices: { search } }) => sum + search.open_contexts, 0),
    indices: indices.length,
    pages: count,
    files: files.length,
    bytes: files.reduce((sum, bytes) => sum + bytes, 0) / MB,
    engine: Object.values(nodes).reduce((sum, { jvm }) => sum + jvm.mem.heap_used_in_bytes, 0) / MB,
    lag: metric("nodejs_eventloop_lag_p99_seconds") * 1000,
  };
}

interface NodeStats {
  readonly nodes: Readonly<
    Record<
      string,
      {
        readonly indices: { readonly search: { readonly open_contexts: number } };
        readonly jvm: { readonly mem: { readonly heap_used_in_bytes: number } };
      }
    >
  >;
}

/** Returns the size in bytes of each file in a folder and its subfolders. */
async function filesBelow(folder: string): Promise<number[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.map(async (entry) => {
    if (!entry.isFile()) return [];
    // Ignore a file that was deleted after the folder was read.
    const found = await stat(join(entry.parentPath, entry.name)).catch(() => undefined);
    return found === undefined ? [] : [found.size];
  });
  return (await Promise.all(sizes)).flat();
}

/**
 * Compares the medians of the second and last third of the samples, because caches fill during the first third.
 * @param slack factor for the absolute growth limits (`beyond`)
 */
export function growthChecks(samples: readonly Sample[], slack = 1): Check[] {
  const third = Math.floor(samples.length / 3);
  return NAMES.map((name) => {
    const { unit, share, beyond } = RESOURCES[name];
    const all = samples.map((one) => one[name]);
    const [before, after] = [median(all.slice(third, 2 * third)), median(all.slice(2 * third))];
    return atMost(`${RESOURCES[name].title}: last third`, after, before * (1 + share) + beyond * slack, unit);
  });
}

/** Reports the usage of each resource at five points in time, without checking a limit. */
export const courses = (samples: readonly Sample[]): Check[] =>
  NAMES.map((name) => {
    const all = samples.map((one) => one[name]);
    const marks = [0, 0.25, 0.5, 0.75, 1].map((at) => all[Math.round(at * (all.length - 1))] ?? 0);
    return reported(RESOURCES[name].title, marks.map((mark) => String(Math.round(mark * 10) / 10)).join(" → "));
  });
