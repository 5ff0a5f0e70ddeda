import { LeaseLostError, type Lease, type Leases } from "../engine/lease.js";

export interface LeasedLearnerDeps<State> {
  readonly leases: Leases;
  /** Names the lease; has a blank in it, as no client id has. */
  readonly lease: string;
  /** State that is kept between runs while the lease is held. */
  readonly newState: () => State;
  /** Learns from everything stored until now; ends early when it is aborted. */
  readonly learn: (state: State, lease: Lease, stop: AbortSignal) => Promise<void>;
  /** Told with each run whether this process is the one that learns. */
  readonly onTurn?: (isOurs: boolean) => void;
}

export interface LeasedLearner {
  /**
   * Learns, unless another process does. Runs come one after another. An error lets go of the lease, because somebody else
   * may be able to go on. @throws what `learn` throws, but for a lease that was lost
   */
  run(): Promise<void>;
  /** Ends a run after the step it is at; what is left is done by the next one, wherever that is. */
  close(): Promise<void>;
}

/** Something that one process of an installation learns at a time, and holds a lease for between its runs. */
export function createLeasedLearner<State>(deps: LeasedLearnerDeps<State>): LeasedLearner {
  const stop = new AbortController();
  let held: { readonly lease: Lease; readonly state: State } | undefined;
  let latest: Promise<void> = Promise.resolve();

  async function take(): Promise<typeof held> {
    const lease = await deps.leases.acquire(deps.lease);
    if (lease === undefined) return undefined;
    held = { lease, state: deps.newState() };
    return held;
  }

  async function runOnce(): Promise<void> {
    try {
      const own = held ?? (await take());
      deps.onTurn?.(own !== undefined);
      if (own === undefined) return;
      await own.lease.check();
      await deps.learn(own.state, own.lease, stop.signal);
    } catch (error) {
      // The state in memory may differ from the stored one.
      await letGo();
      if (!(error instanceof LeaseLostError)) throw error;
    }
  }

  async function letGo(): Promise<void> {
    const lease = held?.lease;
    held = undefined;
    deps.onTurn?.(false);
    await lease?.release();
  }

  return {
    run() {
      const own = latest.then(() => (stop.signal.aborted ? undefined : runOnce()));
      latest = own.catch(() => undefined);
      return own;
    },
    async close() {
      stop.abort();
      await latest;
      await letGo();
    },
  };
}
