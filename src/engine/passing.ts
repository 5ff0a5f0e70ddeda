import { EngineError, EngineUnavailableError } from "./engine.js";

/** 429: too much to do. The others: no answer from where the data is. */
const PASSING_STATUS = new Set([429, 502, 503, 504]);

/** An index, or the whole cluster, takes no writes for now: a disk that fills up, or somebody's own block. */
const BLOCK = "cluster_block_exception";

/** Whether what the engine answered, to a call or to one write of it, is over by itself one day. */
export const isPassing = (status: number, type: string | undefined): boolean =>
  PASSING_STATUS.has(status) || type === BLOCK;

/** Whether the same call may succeed later. */
export const isPassingError = (error: unknown): boolean =>
  error instanceof EngineUnavailableError || (error instanceof EngineError && isPassing(error.status, error.type));
