import { createFreshMemory } from "../fresh-memory.js";

/** What a search has brought. Only what is whole is remembered. */
export interface Brought {
  readonly outcome: "answered" | "slow" | "failed";
}

/**
 * Answers of searches that are the same for everybody: each is asked of the engine once in a while, and by whoever comes first
 * of those who come at the same time.
 */
export interface SharedSearches<A extends Brought> {
  /** Undefined: to be asked. */
  recall(key: string): Promise<A> | undefined;
  /** Others wait for it from now on, and have it for a while if it is whole. */
  share(key: string, answer: Promise<A>): void;
}

export interface SharedSearchesOptions<A extends Brought> {
  readonly maxBytes: number;
  /** About what an answer takes in memory, beside its key. */
  readonly bytesOf: (answer: A) => number;
  /** Milliseconds that an answer is had for. */
  readonly freshMs: number;
  /** Milliseconds on a clock that never goes back. */
  readonly now: () => number;
}

export function createSharedSearches<A extends Brought>({
  maxBytes,
  bytesOf,
  freshMs,
  now,
}: SharedSearchesOptions<A>): SharedSearches<A> {
  const answers = createFreshMemory<A>({
    ...{ maxBytes, freshMs, now },
    bytesOf: (answer, key) => 2 * key.length + bytesOf(answer),
  });
  const awaited = new Map<string, Promise<A>>();

  return {
    recall(key) {
      const answer = answers.get(key);
      return answer === undefined ? awaited.get(key) : Promise.resolve(answer);
    },
    share(key, answer) {
      awaited.set(key, answer);
      const askedAt = now();
      const done = () => {
        if (awaited.get(key) === answer) awaited.delete(key);
      };
      answer.then((whole) => {
        if (whole.outcome === "answered") answers.set(key, whole, askedAt);
        done();
      }, done);
    },
  };
}
