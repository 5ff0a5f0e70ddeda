import { LRUCache } from "lru-cache";
import type { Row } from "./block.js";

/** What a search has brought that is the same for everybody who asks it. */
export interface SharedAnswer {
  readonly outcome: "answered" | "slow" | "failed";
  readonly rows: readonly Row[];
}

/**
 * Answers that shoppers share: what is popular, trending or new is asked of the engine once in a few seconds, and by whoever
 * comes first of those who come at the same time.
 */
export interface SharedAnswers {
  /** Undefined: to be asked. */
  recall(key: string): Promise<SharedAnswer> | undefined;
  /** Others wait for it from now on, and have it for a while if it is whole. */
  share(key: string, answer: Promise<SharedAnswer>): void;
}

/** So old what is popular may be. What a job changes begins other keys. */
const FRESH_MS = 5_000;
/** Identifier and tokens of a product. */
const ROW_BYTES = 500;

interface Entry {
  readonly readAt: number;
  readonly answer: SharedAnswer;
}

/** @param now milliseconds on a clock that never goes back */
export function createSharedAnswers({
  maxBytes,
  now,
}: {
  readonly maxBytes: number;
  readonly now: () => number;
}): SharedAnswers {
  const entries = new LRUCache<string, Entry>({ maxSize: maxBytes, sizeCalculation: sizeOf });
  const awaited = new Map<string, Promise<SharedAnswer>>();

  return {
    recall(key) {
      const entry = entries.get(key);
      if (entry !== undefined && now() - entry.readAt <= FRESH_MS) return Promise.resolve(entry.answer);
      return awaited.get(key);
    },
    share(key, answer) {
      awaited.set(key, answer);
      const done = () => {
        if (awaited.get(key) === answer) awaited.delete(key);
      };
      answer.then((whole) => {
        if (whole.outcome === "answered") entries.set(key, { readAt: now(), answer: whole });
        done();
      }, done);
    },
  };
}

const sizeOf = ({ answer }: Entry, key: string): number => 2 * key.length + ROW_BYTES * (1 + answer.rows.length);
