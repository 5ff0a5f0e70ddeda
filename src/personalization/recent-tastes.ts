import { LRUCache } from "lru-cache";
import type { TasteDocument } from "./taste/document.js";

/** Taste documents that this process has read a moment ago, by id, until it changes them itself. */
export interface RecentTastes {
  /** Undefined: not known here. Null: there is none. */
  recall(id: string): TasteDocument | null | undefined;
  /** To be called before reading. @returns keeps what was read, unless it has been forgotten meanwhile */
  reading(id: string): (found: TasteDocument | undefined) => void;
  /** To be called before and after changing a document: what was read in between may be of either kind. */
  forget(id: string): void;
}

/** From one letter to the next, and then some. */
const FRESH_MS = 2_000;
/** A document takes 12 KB at most, and most take one or two. */
const MOST = 1_000;

interface Entry {
  readonly readAt: number;
  /** Undefined while it is being read. */
  readonly found: TasteDocument | null | undefined;
}

/** @param now milliseconds on a clock that never goes back */
export function createRecentTastes({ now }: { readonly now: () => number }): RecentTastes {
  const entries = new LRUCache<string, Entry>({ max: MOST });

  return {
    recall(id) {
      const entry = entries.get(id);
      return entry === undefined || now() - entry.readAt > FRESH_MS ? undefined : entry.found;
    },
    reading(id) {
      const begun: Entry = { readAt: now(), found: undefined };
      entries.set(id, begun);
      return (found) => {
        if (entries.get(id) === begun) entries.set(id, { ...begun, found: found ?? null });
      };
    },
    forget: (id) => entries.delete(id),
  };
}
