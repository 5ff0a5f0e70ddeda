import { deleteAllMatching } from "../../engine/delete-matching.js";
import { getDocuments, putDocument } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { writeTogether, type Write } from "../../engine/write-together.js";
import type { PageState, StoredPage } from "./state.js";

export const cursorsIndex = (engine: Engine): string => `${engine.prefix}cursors`;

/** How long a whole chain lives: one small document that every page after the first prolongs. */
export interface Lifetime {
  readonly chain: string;
  /** Milliseconds since 1970. */
  readonly expires_at: number;
}

export const lifetimeId = (chain: string): string => `lifetime:${chain}`;

export interface CursorNames {
  readonly cursor: string;
  readonly next: string;
  readonly root: string;
  readonly chain: string;
}

export interface OpenedPages {
  readonly page: StoredPage | undefined;
  readonly next: StoredPage | undefined;
  readonly root: StoredPage | undefined;
  readonly lifetime: Lifetime | undefined;
}

export type Trail = Pick<PageState, "delivered" | "path">;

/** Page states, read by id and in real time. */
export interface CursorStore {
  /** Writes a chain's first page, when it does not travel in its cursor. */
  start(id: string, state: PageState): Promise<void>;
  /**
   * The page a cursor names, the page after it if it has been served before, and its chain's first page, as far as they are
   * stored.
   * @param carried what the cursor itself says of its page
   */
  open(names: CursorNames, carried?: StoredPage): Promise<OpenedPages>;
  read(id: string): Promise<StoredPage | undefined>;
  /**
   * Writes a page and prolongs its chain in one request.
   * @param unstored the chain's first page while only its cursor has it
   * @returns "conflict" when somebody else has written the page
   */
  append(id: string, state: PageState, lifetime: Lifetime, unstored?: StoredPage): Promise<"written" | "conflict">;
  /** Never shortens: processes that know of different pages may prolong the same chain. */
  prolong(lifetime: Lifetime): Promise<void>;
  /** What pages have delivered and what came before them, in the order of the ids; undefined for those that are gone. */
  trail(ids: readonly string[]): Promise<readonly (Trail | undefined)[]>;
}

/**
 * What a page and those before it in its segment have delivered.
 * @returns undefined when one of them is gone
 */
export async function deliveredUpTo(
  store: Pick<CursorStore, "trail">,
  page: Trail,
): Promise<ReadonlySet<string> | undefined> {
  const all = new Set(page.delivered);
  for (let path = page.path; path.length > 0;) {
    const earlier = await store.trail(path);
    for (const one of earlier) {
      if (one === undefined) return undefined;
      for (const id of one.delivered) all.add(id);
    }
    path = earlier[0]?.path ?? [];
  }
  return all;
}

export function createCursorStore(engine: Engine): CursorStore {
  const index = cursorsIndex(engine);
  return {
    async start(id, state) {
      if ((await putDocument(engine, index, id, state, "absent")) === "conflict") {
        throw new Error("two chains have drawn the same name");
      }
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

    async append(id, state, lifetime, unstored) {
      // The first page first: one that follows it is never there without it.
      const outcomes = await writeTogether(engine, index, [
        ...(unstored === undefined ? [] : [createPage(unstored)]),
        { action: "create", id, source: state },
        mergeLifetime(lifetime),
      ]);
      return outcomes.at(-2) === "conflict" ? "conflict" : "written";
    },

    async prolong(lifetime) {
      await writeTogether(engine, index, [mergeLifetime(lifetime)]);
    },

    async trail(ids) {
      const found = await getDocuments<Trail>(engine, index, ids, { includes: ["delivered", "path"] });
      return found.map((one) => one?.source);
    },
  };
}

/** Removes what is stored of pages that shoppers have read. @param marks see `shopperMarks` @returns how many pages */
export const removePagesOf = (engine: Engine, marks: readonly string[]): Promise<number> =>
  deleteAllMatching(engine, cursorsIndex(engine), { terms: { shoppers: marks } });

const createPage = ({ id, ...source }: StoredPage): Write => ({ action: "create", id, source });

const LATER_LIFETIME =
  "if (params.expires_at > ctx._source.expires_at) { ctx._source.expires_at = params.expires_at } else { ctx.op = 'none' }";

const mergeLifetime = (lifetime: Lifetime): Write => ({
  action: "merge",
  id: lifetimeId(lifetime.chain),
  source: lifetime,
  merge: LATER_LIFETIME,
});
