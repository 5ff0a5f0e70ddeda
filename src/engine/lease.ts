import { randomUUID } from "node:crypto";
import { startPeriodic } from "../lib/periodic.js";
import { getDocument, putDocument, type Version } from "./documents.js";
import type { Engine } from "./engine.js";
import { stateIndex } from "./state-index.js";

/** This process no longer holds the catalogue: another has taken it over, and nothing more may be written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** The right to change one client's catalogue, held by one process at a time. */
export interface Lease {
  /** Throws LeaseLostError unless the lease is still held; call it before every write that matters. */
  check(): Promise<void>;
  release(): Promise<void>;
}

interface LeaseDocument {
  owner: string | null;
  /** Rises with every heartbeat, so that a contender sees life without comparing clocks. */
  beat: number;
}

export interface Leases {
  /** Undefined while another process holds the client's lease and has been seen alive. */
  acquire(clientId: string): Promise<Lease | undefined>;
  /** Takes it from a holder that lives, who finds out at its next check. Undefined where somebody else was faster. */
  seize(clientId: string): Promise<Lease | undefined>;
}

/**
 * Leases are documents changed by compare-and-set. A holder rewrites its document three times per `seconds`; a contender
 * may take over a document that it has itself watched unchanged for `seconds`. Only durations on one machine's monotonic
 * clock are compared, never two machines' clocks.
 */
export function createLeases(engine: Engine, owner: string, seconds: number): Leases {
  const watched = new Map<string, { seq_no: number; since: number }>();
  const index = stateIndex(engine);

  function isAbandoned(clientId: string, seqNo: number): boolean {
    const seen = watched.get(clientId);
    if (seen?.seq_no !== seqNo) {
      watched.set(clientId, { seq_no: seqNo, since: performance.now() });
      return false;
    }
    return performance.now() - seen.since >= seconds * 1000;
  }

  async function take(clientId: string, fromTheLiving: boolean): Promise<Lease | undefined> {
    const id = `lease:${clientId}`;
    const found = await getDocument<LeaseDocument>(engine, index, id);
    if (!fromTheLiving && found?.source.owner && !isAbandoned(clientId, found.seq_no)) return undefined;
    const token = `${owner} ${randomUUID()}`;
    const beat = (found?.source.beat ?? 0) + 1;
    const version = await putDocument(engine, index, id, { owner: token, beat }, found ?? "absent");
    if (version === "conflict") return undefined;
    watched.delete(clientId);
    return hold(engine, { index, id, token, beat, version, everyMs: (seconds * 1000) / 3 });
  }

  return {
    acquire: (clientId) => take(clientId, false),
    seize: (clientId) => take(clientId, true),
  };
}

interface Held {
  readonly index: string;
  readonly id: string;
  /** Unique to this acquisition: a taken-over document names another. */
  readonly token: string;
  readonly everyMs: number;
  beat: number;
  version: Version;
}

function hold(engine: Engine, held: Held): Lease {
  let lost = false;

  async function write(owner: string | null): Promise<void> {
    if (lost) return;
    const beat = held.beat + 1;
    const version = await putDocument(engine, held.index, held.id, { owner, beat }, held.version);
    if (version !== "conflict") {
      Object.assign(held, { beat, version });
      return;
    }
    // Either taken over, or an earlier beat arrived whose answer did not.
    const found = await getDocument<LeaseDocument>(engine, held.index, held.id);
    if (found?.source.owner === held.token) Object.assign(held, { beat: found.source.beat, version: found });
    else lost = true;
  }

  // A beat that fails is tried again with the next one; `check` decides.
  const beating = startPeriodic(() => write(held.token), { everyMs: held.everyMs });

  return {
    async check() {
      const found = lost ? undefined : await getDocument<LeaseDocument>(engine, held.index, held.id);
      if (found?.source.owner !== held.token) {
        lost = true;
        throw new LeaseLostError(`another process has taken over ${held.id}`);
      }
    },
    async release() {
      await beating.close();
      try {
        await write(null);
      } finally {
        lost = true;
      }
    },
  };
}
