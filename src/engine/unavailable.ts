import { ConnectionPool, errors } from "@opensearch-project/opensearch";
import { UnavailableError } from "../errors.js";

/** The engine could not be reached, did not answer in time, or has no cluster manager; the same call may succeed later. */
export class EngineUnavailableError extends UnavailableError {
  override readonly name: string = "EngineUnavailableError";
  override readonly what = "engine";
}

/**
 * The engine has too much to do, or may not write for now: it said so, or did not answer by a request's deadline. Asking it
 * for more at once makes that worse, and nothing that it holds is lost.
 */
export class EngineBusyError extends EngineUnavailableError {
  override readonly name = "EngineBusyError";
}

/** Too many requests: a full thread pool, or a circuit breaker that protects its memory. */
const BUSY_STATUS = 429;
const AWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

/** Indices that may not be written, mostly because the disks are nearly full; that passes when there is room again. */
const BLOCKED = "cluster_block_exception";

/** Indices that are being copied into a snapshot may not be deleted until that is done. */
const SNAPSHOTTED = "snapshot_in_progress_exception";

/** A search that the engine gave up, because its time was over or to protect itself; it calls that an internal error. */
const GIVEN_UP = "task_cancelled_exception";

/** A node that has just left its cluster, as the others tell of it: with a status that says it is their own error. */
const NODE_GONE: ReadonlySet<string | undefined> = new Set([
  "node_not_connected_exception",
  "node_disconnected_exception",
  "node_closed_exception",
  "connect_transport_exception",
  "already_closed_exception",
]);

/**
 * Whether an error of the engine, of a whole call or a part of one, says that the same may succeed later: `busy`, where
 * the engine itself asks for less, or `away`. The only place that decides this.
 * @param type the engine's name of the error; of a failed search, of its cause
 */
export function unavailability(status: number, type: string | undefined): "busy" | "away" | undefined {
  if (status === BUSY_STATUS || [BLOCKED, SNAPSHOTTED, GIVEN_UP].includes(type ?? "")) return "busy";
  return AWAY_STATUS.has(status) || NODE_GONE.has(type) ? "away" : undefined;
}

/** The addresses of a cluster's nodes in one text, with commas between. A comma inside a password is not followed by a scheme. */
export const addressesOf = (urls: string): string[] => urls.split(/,(?=https?:\/\/)/);

/** A node that failed is asked again after so long, then after twice and four times as long; the others serve meanwhile. */
const ASIDE_MS = 1_000;

/** The client's own pool leaves a node that failed aside for a minute, then for up to half an hour. */
export class NodePool extends ConnectionPool {
  override resurrectTimeout = ASIDE_MS;
  override resurrectTimeoutCutoff = 2;
  private isAsking = false;

  /** One question at a time: the client's own asks again with every request until there is an answer. */
  override resurrect(...[options, callback]: Parameters<ConnectionPool["resurrect"]>): void {
    if (this.isAsking) return;
    this.isAsking = true;
    super.resurrect(options, (isAlive, connection) => {
      this.isAsking = false;
      callback?.(isAlive, connection);
    });
  }
}

/** Whether a call failed before anything of it was sent. */
export const isUnsent = (cause: unknown): boolean =>
  cause instanceof errors.ConnectionError && /^(?:connect|getaddrinfo) /.test(cause.message);

/** Whether an answer was lost or damaged on its way, of which the next one shows nothing. */
export const isDamaged = (cause: unknown): boolean =>
  cause instanceof errors.DeserializationError || (cause instanceof errors.ConnectionError && !isUnsent(cause));

/** Whether nothing came in the time that there was. */
export const isTimeout = (cause: unknown): boolean => cause instanceof errors.TimeoutError;
