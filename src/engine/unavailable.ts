import { ConnectionPool, errors } from "@opensearch-project/opensearch";
import { UnavailableError } from "../errors.js";

/** Error for an engine that is unreachable, timed out or has no cluster manager; a later call may succeed. */
export class EngineUnavailableError extends UnavailableError {
  override readonly name: string = "EngineUnavailableError";
  override readonly what = "engine";
}

/**
 * Error for an engine that is overloaded, temporarily blocks writes, or did not respond by the request's deadline. Immediate retries would
 * increase the load. Stored data is not affected.
 */
export class EngineBusyError extends EngineUnavailableError {
  override readonly name = "EngineBusyError";
}

/** HTTP status for a full thread pool or a circuit breaker that protects the engine's memory. */
const BUSY_STATUS = 429;
const AWAY_STATUS: ReadonlySet<number> = new Set([502, 503, 504]);

/** Error type for a write block, usually because the disks are nearly full. The engine removes the block when space is available again. */
const BLOCKED = "cluster_block_exception";

/** Error type for the deletion of an index that a snapshot is copying. */
const SNAPSHOTTED = "snapshot_in_progress_exception";

/**
 * Error type for a search that the engine cancelled because of a time limit or backpressure. The HTTP status is that of an internal error.
 */
const GIVEN_UP = "task_cancelled_exception";

/** Error types for a node that has just left the cluster. Other nodes report them with the status of an internal error. */
const NODE_GONE: ReadonlySet<string | undefined> = new Set([
  "node_not_connected_exception",
  "node_disconnected_exception",
  "node_closed_exception",
  "connect_transport_exception",
  "already_closed_exception",
]);

/**
 * Classifies an error of a call, or of a part of it, as temporary: `busy` if the engine is overloaded, `away` if it is unreachable. Returns
 * undefined for a permanent error. All code that decides about retries uses this function.
 * @param type error type of the engine; for a failed search, the type of its root cause
 */
export function unavailability(status: number, type: string | undefined): "busy" | "away" | undefined {
  if (status === BUSY_STATUS || [BLOCKED, SNAPSHOTTED, GIVEN_UP].includes(type ?? "")) return "busy";
  return AWAY_STATUS.has(status) || NODE_GONE.has(type) ? "away" : undefined;
}

/** Splits a comma-separated list of node URLs. Only splits at commas before a URL scheme, because a password may contain commas. */
export const addressesOf = (urls: string): string[] => urls.split(/,(?=https?:\/\/)/);

/**
 * Initial time in milliseconds until a failed node is tried again. The time doubles up to four times this value. Meanwhile, other nodes
 * receive the requests.
 */
const ASIDE_MS = 1_000;

/** Connection pool with short retry intervals. The default pool ignores a failed node for a minute, later for half an hour. */
export class NodePool extends ConnectionPool {
  override resurrectTimeout = ASIDE_MS;
  override resurrectTimeoutCutoff = 2;
  private isAsking = false;

  /** Tests failed nodes with one ping at a time. The default pool sends a new ping with every request until a ping is answered. */
  override resurrect(...[options, callback]: Parameters<ConnectionPool["resurrect"]>): void {
    if (this.isAsking) return;
    this.isAsking = true;
    super.resurrect(options, (isAlive, connection) => {
      this.isAsking = false;
      callback?.(isAlive, connection);
    });
  }
}

/** Whether a call failed before it was sent. */
export const isUnsent = (cause: unknown): boolean =>
  cause instanceof errors.ConnectionError && /^(?:connect|getaddrinfo) /.test(cause.message);

/** Whether a response was lost or damaged in transit; a repeated call may succeed. */
export const isDamaged = (cause: unknown): boolean =>
  cause instanceof errors.DeserializationError || (cause instanceof errors.ConnectionError && !isUnsent(cause));

export const isTimeout = (cause: unknown): boolean => cause instanceof errors.TimeoutError;
