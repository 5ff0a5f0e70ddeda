import { AsyncLocalStorage } from "node:async_hooks";
import { EngineBusyError } from "./unavailable.js";

/** Until when somebody waits for what is being done. Every reading call of the engine made for it ends with it. */
export interface Deadline {
  /** Milliseconds left; 0 once no caller waits any more. */
  remaining(): number;
  /** Runs `stop` when no caller waits any more before the time is over. @returns removes it again */
  onAbandoned(stop: () => void): () => void;
  /** Nobody waits any more: what is under way is stopped. */
  abandon(): void;
}

const current = new AsyncLocalStorage<Deadline | undefined>();

/** @param ms from now on */
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

/** Runs `work`, and everything that it starts, with a deadline. @returns the result of `work` */
export const withDeadline = <T>(deadline: Deadline, work: () => T): T => current.run(deadline, work);

/** For work that other callers share, or none waits for: it must not end when one caller leaves. */
export const withoutDeadline = <T>(work: () => T): T => current.run(undefined, work);

/** For work that others may come to wait for as well: it has the time that its first caller has, and goes on when that one leaves. */
export function withSharedDeadline<T>(work: () => T): T {
  const deadline = currentDeadline();
  return current.run(deadline && createDeadline(deadline.remaining()), work);
}

/** Work that several may wait for: it has the time that its first caller has, and ends when all who waited have left. */
export interface SharedWork<T> {
  readonly result: Promise<T>;
  /** The result, for one more who waits. @throws EngineBusyError at the caller's own deadline */
  wait(): Promise<T>;
  /** Whether all have left; then it comes to nothing. */
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
 * The promise, rejected at the deadline of the current request; without a deadline the promise itself.
 * @throws EngineBusyError at the deadline; what the promise waits for goes on
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

export const deadlineError = () => new EngineBusyError("the engine has not answered by the request's deadline");
