import { LRUCache } from "lru-cache";
import type { StoredPage } from "./state.js";
import type { CursorNames, CursorStore, OpenedPages, Trail } from "./store.js";

export interface RememberedPages extends CursorStore {
  /** Forgets the pages of these shoppers, by their marks. */
  forget(marks: ReadonlySet<string>): void;
}

/**
 * A cursor store that remembers what this process has written and read lately: a page's state never changes, and who reads
 * on mostly comes back to the same process. What it cannot know, whether another process has served the next page
 * already, is found out when that page is written.
 */
export function rememberPages(
  store: CursorStore,
  { maxBytes, now }: { readonly maxBytes: number; /** Milliseconds since 1970. */ readonly now: () => number },
): RememberedPages {
  const pages = new LRUCache<string, StoredPage>({ maxSize: maxBytes, sizeCalculation: sizeOf });

  const remember = (page: StoredPage | undefined) => {
    if (page !== undefined) pages.set(page.id, page);
  };

  const recall = ({ cursor, next, root }: CursorNames, carried: StoredPage | undefined): OpenedPages | undefined => {
    const page = pages.get(cursor);
    const first = pages.get(root);
    const known = page ?? carried;
    if (known === undefined || (first ?? carried) === undefined) return undefined;
    // A page that is over by its own date may live on with its chain, as only the store knows.
    if (known.expires_at <= now()) return undefined;
    return { page, root: first, next: pages.get(next), lifetime: undefined };
  };

  return {
    ...store,
    async open(names, carried) {
      const known = recall(names, carried);
      if (known !== undefined) return known;
      const found = await store.open(names);
      for (const page of [found.root, found.page, found.next]) remember(page);
      return found;
    },
    async read(id) {
      const known = pages.get(id);
      if (known !== undefined) return known;
      const found = await store.read(id);
      remember(found);
      return found;
    },
    async append(id, state, lifetime, unstored) {
      const outcome = await store.append(id, state, lifetime, unstored);
      if (outcome === "written") {
        remember(unstored);
        remember({ ...state, id });
      }
      return outcome;
    },
    forget(marks) {
      for (const [id, { shoppers = [] }] of pages.entries()) {
        if (shoppers.some((mark) => marks.has(mark))) pages.delete(id);
      }
    },
    async trail(ids) {
      const missing = ids.filter((id) => !pages.has(id));
      const found = missing.length === 0 ? [] : await store.trail(missing);
      const read = new Map(missing.map((id, position): [string, Trail | undefined] => [id, found[position]]));
      return ids.map((id) => pages.get(id) ?? read.get(id));
    },
  };
}

/** Bytes, roughly: identifiers are short strings, and all else is about as large in every state. */
const sizeOf = ({ delivered, remainder, path }: StoredPage): number =>
  2_000 + 64 * (delivered.length + remainder.length + path.length);
