import type { Bench } from "./bench.js";
import { exchange } from "../shared/http.js";
import { atRate, median, percentile } from "../shared/measure.js";

/** CPU time of the service and the engine since their start, in milliseconds. */
export interface Processor {
  readonly service: number;
  readonly engine: number;
}

/** CPU time and number of engine calls since the start of the service. */
interface Cost extends Processor {
  /** Number of engine calls by operation. */
  readonly calls: ReadonlyMap<string, number>;
}

export const processorSoFar = (bench: Bench): Promise<Processor> => costSoFar(bench);

async function costSoFar({ service, engineUrl }: Bench): Promise<Cost> {
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

/** Response times and costs of requests sent at a fixed rate, formatted as table cells. */
export interface Measured {
  readonly requests: number;
  readonly times: string;
  /** Number of engine calls per request. */
  readonly calls: string;
  readonly processor: string;
}

/**
 * Measures calls at a fixed rate. Requires that the service is already warmed up.
 * @throws an error if any call fails
 */
export async function measureAtRate(
  bench: Bench,
  call: () => Promise<unknown>,
  perSecond: number,
  seconds: number,
): Promise<Measured> {
  const before = await costSoFar(bench);
  const { times } = await atRate(call, perSecond, seconds);
  const [p90, p99] = [0.9, 0.99].map((share) => percentile(times, share).toFixed(1));
  return {
    requests: times.length,
    times: `${median(times).toFixed(1)} ms (p90 ${p90}, p99 ${p99})`,
    ...costEach(before, await costSoFar(bench), times.length),
  };
}

/** Returns the average number of engine calls and the average CPU time per request between two measurements. */
function costEach(before: Cost, after: Cost, requests: number): { calls: string; processor: string } {
  const calls = [...after.calls]
    .map(([operation, count]) => [operation, (count - (before.calls.get(operation) ?? 0)) / requests] as const)
    .filter(([, each]) => each >= 0.02)
    .sort(([, more], [, less]) => less - more)
    .map(([operation, each]) => `${operation} ${each.toFixed(2)}`)
    .join(", ");
  const each = (kind: "service" | "engine") => `${((after[kind] - before[kind]) / requests).toFixed(1)} ms`;
  return { calls, processor: `service ${each("service")}, engine ${each("engine")}` };
}
