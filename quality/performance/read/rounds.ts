import type { Connections } from "../connections.js";
import { inParallel, median, timed } from "../../shared/measure.js";
import { processorTime } from "../processor.js";
import type { Row } from "./rows.js";
import { SIDES, type Requested, type Side } from "./traffic.js";

/** A measured server and the sequence of requests that it receives. */
export interface Contender {
  readonly connections: Connections;
  readonly next: () => Requested;
  /** Process id of the server. */
  readonly pid: number;
}

/** Report rows whose requests are sent to each compared system: the service, the raw engine and Searchkit. */
export interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly sides: Readonly<Record<Side, Contender>>;
}

export interface RoundSettings {
  readonly rounds: number;
  /**
   * Warm-up time in seconds before each measurement with hot (repeated) requests. Fills the cache with the responses to
   * these requests.
   */
  readonly settle: number;
  /** Duration in seconds of the measurement with one caller, per compared system and round. */
  readonly alone: number;
  readonly together: number;
}

/** Metrics of one report row, as medians over all rounds. */
export interface RowMetrics {
  readonly row: Row;
  /** Median (p50) of the service's response time in milliseconds. */
  readonly p50: number;
  /** Number of requests per second that would result if all callers sent only requests of this row. */
  readonly rate: number;
  /** Ratios of the metrics to the metrics of direct OpenSearch requests in the same round. */
  readonly ratio: Readonly<Record<"service" | "searchkit", Readonly<Record<"p50" | "rate", number>>>>;
}

export interface GroupMetrics {
  readonly title: string;
  readonly rows: readonly RowMetrics[];
  /**
   * Metrics of the measurement in which several callers send a mix of all rows' requests, as medians over all rounds.
   * CPU times are in milliseconds per request.
   */
  readonly whole: Readonly<Record<Side, Whole>>;
}

type Whole = Readonly<Record<"rate" | "own" | "engine" | "caller" | "refused", number>>;

export const CALLERS = 8;

/** Measures all compared systems in each round, so that other load of the machine affects them equally. */
export async function measureRounds(
  groups: readonly Group[],
  engine: number,
  settings: RoundSettings,
  onRound: (round: number) => void,
): Promise<GroupMetrics[]> {
  const samples = groups.map(() => [] as Readonly<Record<Side, Sample>>[]);
  for (let round = 1; round <= settings.rounds; round += 1) {
    onRound(round);
    for (const [at, { rows, sides }] of groups.entries()) {
      const settle = rows.some(({ heat }) => heat === "hot") ? settings.settle : 0;
      const taken: Partial<Record<Side, Sample>> = {};
      for (const side of SIDES) taken[side] = await sample(sides[side], engine, { ...settings, settle });
      samples[at]?.push(taken as Record<Side, Sample>);
    }
  }
  return groups.map(({ title, rows }, at) => metricsOf(title, rows, samples[at] ?? []));
}

interface Sample {
  readonly alone: readonly Timed[];
  readonly together: readonly Timed[];
  readonly whole: Whole;
}

interface Timed {
  readonly row: Row;
  readonly ms: number;
}

async function sample(
  { connections, next, pid }: Contender,
  engine: number,
  { settle, alone, together }: RoundSettings,
) {
  const run = async (callers: number, seconds: number) => {
    const calls: Timed[] = [];
    const call = async () => {
      const { row, request } = next();
      const refused = connections.refused();
      const ms = await timed(() => connections.send(request));
      // Ignore rejected requests. With several callers, `refused` may also have increased because of another request.
      if (connections.refused() === refused) calls.push({ row, ms });
    };
    const { seconds: taken } = await inParallel(call, callers, seconds);
    return { calls, taken };
  };
  if (settle > 0) await run(CALLERS, settle);
  const start = connections.refused();
  const one = await run(1, alone);
  const before = await counters(pid, engine);
  const several = await run(CALLERS, together);
  const after = await counters(pid, engine);
  const each = (kind: keyof typeof before) => (after[kind] - before[kind]) / several.calls.length;
  const rate = several.calls.length / several.taken;
  const refused = connections.refused() - start;
  const whole: Whole = { rate, own: each("own"), engine: each("engine"), caller: each("caller"), refused };
  return { alone: one.calls, together: several.calls, whole };
}

async function counters(pid: number, engine: number) {
  const { user, system } = process.cpuUsage();
  return {
    own: await processorTime(pid),
    engine: await processorTime(engine),
    caller: (user + system) / 1000,
  };
}

function metricsOf(
  title: string,
  rows: readonly Row[],
  rounds: readonly Readonly<Record<Side, Sample>>[],
): GroupMetrics {
  // Ignore rows without samples, because rare or rejected requests may be missing in a short round.
  const over = (metric: (round: Readonly<Record<Side, Sample>>) => number) => {
    const metrics = rounds.map(metric).filter(Number.isFinite);
    return metrics.length === 0 ? Number.NaN : median(metrics);
  };
  const ratio = (row: Row, side: "service" | "searchkit") => ({
    p50: over((round) => p50Of(round[side], row) / p50Of(round.engine, baseOf(row))),
    rate: over((round) => rateOf(round[side], row) / rateOf(round.engine, baseOf(row))),
  });
  const whole = (side: Side): Whole => ({
    rate: over((round) => round[side].whole.rate),
    own: over((round) => round[side].whole.own),
    engine: over((round) => round[side].whole.engine),
    caller: over((round) => round[side].whole.caller),
    refused: rounds.reduce((sum, round) => sum + round[side].whole.refused, 0),
  });
  return {
    title,
    rows: rows.map((row) => ({
      row,
      p50: over(({ service }) => p50Of(service, row)),
      rate: over(({ service }) => rateOf(service, row)),
      ratio: { service: ratio(row, "service"), searchkit: ratio(row, "searchkit") },
    })),
    whole: { engine: whole("engine"), searchkit: whole("searchkit"), service: whole("service") },
  };
}

type Wanted = Pick<Row, "kind" | "heat"> & Partial<Pick<Row, "shopper">>;

/** Selects the raw engine's requests, which are the same for all shoppers. */
const baseOf = ({ kind, heat }: Row): Wanted => ({ kind, heat });

const timesOf = (calls: readonly Timed[], { kind, heat, shopper }: Wanted): number[] =>
  calls
    .filter(({ row }) => row.kind === kind && row.heat === heat && (shopper === undefined || row.shopper === shopper))
    .map(({ ms }) => ms);

function p50Of({ alone }: Sample, wanted: Wanted): number {
  const times = timesOf(alone, wanted);
  return times.length === 0 ? Number.NaN : median(times);
}

function rateOf({ together }: Sample, wanted: Wanted): number {
  const times = timesOf(together, wanted);
  return (CALLERS * 1000 * times.length) / times.reduce((sum, ms) => sum + ms, 0);
}
