import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { withoutDeadline } from "../../engine/deadline.js";
import { ServiceError } from "../../errors.js";
import { LIVE, type IngestionJob } from "../ingestion/ingestion-record.js";
import { isUnfinished, readJob } from "../ingestion/ingestion-store.js";
import { receivePayload, type Receiving } from "../ingestion/receive.js";

export interface DeliverLimits {
  /** Maximum time that a request waits for results, in milliseconds. Updates without results by then are reported as accepted. */
  readonly waitMs: number;
  /** Maximum total size in bytes of the queued product updates of all clients. */
  readonly maxWaitingBytes: number;
}

interface Delivered {
  readonly ingestion: number;
  /** Results of the update lines, in order; undefined if the ingestion did not end in time. */
  readonly outcomes: NonNullable<IngestionJob["outcomes"]> | undefined;
}

/** Queues product updates. @throws {ServiceError} rate_limited, internal_error */
export type Deliver = (clientId: string, lines: readonly string[]) => Promise<Delivered>;

const LIMITS: DeliverLimits = { waitMs: 10_000, maxWaitingBytes: 32_000_000 };
const LOOK_EVERY_MS = 50;
/** Maximum number of lines, and of bytes, of the queued product updates that are combined into one ingestion. */
const MAX_LINES = 2_000;
const MAX_BYTES = 8_000_000;

interface Waiting {
  readonly lines: readonly string[];
  readonly bytes: number;
  readonly resolve: (delivered: Delivered) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates a function that collects updates while an ingestion of the client is running, and ingests them together afterwards. An ingestion
 * takes about a second, regardless of whether it has one line or a thousand.
 */
export function createDeliver(deps: Receiving, { waitMs, maxWaitingBytes } = LIMITS): Deliver {
  const clients = new Map<string, Waiting[]>();
  let waitingBytes = 0;

  async function run(clientId: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) {
      const some = waiting.splice(0, fitting(waiting));
      try {
        await deliverTogether(deps, waitMs, clientId, some);
      } catch (error) {
        for (const { reject } of some) reject(error);
      } finally {
        for (const { bytes } of some) waitingBytes -= bytes;
      }
    }
    clients.delete(clientId);
  }

  return (clientId, lines) =>
    new Promise((resolve, reject) => {
      const bytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
      if (waitingBytes + bytes > maxWaitingBytes) {
        throw new ServiceError("rate_limited", "too many lines are queued; send these again later");
      }
      waitingBytes += bytes;
      const one = { lines, bytes, resolve, reject };
      const waiting = clients.get(clientId);
      if (waiting !== undefined) return void waiting.push(one);
      const first = [one];
      clients.set(clientId, first);
      void withoutDeadline(() => run(clientId, first));
    });
}

/** Returns how many of the queued requests fit into one ingestion; at least 1. */
function fitting(waiting: readonly Waiting[]): number {
  let lines = 0;
  let bytes = 0;
  const over = waiting.findIndex((one) => {
    lines += one.lines.length;
    bytes += one.bytes;
    return lines > MAX_LINES || bytes > MAX_BYTES;
  });
  return over === -1 ? waiting.length : Math.max(1, over);
}

async function deliverTogether(
  deps: Receiving,
  waitMs: number,
  clientId: string,
  some: readonly Waiting[],
): Promise<void> {
  const ingestion = await receivePayload(deps, {
    clientId,
    body: Readable.from([Buffer.from(some.flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join(""))]),
    announcedBytes: undefined,
    gzip: false,
    trigger: { type: "api", mode: LIVE, comment: null, metadata: null, user: null },
  });
  deps.onQueued();
  const job = await endOf(deps, ingestion, waitMs);
  let start = 0;
  for (const { lines, resolve, reject } of some) {
    const outcomes = job?.outcomes?.slice(start, (start += lines.length));
    if (job === undefined) resolve({ ingestion, outcomes: undefined });
    else if (outcomes?.length === lines.length && !outcomes.includes(null)) resolve({ ingestion, outcomes });
    else if (job.cancelled_at !== undefined)
      reject(new ServiceError("unavailable", `ingestion ${ingestion} was cancelled; send the lines again`));
    else reject(new ServiceError("internal_error", `ingestion ${ingestion} failed; send the lines again`));
  }
}

/** Waits until an ingestion job has ended and returns the job; undefined after a timeout. */
async function endOf({ engine }: Receiving, ingestion: number, waitMs: number): Promise<IngestionJob | undefined> {
  const until = performance.now() + waitMs;
  while (performance.now() < until) {
    await delay(LOOK_EVERY_MS);
    // If the job cannot be read, the response lacks the results of the lines. The lines are already stored durably.
    const job = (await readJob(engine, ingestion).catch(() => undefined))?.source;
    if (job !== undefined && !isUnfinished(job)) return job;
  }
  return undefined;
}
