import { LeaseLostError, type Lease, type Leases } from "../engine/lease.js";
import { createTurns } from "../lib/periodic.js";

interface LeasedLearnerDeps<State> {
  readonly leases: Leases;
  /** The name of the lease. It contains a space, so that it never equals a client id. */
  readonly lease: string;
  /** Creates the state that is kept between runs while the process has the lease. */
  readonly newState: () => State;
  /** Learns from all events stored so far. Ends early if the signal is aborted. */
  readonly learn: (state: State, lease: Lease, stop: AbortSignal) => Promise<void>;
  /** Reports in every run whether this process has the lease. */
  readonly onTurn?: (isOurs: boolean) => void;
}

export interface LeasedLearner {
  /**
   * Runs `learn`, unless another process has the lease. Runs never overlap. An error releases the lease, so that another process can take
   * over.
   * @throws errors thrown by `learn`, except for a lost lease
   */
  run(): Promise<void>;
  /** Stops the current run after its current step and releases the lease. The next run, in any process, continues after this step. */
  close(): Promise<void>;
}

/** A learner that runs in one process of an installation at a time. The process keeps a lease between its runs. */
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
      // The state in memory may differ from the stored state, so the next run starts with a new state.
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
