import { bulk, type BulkWrite, expectTaken } from "../../engine/bulk.js";
import { deleteAllMatching } from "../../engine/by-query.js";
import { getDocument, getDocuments, putDocument } from "../../engine/documents.js";
import type { Context } from "../../context.js";
import type { Engine } from "../../engine/engine.js";
import { createCache, type Kind } from "../../lib/cache.js";
import { stateIndex } from "../../engine/indices.js";
import type { PageState, StoredPage } from "./state.js";

export const cursorsIndex = (engine: Engine): string => `${engine.prefix}cursors`;

/** The expiry time of a whole cursor chain, stored in one document. Every page after the first page postpones the expiry time. */
export interface Lifetime {
  readonly chain: string;
  /** Expiry time of the cursor chain, in milliseconds since 1970. */
  readonly expires_at: number;
}

export const lifetimeId = (chain: string): string => `lifetime:${chain}`;

interface CursorNames {
  readonly cursor: string;
  readonly next: string;
  readonly root: string;
  readonly chain: string;
}

/** The stored pages to which a cursor refers: the cursor's page, the next page if it was served before, and the chain's first page. */
interface OpenedPages {
  readonly page: StoredPage | undefined;
  readonly next: StoredPage | undefined;
  readonly root: StoredPage | undefined;
  readonly lifetime: Lifetime | undefined;
}

/** The fields of a stored page that contain the page's products and the ids of earlier pages in the same segment. */
type Trail = Pick<PageState, "delivered" | "path">;

/**
 * Stores page states by id and reads them in real time. States that this process read or wrote recently are cached: states are immutable,
 * and most clients return to the same process. The cache may lack a next page that another process stored. In this case, storing that page
 * again returns a conflict.
 */
export interface CursorStore {
  /** Stores the first page of a cursor chain if the page state does not fit into the cursor. */
  start(id: string, state: PageState): Promise<void>;
  /** Loads the pages to which a cursor refers. @param sealed the page that the cursor itself contains, if any */
  open(names: CursorNames, sealed?: StoredPage): Promise<OpenedPages>;
  read(id: string): Promise<StoredPage | undefined>;
  /**
   * Stores a page and extends the lifetime of the page's cursor chain in one request.
   * @param unstored the chain's first page, if only the cursor contains that page
   * @returns "conflict" if another request has already stored the page
   */
  append(id: string, state: PageState, lifetime: Lifetime, unstored?: StoredPage): Promise<"written" | "conflict">;
  /**
   * Extends the lifetime of a cursor chain. A shorter lifetime is ignored, because another process may have extended the chain further
   * after a later page.
   */
  prolong(lifetime: Lifetime): Promise<void>;
  /**
   * Returns the products of a page and of the earlier consecutive pages (the page's segment).
   * @returns `undefined` if one of these pages was removed
   */
  deliveredUpTo(page: Trail): Promise<ReadonlySet<string> | undefined>;
  /**
   * Invalidates the cached cursor chains of erased shoppers. Stored pages are deleted by `removePagesOf`.
   * @param erased shortened shopper ids (`markOf`) with the time of erasure, in milliseconds since 1970
   */
  forget(erased: ReadonlyMap<string, number>): void;
  /** Whether one of the shoppers was erased after the cursor chain started. */
  isForgotten(marks: readonly string[] | undefined, startedAt: number): boolean;
}

export function createCursorStore({ engine, now }: Context, maxBytes = CACHE_BYTES): CursorStore {
  const index = cursorsIndex(engine);
  const pages = createCache({ maxBytes });
  /** Times of erasure by shortened shopper id (`markOf`), oldest entry first. */
  const erasures = new Map<string, number>();

  const cached = (page: StoredPage | undefined): StoredPage | undefined => {
    if (page !== undefined) pages.set(PAGE, page.id, page);
    return page;
  };

  function openCached({ cursor, next, root }: CursorNames, sealed: StoredPage | undefined): OpenedPages | undefined {
    const [page, first] = [pages.get(PAGE, cursor), pages.get(PAGE, root)];
    const known = page ?? sealed;
    if (known === undefined || (first ?? sealed) === undefined) return undefined;
    // An expired cached page may still be valid, because another process may have extended the cursor chain.
    if (known.expires_at <= now()) return undefined;
    return { page, root: first, next: pages.get(PAGE, next), lifetime: undefined };
  }

  /** Reads the products and the ids of earlier pages from stored pages. Returns `undefined` for removed pages. */
  async function readTrails(ids: readonly string[]): Promise<readonly (Trail | undefined)[]> {
    const known = ids.map((id) => pages.get(PAGE, id));
    const missing = ids.filter((_, at) => known[at] === undefined);
    const found = await getDocuments<Trail>(engine, index, missing, { includes: ["delivered", "path"] });
    const read = new Map(missing.map((id, at) => [id, found[at]?.source]));
    return ids.map((id, at) => known[at] ?? read.get(id));
  }

  return {
    async start(id, state) {
      if ((await putDocument(engine, index, id, state, "absent")) === "conflict") {
        throw new Error("the random name for the pages of a new search result already exists");
      }
    },

    async open(names, sealed) {
      const known = openCached(names, sealed);
      if (known !== undefined) return known;
      const { cursor, next, root, chain } = names;
      const ids = [lifetimeId(chain), cursor, next, root];
      const [lifetime, ...found] = await getDocuments<PageState | Lifetime>(engine, index, ids);
      const [page, following, first] = found.map((one) => cached(one && { ...(one.source as PageState), id: one.id }));
      return { page, next: following, root: first, lifetime: lifetime?.source };
    },

    async read(id) {
      const known = pages.get(PAGE, id);
      if (known !== undefined) return known;
      const [found] = await getDocuments<PageState>(engine, index, [id]);
      return cached(found && { ...found.source, id });
    },

    async append(id, state, lifetime, unstored) {
      // The first page is written before the page that follows it, so a stored chain always has a first page.
      const items = await bulk(
        engine,
        [
          ...(unstored === undefined ? [] : [createPage(unstored)]),
          createPage({ ...state, id }),
          mergeLifetime(lifetime),
        ],
        { index },
      );
      if (expectTaken(items, "a page").at(-2)?.status === "conflict") return "conflict";
      cached(unstored);
      cached({ ...state, id });
      return "written";
    },

    async prolong(lifetime) {
      expectTaken(
        await bulk(engine, [mergeLifetime(lifetime)], { index }),
        "the extended lifetime of pagination cursors",
      );
    },

    async deliveredUpTo(page) {
      const all = new Set(page.delivered);
      for (let path = page.path; path.length > 0;) {
        const earlier = await readTrails(path);
        for (const one of earlier) {
          if (one === undefined) return undefined;
          for (const id of one.delivered) all.add(id);
        }
        path = earlier[0]?.path ?? [];
      }
      return all;
    },

    forget(erased) {
      for (const [mark, at] of erased) {
        erasures.delete(mark);
        erasures.set(mark, at);
      }
      for (const mark of erasures.keys()) {
        if (erasures.size <= MAX_ERASURES) break;
        erasures.delete(mark);
      }
      for (const [id, { shoppers = [] }] of pages.entries(PAGE)) {
        if (shoppers.some((mark) => erased.has(mark))) pages.delete(PAGE, id);
      }
    },

    isForgotten: (marks = [], startedAt) => marks.some((mark) => (erasures.get(mark) ?? -Infinity) >= startedAt),
  };
}

const CACHE_BYTES = 32 * 1024 * 1024;
/**
 * Maximum number of shopper erasures in memory. If there are more, the oldest erasures are removed, and cached pages of these shoppers stay
 * readable until the cursor chains of these pages expire.
 */
const MAX_ERASURES = 100_000;

const PAGE: Kind<StoredPage> = {
  name: "page",
  // Estimated size of a page state in bytes, which depends only on the number of identifiers.
  bytesOf: ({ delivered, path }) => 1_000 + 64 * (delivered.length + path.length),
};

/** Deletes the stored pages that the given shoppers read. @param marks shortened shopper ids @returns number of deleted pages */
export const removePagesOf = (engine: Engine, marks: readonly string[]): Promise<number> =>
  deleteAllMatching(engine, cursorsIndex(engine), { terms: { shoppers: marks } });

const createPage = ({ id, ...source }: StoredPage): BulkWrite => ({
  id,
  document: JSON.stringify(source),
  precondition: "absent",
});

const LATER_LIFETIME =
  "if (params.expires_at > ctx._source.expires_at) { ctx._source.expires_at = params.expires_at } else { ctx.op = 'none' }";

const mergeLifetime = (lifetime: Lifetime): BulkWrite => ({
  action: "merge",
  id: lifetimeId(lifetime.chain),
  source: lifetime,
  merge: LATER_LIFETIME,
});

const SECRET_ID = "cursor-secret";
const SECRET_BYTES = 32;

/** The secret that authenticates and encrypts cursors. All processes of an installation share the secret; the first process creates it. */
export async function cursorSecret(engine: Engine, randomBytes: (count: number) => Uint8Array): Promise<Uint8Array> {
  const index = stateIndex(engine);
  for (;;) {
    const found = await getDocument<{ secret: string }>(engine, index, SECRET_ID);
    if (found !== undefined) return Buffer.from(found.source.secret, "base64url");
    const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString("base64url");
    await putDocument(engine, index, SECRET_ID, { secret }, "absent");
  }
}
