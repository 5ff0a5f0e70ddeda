import { randomUUID } from "node:crypto";
import { startPeriodic } from "../lib/periodic.js";
import { getDocument, putDocument, type StoredDocument, type Version } from "./documents.js";
import { type Engine, patientEngine } from "./engine.js";
import { stateIndex } from "./indices.js";

/** This process no longer holds the catalogue: another has taken it over, and nothing more may be written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** The right to change one client's catalogue, held by one process at a time. */
export interface Lease {
  /** Throws LeaseLostError unless the lease is still held; call it before every write that matters. */
  check(): Promise<void>;
  /**
   * Gives the lease to the next contender. Never throws, as callers release in `finally`: a lease that the engine cannot take
   * back is no longer renewed, so contenders take it over after its period.
   */
  release(): Promise<void>;
}

interface LeaseDocument {
  owner: string | null;
  /** Rises with every heartbeat, so that a contender sees life without comparing clocks. */
  beat: number;
  /** For how long it may stay unchanged while its owner lives. */
  seconds: number;
}

export interface Leases {
  /** Undefined while another process holds the client's lease and has been seen alive. */
  acquire(clientId: string): Promise<Lease | undefined>;
  /** Takes it from a holder that lives, who finds out at its next check. Undefined where somebody else was faster. */
  seize(clientId: string): Promise<Lease | undefined>;
}

/**
 * Leases are documents changed by compare-and-set. A holder rewrites its document three times per `seconds`, which stand in
 * it; a contender may take over a document that it has itself watched unchanged for so long. Only durations on one machine's
 * monotonic clock are compared, never two machines' clocks.
 */
export function createLeases(engine: Engine, owner: string, seconds: number): Leases {
  const watched = new Map<string, { seq_no: number; since: number }>();
  const index = stateIndex(engine);

  /** @param requestedAt when the document was asked for: an engine that takes long to answer holds up its owner as well */
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
  /** Unique to this acquisition: a taken-over document names another. */
  readonly token: string;
  readonly seconds: number;
  beat: number;
  version: Version;
}

/** However often a lease is renewed. */
const LEAST_PATIENCE_MS = 1_000;

function hold(engine: Engine, held: Held): Lease {
  const { seconds } = held;
  const everyMs = (seconds * 1000) / 3;
  /** A node that does not answer must not keep the next beat from another one. */
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
      // Either taken over, or an earlier beat arrived whose answer did not.
      const found = await getDocument<LeaseDocument>(by, held.index, held.id);
      if (found?.source.owner !== held.token) lost = true;
      else Object.assign(held, { beat: found.source.beat, version: found });
      // That beat was as good as this one.
      if (owner !== null) return;
    }
  }

  // A beat that fails is tried again with the next one; `check` decides.
  const beating = startPeriodic(() => write(impatient, held.token), { everyMs });

  return {
    async check() {
      const found = lost ? undefined : await getDocument<LeaseDocument>(patientEngine(engine), held.index, held.id);
      if (found?.source.owner !== held.token) {
        lost = true;
        throw new LeaseLostError(`another process has taken over ${held.id}`);
      }
    },
    async release() {
      await beating.close();
      await write(engine, null).catch(() => undefined);
      lost = true;
    },
  };
}
