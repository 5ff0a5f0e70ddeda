import { AsyncLocalStorage } from "node:async_hooks";
import { EngineBusyError } from "./unavailable.js";

/**
 * The time limit of a request. Engine reads made for the request are cancelled when the time has expired or the client has disconnected.
 */
export interface Deadline {
  /** Returns the remaining time in milliseconds; 0 after the client has disconnected. */
  remaining(): number;
  /** Registers a callback that runs if the client disconnects. @returns a function that unregisters the callback */
  onAbandoned(stop: () => void): () => void;
  /** Cancels the work in progress because no caller waits for its result. */
  abandon(): void;
}

const current = new AsyncLocalStorage<Deadline | undefined>();

/** Creates a deadline. @param ms time until the deadline in milliseconds */
export function createDeadline(ms: number): Deadline {
  const end = performance.now() + ms;
  const stops = new Set<() => void>();
  let isAbandoned = false;
  return {
    remaining: () => (isAbandoned ? 0 : Math.max(0, end - performance.now())),
    onAbandoned(stop) {
      stops.add(stop);
      return () => stops.delete(stop);
    },
    abandon() {
      isAbandoned = true;
      for (const stop of stops) stop();
      stops.clear();
    },
  };
}

/** Runs a function with a deadline, which also applies to all calls that the function starts. @returns the result */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T => current.run(deadline, work);

/** Runs `work` without a deadline, so background or shared work continues after its caller disconnects. */
export const withoutDeadline = <T>(work: () => T): T => current.run(undefined, work);

/**
 * Runs `work` whose result other callers may share. The work has the remaining time of the first caller and continues after that caller
 * disconnects.
 */
export function withSharedDeadline<T>(work: () => T): T {
  const deadline = currentDeadline();
  return current.run(deadline && createDeadline(deadline.remaining()), work);
}

/**
 * Work shared by several callers. The work has the remaining time of the first caller and is cancelled when all callers have disconnected.
 */
export interface SharedWork<T> {
  readonly result: Promise<T>;
  /** Waits for the shared result. @throws {EngineBusyError} at the deadline of this caller */
  wait(): Promise<T>;
  /** Whether all callers have disconnected, in which case the work is cancelled. */
  isLeft(): boolean;
}

export function shareWork<T>(work: () => Promise<T>): SharedWork<T> {
  const deadline = currentDeadline();
  const own = deadline && createDeadline(deadline.remaining());
  const result = current.run(own, work);
  let waiting = 0;
  let isLeft = false;
  const leave = () => {
    waiting -= 1;
    isLeft = waiting === 0 && own !== undefined;
    if (isLeft) own?.abandon();
  };
  return {
    result,
    isLeft: () => isLeft,
    async wait() {
      waiting += 1;
      const stay = currentDeadline()?.onAbandoned(leave);
      try {
        return await byDeadline(result);
      } finally {
        stay?.();
      }
    },
  };
}

export const currentDeadline = (): Deadline | undefined => current.getStore();

/**
 * Returns the result of a promise, but rejects at the deadline of the current request. Without a deadline, only waits for the promise.
 * @throws {EngineBusyError} at the deadline; the underlying work continues
 */
export async function byDeadline<T>(promise: Promise<T>): Promise<T> {
  const deadline = currentDeadline();
  if (deadline === undefined) return promise;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(deadlineError()), deadline.remaining());
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

export const deadlineError = () => new EngineBusyError("OpenSearch did not respond before the request's deadline");
