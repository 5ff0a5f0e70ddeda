import { createCache, type Kind } from "../lib/cache.js";
import type { TasteDocument } from "./taste/document.js";

/** Taste documents that this process has read a moment ago, by id, until it changes them itself. */
export interface RecentTastes {
  /** Undefined: not known here. Null: there is none. */
  get(id: string): TasteDocument | null | undefined;
  /** To be called before reading a document. @returns sets what was read, unless it was deleted or read again meanwhile */
  begin(id: string): (found: TasteDocument | undefined) => void;
  /** To be called before and after changing a document: what was read in between may be of either kind. */
  delete(id: string): void;
}

/** From one letter to the next, and then some. */
const FRESH_MS = 2_000;
const MAX_BYTES = 6 * 1024 * 1024;

interface Reading {
  readonly begunAt: number;
  /** Undefined while it goes on. */
  found: TasteDocument | null | undefined;
}

/** A document takes 12 KB at most, and few take half of that. */
const READING: Kind<Reading> = { name: "reading", bytesOf: () => 6_000 };

/** @param now milliseconds on a clock that never goes back */
export function createRecentTastes({ now }: { readonly now: () => number }): RecentTastes {
  const readings = createCache({ maxBytes: MAX_BYTES });

  return {
    get(id) {
      const reading = readings.get(READING, id);
      return reading === undefined || now() - reading.begunAt > FRESH_MS ? undefined : reading.found;
    },
    begin(id) {
      const reading: Reading = { begunAt: now(), found: undefined };
      readings.set(READING, id, reading);
      // Once it is deleted, or another reading has begun, this one is no longer in the cache.
      return (found) => {
        reading.found = found ?? null;
      };
    },
    delete(id) {
      readings.delete(READING, id);
    },
  };
}
