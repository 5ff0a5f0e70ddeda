import type { Bench } from "./bench.js";
import { exchange } from "./http.js";

/** What the service has cost since it started. */
export interface Cost {
  /** Of the engine, by operation. */
  readonly calls: ReadonlyMap<string, number>;
  /** Processor time, milliseconds. */
  readonly service: number;
  readonly engine: number;
}

export async function costSoFar({ service, engineUrl }: Bench): Promise<Cost> {
  const get = async (path: string, base: string) => (await exchange(new URL(path, base), { method: "GET" })).toString();
  const metrics = await get("/metrics", service.demo.operations_url);
  const line = /^vitrine_engine_call_duration_seconds_count\{operation="([^"]+)",outcome="[^"]+"\} (\d+)$/gm;
  const calls = new Map<string, number>();
  for (const [, operation = "", count] of metrics.matchAll(line)) {
    calls.set(operation, (calls.get(operation) ?? 0) + Number(count));
  }
  const [, seconds] = /^process_cpu_seconds_total (\S+)$/m.exec(metrics) ?? [];
  const stats = JSON.parse(await get("/_nodes/stats/process", engineUrl)) as NodesStats;
  const engine = Object.values(stats.nodes).reduce((sum, { process }) => sum + process.cpu.total_in_millis, 0);
  return { calls, service: 1000 * Number(seconds), engine };
}

interface NodesStats {
  readonly nodes: Readonly<
    Record<string, { readonly process: { readonly cpu: { readonly total_in_millis: number } } }>
  >;
}

/** What came between, for each of a number of requests. */
export function costEach(before: Cost, after: Cost, requests: number): { calls: string; processor: string } {
  const calls = [...after.calls]
    .map(([operation, count]) => [operation, (count - (before.calls.get(operation) ?? 0)) / requests] as const)
    .filter(([, each]) => each >= 0.02)
    .sort(([, more], [, less]) => less - more)
    .map(([operation, each]) => `${operation} ${each.toFixed(2)}`)
    .join(", ");
  const each = (kind: "service" | "engine") => `${((after[kind] - before[kind]) / requests).toFixed(1)} ms`;
  return { calls, processor: `service ${each("service")}, engine ${each("engine")}` };
}
