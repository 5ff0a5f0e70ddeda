import { LeaseLostError, type Lease, type Leases } from "../engine/lease.js";
import { createTurns } from "../lib/periodic.js";

interface LeasedLearnerDeps<State> {
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
  const inTurn = createTurns();

  async function runOnce(): Promise<void> {
    try {
      const lease = held?.lease ?? (await deps.leases.acquire(deps.lease));
      deps.onTurn?.(lease !== undefined);
      if (lease === undefined) return;
      held ??= { lease, state: deps.newState() };
      await lease.check();
      await deps.learn(held.state, lease, stop.signal);
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
    run: () => inTurn(async () => (stop.signal.aborted ? undefined : runOnce())),
    close: () => {
      stop.abort();
      return inTurn(letGo);
    },
  };
}
