/**
 * Median of the values.
 * @throws Error if the list is empty
 */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error("expected at least one number for the median");
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] as number) + upper) / 2;
}

/** Percentile of the values; `share` is between 0 and 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

/** Duration of a call in milliseconds. */
export async function timed(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await call();
  return performance.now() - started;
}

export interface Rounds {
  readonly warmup: number;
  readonly counted: number;
}

/**
 * Measures the duration of several functions in turn, so that other load on the machine affects all functions equally.
 * @returns the duration of every round after the warm-up in milliseconds, by function
 */
export async function alternate<K extends string>(
  contenders: Readonly<Record<K, () => Promise<unknown>>>,
  rounds: Rounds,
): Promise<Record<K, number[]>> {
  const entries = Object.entries(contenders) as [K, () => Promise<unknown>][];
  const results = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = 0; round < rounds.warmup + rounds.counted; round += 1) {
    for (const [name, call] of entries) {
      const milliseconds = await timed(call);
      if (round >= rounds.warmup) results[name].push(milliseconds);
    }
  }
  return results;
}

/**
 * Runs `callers` concurrent loops. Each loop calls the function again after its previous call has completed.
 * @returns the durations of all calls in milliseconds, and the total duration in seconds
 */
export async function inParallel(call: () => Promise<unknown>, callers: number, seconds: number) {
  const started = performance.now();
  const end = started + seconds * 1000;
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) times.push(await timed(call));
    }),
  );
  return { times, seconds: (performance.now() - started) / 1000 };
}

/** Precision of a timer in milliseconds. Delays of a call below this value are ignored. */
const TIMER_MS = 3;

/**
 * Calls a function at a fixed rate, independent of responses, and waits for all responses. The duration of a call
 * starts at its scheduled time, so that it includes delays of the caller. Delays within the timer's precision are
 * ignored.
 * @throws an error if any call fails
 */
export async function atRate(call: () => Promise<unknown>, perSecond: number, seconds: number) {
  const started = performance.now();
  const pending: Promise<number>[] = [];
  const total = perSecond * seconds;
  while (pending.length < total) {
    const due = Math.min(total, Math.floor(((performance.now() - started) / 1000) * perSecond) + 1);
    while (pending.length < due) {
      const dueAt = started + (pending.length / perSecond) * 1000;
      const now = performance.now();
      const from = now - dueAt < TIMER_MS ? now : dueAt;
      pending.push(call().then(() => performance.now() - from));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  const times = await Promise.all(pending);
  return { times, seconds: (performance.now() - started) / 1000 };
}
