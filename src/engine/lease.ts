import { randomUUID } from "node:crypto";
import { startPeriodic } from "../lib/periodic.js";
import { getDocument, putDocument, type StoredDocument, type Version } from "./documents.js";
import { type Engine, patientEngine } from "./engine.js";
import { stateIndex } from "./indices.js";

/** Error for a catalogue that another process has taken over; this process must then stop writing. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** The exclusive right of one process to change a client's catalogue. */
export interface Lease {
  /** Throws LeaseLostError if the lease was lost. Call this method before every critical write. */
  check(): Promise<void>;
  /**
   * Releases the lease for the next contender. Never throws, because callers release in `finally`. If the engine
   * rejects the release, the lease is no longer renewed and expires after its period.
   */
  release(): Promise<void>;
}

interface LeaseDocument {
  owner: string | null;
  /** Counter of heartbeats. Contenders detect a live owner by the counter, without comparing the time of day between machines. */
  beat: number;
  /** Seconds without a heartbeat after which a contender may take over the lease. */
  seconds: number;
}

export interface Leases {
  /** Acquires the client's lease. Returns undefined while another process with recent heartbeats holds it. */
  acquire(clientId: string): Promise<Lease | undefined>;
  /**
   * Takes the client's lease even from a live owner, which detects the loss at the next check. Returns undefined if another process has
   * taken the lease at the same time.
   */
  seize(clientId: string): Promise<Lease | undefined>;
}

/**
 * Leases are documents changed by compare-and-set. An owner rewrites its document three times per period; the document contains the period
 * in `seconds`. A contender may take over a lease whose document stays unchanged for one period. Durations are measured on one machine's
 * monotonic clock; wall-clock times are not used.
 */
export function createLeases(engine: Engine, owner: string, seconds: number): Leases {
  const watched = new Map<string, { seq_no: number; since: number }>();
  const index = stateIndex(engine);

  /**
   * Whether the owner of a lease has stopped its heartbeats.
   * @param requestedAt time at which the read of the lease document started. The time of the response would be too
   *   late, because a slow engine delays the owner's heartbeats as well
   */
  function isAbandoned(
    clientId: string,
    { seq_no, source }: StoredDocument<LeaseDocument>,
    requestedAt: number,
  ): boolean {
    const seen = watched.get(clientId);
    if (seen?.seq_no !== seq_no) {
      watched.set(clientId, { seq_no, since: performance.now() });
      return false;
    }
    return requestedAt - seen.since >= source.seconds * 1000;
  }

  async function take(clientId: string, fromTheLiving: boolean): Promise<Lease | undefined> {
    const id = `lease:${clientId}`;
    const requestedAt = performance.now();
    const found = await getDocument<LeaseDocument>(engine, index, id);
    if (!fromTheLiving && found?.source.owner && !isAbandoned(clientId, found, requestedAt)) return undefined;
    const token = `${owner} ${randomUUID()}`;
    const beat = (found?.source.beat ?? 0) + 1;
    const version = await putDocument(engine, index, id, { owner: token, beat, seconds }, found ?? "absent");
    if (version === "conflict") return undefined;
    watched.delete(clientId);
    return hold(engine, { index, id, token, beat, version, seconds });
  }

  return {
    acquire: (clientId) => take(clientId, false),
    seize: (clientId) => take(clientId, true),
  };
}

interface Held {
  readonly index: string;
  readonly id: string;
  /** Token that is unique per acquisition of the lease. After a takeover, the lease document contains a different token. */
  readonly token: string;
  readonly seconds: number;
  beat: number;
  version: Version;
}

/** Minimum timeout of a heartbeat write in milliseconds, for leases with a short period. */
const LEAST_PATIENCE_MS = 1_000;

function hold(engine: Engine, held: Held): Lease {
  const { seconds } = held;
  const everyMs = (seconds * 1000) / 3;
  /** Engine with a short timeout, so an unresponsive node does not block the next heartbeat through another node. */
  const impatient: Engine = {
    ...engine,
    call: (operation, call) => engine.call(operation, { ...call, timeout: Math.max(everyMs, LEAST_PATIENCE_MS) }),
  };
  let lost = false;

  async function write(by: Engine, owner: string | null): Promise<void> {
    while (!lost) {
      const beat = held.beat + 1;
      const version = await putDocument(by, held.index, held.id, { owner, beat, seconds }, held.version);
      if (version !== "conflict") {
        Object.assign(held, { beat, version });
        return;
      }
      // Either another process took over the lease, or an earlier heartbeat succeeded but its response was lost.
      const found = await getDocument<LeaseDocument>(by, held.index, held.id);
      if (found?.source.owner !== held.token) lost = true;
      else Object.assign(held, { beat: found.source.beat, version: found });
      // The lease needs no renewal, because another heartbeat has renewed it.
      if (owner !== null) return;
    }
  }

  // The next heartbeat replaces a failed heartbeat. If the lease is lost, `check` detects it.
  const beating = startPeriodic(() => write(impatient, held.token), { everyMs });

  return {
    async check() {
      const found = lost ? undefined : await getDocument<LeaseDocument>(patientEngine(engine), held.index, held.id);
      if (found?.source.owner !== held.token) {
        lost = true;
        throw new LeaseLostError(`another process has taken over the lease ${held.id}`);
      }
    },
    async release() {
      await beating.close();
      await write(engine, null).catch(() => undefined);
      lost = true;
    },
  };
}
