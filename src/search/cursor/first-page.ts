import type { ProductSource } from "../../catalog/document.js";
import type { Candidate } from "../../personalization/rerank/candidate.js";
import type { Ranked } from "../ranked.js";
import { ENGINE_ORDER, rankingFor } from "../ranking.js";
import { CHAIN_BYTES, chainOf, writeCursor, type ChainMode } from "./cursor.js";
import { cutPage } from "./cut-page.js";
import { jumpTo } from "./jump.js";
import type { ChainDeps, ServedPage } from "./next-page.js";
import type { PageStart } from "./next-window.js";
import { SALT_BYTES } from "./sealed-page.js";
import {
  endOfLife,
  hasMore,
  hasRanked,
  promisedSeconds,
  shopperMarks,
  type ChainRoot,
  type PageState,
  type Position,
} from "./state.js";
import { windowSize } from "./windows.js";

export const modeOf = ({ request }: Pick<Ranked, "request">): ChainMode =>
  request.sort.by === "featured" ? "ranked" : "ordered";

/** Whether everybody's first page is simply the engine's first hits. */
export function hasPlainStart(ranked: Pick<Ranked, "request" | "plan">): boolean {
  const { request, plan } = ranked;
  if (request.limit === 0) return false;
  return modeOf(ranked) === "ordered" ? request.page === 1 : plan.rules.pins.length === 0;
}

/** Whether a shopper's first page is everybody's. Else it is cut: from a window that is re-ranked or gets pinned products, or from deep in an order. */
export const isPlainStart = (
  deps: Pick<ChainDeps, "rankings">,
  ranked: Pick<Ranked, "request" | "personal" | "plan">,
): boolean => hasPlainStart(ranked) && rankingFor(deps, ranked) === ENGINE_ORDER;

/** What a first page is made of. */
export interface FirstFound {
  readonly total: number;
  /** For a plain start: the identifiers of everybody's first page. */
  readonly page: readonly string[];
  /** For any other start in the storefront's own order: the first window, in the engine's order. */
  readonly window: readonly Candidate[];
  /** Reads products of the window as they were found: nothing has to be matched again. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, ProductSource>>;
}

/**
 * Starts a chain and serves its first page. Also a page without another to follow starts one: whoever asks for more is
 * answered that there is none, and an ordered one can be jumped in.
 * @param index the one to search; undefined while there is no catalogue
 * @throws errors of the engine as they are
 */
export async function firstPage(
  deps: ChainDeps,
  clientId: string,
  index: string | undefined,
  ranked: Ranked,
  root: ChainRoot,
  found: FirstFound,
): Promise<ServedPage> {
  const { request } = ranked;
  const mode = modeOf(ranked);
  const expires_at = endOfLife(deps.ttlSeconds, 0, root.started_at);
  const id = deps.ids.first(clientId, mode, deps.randomBytes(CHAIN_BYTES));
  // With a window it is no plain start, even if no product that was to be pinned has matched.
  const isPlain = found.window.length === 0 && isPlainStart(deps, ranked);
  const { delivered, products, segment, position, pins_left } = isPlain
    ? plainStart(found, request.limit)
    : await cutStart(deps, { id, client_id: clientId, index, ranked, started_at: root.started_at }, found);
  const state: PageState = {
    client_id: clientId,
    chain: chainOf(id),
    expires_at,
    page: request.page,
    sequence: 0,
    ...{ delivered, segment, remainder: [], position, pins_left, path: [], root },
    ...shopperMarks(clientId, request),
  };
  const sealed = deps.sealed.seal(clientId, id, state, deps.randomBytes(SALT_BYTES));
  if (sealed === undefined) await deps.store.start(id, state);
  if (hasMore(state)) deps.metrics.chainsStarted.inc({ mode });
  return {
    recommendation_id: writeCursor({ id, sealed }),
    expires_in: promisedSeconds(deps.ttlSeconds, expires_at, root.started_at, deps.now()),
    page: request.page,
    has_more: hasMore(state),
    total: found.total,
    ...{ delivered, products },
  };
}

/** What is left of a first window is not kept: most shoppers never ask for more, and a new one has what is new. */
interface Start extends Pick<PageState, "segment" | "position" | "pins_left"> {
  readonly delivered: readonly string[];
  readonly products: readonly ProductSource[] | null;
}

const TOP: PageState["segment"] = { after: null };
const FROM_START: Position = { kind: "start", windows: 0 };
const END: Position = { kind: "end" };

function plainStart({ page, total }: FirstFound, limit: number): Start {
  return {
    ...{ delivered: page, products: null },
    ...{ segment: TOP, position: total > limit ? FROM_START : END, pins_left: 0 },
  };
}

async function cutStart(
  deps: ChainDeps,
  chain: Pick<PageStart, "id" | "client_id" | "index" | "ranked" | "started_at">,
  { window, read }: FirstFound,
): Promise<Start> {
  const { index, ranked } = chain;
  const { request, plan } = ranked;
  const { pins } = plan.rules;
  const begin =
    modeOf(ranked) === "ordered"
      ? await jumpTo(deps, index, ranked, request.page)
      : {
          segment: TOP,
          remainder: rankingFor(deps, ranked).rank(window),
          position: window.length < windowSize(request.limit) ? END : FROM_START,
        };
  const top = [...begin.remainder.slice(0, request.limit), ...pins.map(({ product }) => product)];
  const known = window.length === 0 ? undefined : await read(top);
  const cut = await cutPage(deps, {
    ...chain,
    ...begin,
    pins_left: pins.length,
    sequence: 0,
    before: undefined,
    known,
  });
  return {
    ...{ segment: begin.segment, products: cut.products, pins_left: cut.pins_left },
    delivered: cut.products.map(({ product_identifier }) => product_identifier),
    position: hasRanked(cut) ? FROM_START : END,
  };
}
