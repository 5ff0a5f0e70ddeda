import { getDocuments, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { writeTogether } from "../../engine/write-together.js";
import type { PageState, StoredPage } from "./state.js";

export const cursorsIndex = (engine: Engine): string => `${engine.prefix}cursors`;

/** How long a whole chain lives: one small document, rewritten by every page after the first. */
export interface Lifetime {
  readonly chain: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

export const lifetimeId = (chain: string): string => `lifetime:${chain}`;

/** Page states, read by id and in real time. */
export interface CursorStore {
  /** @returns "conflict" when the chain's name is taken */
  start(id: string, state: PageState): Promise<"written" | "conflict">;
  /** The page a cursor names, the page after it if it has been served before, and its chain's first page. */
  open(ids: {
    readonly cursor: string;
    readonly next: string;
    readonly root: string;
    readonly chain: string;
  }): Promise<{
    readonly page: StoredPage | undefined;
    readonly next: StoredPage | undefined;
    readonly root: StoredPage | undefined;
    readonly lifetime: Lifetime | undefined;
  }>;
  read(id: string): Promise<StoredPage | undefined>;
  /** Writes a page and prolongs its chain in one request. @returns "conflict" when somebody else has written the page */
  append(id: string, state: PageState, lifetime: Lifetime): Promise<"written" | "conflict">;
  prolong(lifetime: Lifetime): Promise<void>;
  /**
   * What a page and those before it in its segment have delivered.
   * @returns undefined when one of them is gone
   */
  delivered(page: StoredPage): Promise<ReadonlySet<string> | undefined>;
}

export function createCursorStore(engine: Engine): CursorStore {
  const index = cursorsIndex(engine);
  return {
    async start(id, state) {
      return (await putDocument(engine, index, id, state, "absent")) === "conflict" ? "conflict" : "written";
    },

    async open({ cursor, next, root, chain }) {
      const ids = [cursor, next, lifetimeId(chain), ...(root === cursor ? [] : [root])];
      const [page, following, lifetime, first] = await getDocuments<PageState | Lifetime>(engine, index, ids);
      const stored = (found: typeof page) =>
        found === undefined ? undefined : { ...(found.source as PageState), id: found.id };
      return {
        page: stored(page),
        next: stored(following),
        root: stored(root === cursor ? page : first),
        lifetime: lifetime?.source,
      };
    },

    async read(id) {
      const [found] = await getDocuments<PageState>(engine, index, [id]);
      return found === undefined ? undefined : { ...found.source, id };
    },

    async append(id, state, lifetime) {
      const [page] = await writeTogether(engine, index, [
        { action: "create", id, source: state },
        { action: "index", id: lifetimeId(lifetime.chain), source: lifetime },
      ]);
      return page === "conflict" ? "conflict" : "written";
    },

    async prolong(lifetime) {
      await putDocument(engine, index, lifetimeId(lifetime.chain), lifetime);
    },

    async delivered(page) {
      const all = new Set(page.delivered);
      for (let path = page.path; path.length > 0;) {
        const earlier = await getDocuments<Pick<PageState, "delivered" | "path">>(engine, index, path, [
          "delivered",
          "path",
        ]);
        for (const one of earlier) {
          if (one === undefined) return undefined;
          for (const id of one.source.delivered) all.add(id);
        }
        path = earlier[0]?.source.path ?? [];
      }
      return all;
    },
  };
}
