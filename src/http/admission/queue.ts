/**
 * Who may start, who waits and who is sent away. While there are bursts, requests wait in the order of their arrival.
 * Where the queue has not been empty for a while, waiting longer would only make all requests late: then the newest
 * goes first, and who has not started in a moment is sent away (Maurer, "Fail at Scale", ACM Queue 13(8), 2015:
 * controlled delay and adaptive LIFO). Pure: the clock is an argument, in milliseconds, and never goes back.
 */
export interface AdmissionQueue<T> {
  /** @returns what is to become of it; one that waits comes out of `next` or `expired` later, exactly once */
  arrive(item: T, now: number): "start" | "wait" | "refuse";
  /** Whether somebody who came now would have no chance to start. */
  isFull(now: number): boolean;
  /** Tells that one that had started has ended. */
  end(): void;
  /** The requests to start now; call it after every `end`. */
  next(now: number): readonly T[];
  /** Who has waited in vain. */
  expired(now: number): readonly T[];
  readonly running: number;
  readonly waiting: number;
}

export interface AdmissionQueueOptions {
  /** How many may run at once; it may change at any time. */
  readonly limit: () => number;
  /** How many wait at most. */
  readonly most: number;
  /** Milliseconds after which a queue that is never empty is no burst any more, and that one waits at most in a burst. */
  readonly burstMs: () => number;
}

/** How long one waits at most while the queue stands. */
const STANDING_WAIT_MS = 15;

export function createAdmissionQueue<T>({ limit, most, burstMs }: AdmissionQueueOptions): AdmissionQueue<T> {
  const queue: { readonly item: T; readonly at: number }[] = [];
  let running = 0;
  /** The time since which no request could have started at once. */
  let since: number | undefined;
  let sentAwayAt = -Infinity;

  const isStanding = (now: number) => since !== undefined && now - since > burstMs();
  const mustWait = () => queue.length > 0 || running >= limit();
  const isFull = (now: number) => mustWait() && queue.length >= (isStanding(now) ? Math.min(most, limit()) : most);

  return {
    isFull,
    arrive(item, now) {
      if (!mustWait()) {
        running += 1;
        return "start";
      }
      if (isFull(now)) {
        sentAwayAt = now;
        return "refuse";
      }
      since ??= now;
      queue.push({ item, at: now });
      return "wait";
    },
    end() {
      running -= 1;
    },
    next(now) {
      const started: T[] = [];
      while (running < limit()) {
        const one = isStanding(now) ? queue.pop() : queue.shift();
        if (one === undefined) {
          // A queue that is empty because those in it were sent away is not over.
          if (now - sentAwayAt > burstMs()) since = undefined;
          break;
        }
        running += 1;
        started.push(one.item);
      }
      return started;
    },
    expired(now) {
      const wait = isStanding(now) ? STANDING_WAIT_MS : burstMs();
      const fresh = queue.findIndex(({ at }) => now - at < wait);
      const late = queue.splice(0, fresh === -1 ? queue.length : fresh).map(({ item }) => item);
      if (late.length > 0) sentAwayAt = now;
      return late;
    },
    get running() {
      return running;
    },
    get waiting() {
      return queue.length;
    },
  };
}
