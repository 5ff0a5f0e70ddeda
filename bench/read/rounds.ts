import type { Connections } from "../connections.js";
import { inParallel, median } from "../measure.js";
import { processorTime } from "../processor.js";
import type { Row } from "./rows.js";

/** A row and what asks its next question. */
export interface Contender {
  readonly row: Row;
  readonly connections: Connections;
  readonly next: () => string;
  /** The Node process that answers; none where the engine is asked. */
  readonly node?: number;
}

export interface RoundSettings {
  readonly rounds: number;
  /** Seconds of one caller, and then of several, for each row in each round. */
  readonly alone: number;
  readonly together: number;
}

/** The figures of a row, medians over all rounds. Processor times in milliseconds a request. */
export interface Figures {
  readonly row: Row;
  readonly p50: number;
  readonly rate: number;
  readonly node?: number;
  readonly engine: number;
  readonly caller: number;
  /** Answers of 503 in all rounds. */
  readonly refused: number;
  /** To the raw engine in the same round. */
  readonly ratio: { readonly p50: number; readonly rate: number };
}

export const CALLERS = 8;

export const callOf =
  ({ connections, next }: Contender) =>
  (): Promise<Buffer> =>
    connections.send(next());

/** Every contender in every round, so that whatever else the machine does hits all of them alike. */
export async function measureRounds(
  contenders: readonly Contender[],
  engine: number,
  settings: RoundSettings,
  onRound: (round: number) => void,
): Promise<Figures[]> {
  const rounds: Sample[][] = [];
  for (let round = 1; round <= settings.rounds; round += 1) {
    onRound(round);
    const samples: Sample[] = [];
    for (const contender of contenders) samples.push(await sample(contender, engine, settings));
    rounds.push(samples);
  }
  return contenders.map(({ row }, at) => {
    const base = contenders.findIndex(({ row: other }) => isBaseOf(other, row));
    const over = (figure: (sample: Sample, base: Sample) => number) =>
      median(rounds.map((samples) => figure(samples[at] as Sample, samples[base] as Sample)));
    return {
      ...{ row, p50: over(({ p50 }) => p50), rate: over(({ rate }) => rate) },
      node: row.asks === "engine" ? undefined : over(({ node }) => node),
      ...{ engine: over((sample) => sample.engine), caller: over(({ caller }) => caller) },
      refused: rounds.reduce((sum, samples) => sum + (samples[at] as Sample).refused, 0),
      ratio: { p50: over((own, raw) => own.p50 / raw.p50), rate: over((own, raw) => own.rate / raw.rate) },
    };
  });
}

const isBaseOf = (base: Row, row: Row): boolean =>
  base.asks === "engine" && base.kind === row.kind && base.heat === row.heat;

type Sample = Record<"p50" | "rate" | "node" | "engine" | "caller" | "refused", number>;

async function sample(contender: Contender, engine: number, { alone, together }: RoundSettings): Promise<Sample> {
  const call = callOf(contender);
  const start = contender.connections.refused();
  const one = await inParallel(call, 1, alone);
  const before = await countersOf(contender, engine);
  const several = await inParallel(call, CALLERS, together);
  const after = await countersOf(contender, engine);
  const answered = several.times.length - (after.refused - before.refused);
  const each = (kind: keyof typeof before) => (after[kind] - before[kind]) / answered;
  return {
    ...{ p50: median(one.times), rate: answered / several.seconds },
    ...{ node: each("node"), engine: each("engine"), caller: each("caller") },
    refused: after.refused - start,
  };
}

async function countersOf({ connections, node }: Contender, engine: number) {
  const { user, system } = process.cpuUsage();
  return {
    node: node === undefined ? 0 : await processorTime(node),
    engine: await processorTime(engine),
    caller: (user + system) / 1000,
    refused: connections.refused(),
  };
}
