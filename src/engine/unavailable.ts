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

/**
 * Whether an error of the engine, of a whole call or a part of one, says that the same may succeed later: `busy`, where
 * the engine itself asks for less, or `away`. The only place that decides this.
 * @param type the engine's name of the error; of a failed search, of its cause
 */
export function unavailability(status: number, type: string | undefined): "busy" | "away" | undefined {
  if (status === BUSY_STATUS || [BLOCKED, SNAPSHOTTED, GIVEN_UP].includes(type ?? "")) return "busy";
  return AWAY_STATUS.has(status) ? "away" : undefined;
}
