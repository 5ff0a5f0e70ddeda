import { changeDocument, deleteDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { createLeases, LeaseLostError, type Lease } from "../../engine/lease.js";
import { stateIndex } from "../../engine/indices.js";
import { startPeriodic, withinGrace } from "../../lib/periodic.js";
import type { IngestionJob } from "./ingestion-record.js";
import type { PayloadStore } from "./payloads.js";

export interface WhereaboutsDeps {
  readonly engine: Engine;
  readonly payloads: PayloadStore;
  /** Names this process in leases. */
  readonly owner: string;
  readonly leaseSeconds: number;
  /** Where this process has its payloads, in words for operators. */
  readonly place: string;
  /** For how long a payload is waited for that no process has. */
  readonly waitMs: number;
  /** Told of the places of other processes whose payloads this one cannot read, whenever those change. */
  readonly onUnshared: (places: readonly string[]) => void;
  /** Told once of a job whose payload no process has. */
  readonly onMissing: (job: IngestionJob) => void;
  readonly onError: (message: string, error: unknown) => void;
}

/** What becomes of a job: its payload is here, another process has it or may come back with it, or nobody did in time. */
type Verdict = "run" | "wait" | { readonly refusal: string };

/** Tells which jobs this process can run, where processes do not share a folder for payloads. */
export interface PayloadWhereabouts {
  judge(job: IngestionJob): Promise<Verdict>;
  /** The places of living processes whose payloads this one cannot read. */
  unshared(): readonly string[];
  /** Gives an engine that does not answer up after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

/** Every job that waits is asked about once a second. */
const FORGOTTEN_MS = 60_000;
const PLACES_ID = "payload-stores";
const leaseOf = (store: string) => `payloads:${store}`;

/** By store, where the first process that used it had it. */
type Places = Readonly<Record<string, string>>;

/**
 * Every store of payloads has a lease, which one of the processes that read it holds, so that others see without comparing
 * clocks whether somebody has its payloads.
 */
export function watchPayloads(deps: WhereaboutsDeps): PayloadWhereabouts {
  const { engine, payloads, place, waitMs } = deps;
  const leases = createLeases(engine, deps.owner, deps.leaseSeconds);
  const index = stateIndex(engine);
  /** Other stores: whether they are read, and since when not, in milliseconds of a clock that never goes back. */
  const others = new Map<string, { readonly place: string; isRead?: boolean; since?: number }>();
  let hasLooked = false;
  /** Jobs whose payloads no process has: since when, and when they were last asked about. */
  const missing = new Map<number, { readonly since: number; asked: number }>();
  let held: { readonly store: string; readonly lease: Lease } | undefined;
  let told = "";

  async function attend(): Promise<void> {
    const store = await payloads.identity();
    if (held !== undefined && (held.store !== store || !(await isStillHeld(held.lease)))) {
      await held.lease.release();
      held = undefined;
    }
    if (held === undefined) {
      const lease = await leases.acquire(leaseOf(store));
      if (lease !== undefined) held = { store, lease };
    }
    const places = await changeDocument<Places, Places>(engine, index, PLACES_ID, (before) =>
      // Processes that share it may have mounted it at different places.
      before?.[store] === undefined ? { ...before, [store]: place } : before,
    );
    await look(Object.entries(places).filter(([other]) => other !== store));
    hasLooked = true;
    for (const [id, { asked }] of missing) if (performance.now() - asked > FORGOTTEN_MS) missing.delete(id);
  }

  async function look(found: readonly (readonly [store: string, place: string])[]): Promise<void> {
    const names = new Set(found.map(([store]) => store));
    for (const store of others.keys()) if (!names.has(store)) others.delete(store);
    for (const [store, where] of found) {
      const before = others.get(store);
      const isHeld = await leases.isHeld(leaseOf(store));
      const isRead = isHeld ?? before?.isRead;
      const since = isHeld === false ? (before?.since ?? performance.now()) : undefined;
      others.set(store, {
        place: where,
        ...(isRead !== undefined && { isRead }),
        ...(since !== undefined && { since }),
      });
      if (since !== undefined && performance.now() - since > waitMs) await forget(store);
    }
    const now = unshared();
    if (now.join("\n") === told) return;
    told = now.join("\n");
    deps.onUnshared(now);
  }

  async function forget(store: string): Promise<void> {
    others.delete(store);
    await changeDocument<Places, Places>(engine, index, PLACES_ID, (before = {}) =>
      Object.fromEntries(Object.entries(before).filter(([one]) => one !== store)),
    );
    await deleteDocument(engine, index, `lease:${leaseOf(store)}`);
  }

  const unshared = () =>
    [...others.values()].flatMap(({ place: where, isRead }) => (isRead === true ? [where] : [])).sort();

  /** Whether another process has, or may have, the payloads of a store; that of jobs of earlier releases is not known. */
  const isElsewhere = (store = "") => !hasLooked || (others.has(store) && others.get(store)?.isRead !== false);

  const attending = startPeriodic(attend, {
    everyMs: (deps.leaseSeconds * 1000) / 3,
    onError: (error) => deps.onError("cannot look after the store of payloads", error),
    atOnce: true,
  });

  return {
    async judge(job) {
      // One that is to end needs no payload.
      if (job.cancelled_at !== undefined || (await payloads.has(job.file_identifier, job.payload_store))) {
        missing.delete(job.id);
        return "run";
      }
      if (isElsewhere(job.payload_store)) {
        missing.delete(job.id);
        return "wait";
      }
      const asked = performance.now();
      const { since } = missing.get(job.id) ?? { since: asked };
      if (!missing.has(job.id)) deps.onMissing(job);
      missing.set(job.id, { since, asked });
      return asked - since < waitMs ? "wait" : { refusal: refusalOf(job, waitMs) };
    },
    unshared,
    close: (graceMs) =>
      withinGrace(
        attending.close().then(async () => held?.lease.release()),
        graceMs,
      ),
  };
}

async function isStillHeld(lease: Lease): Promise<boolean> {
  try {
    await lease.check();
    return true;
  } catch (error) {
    if (error instanceof LeaseLostError) return false;
    throw error;
  }
}

const refusalOf = ({ file_identifier }: IngestionJob, waitMs: number): string =>
  `the stored payload ${file_identifier} is in no folder that a running process reads, and the process that took it did ` +
  `not come back within ${Math.round(waitMs / 6_000) / 10} minutes; send the feed again`;
