import { JsonText, writeArray } from "../../lib/json-text.js";
import type { LiveCatalog } from "../../catalog/live.js";
import type { Ranked } from "../ranked.js";
import { modeOf, type Begun, type FirstPage } from "../beginning.js";
import { rankingFor } from "../ranking.js";
import { CHAIN_BYTES, chainOf, writeCursor } from "./cursor.js";
import { cutPage } from "./cut-page.js";
import { jumpTo } from "./jump.js";
import type { ChainDeps, ServedPage } from "./next-page.js";
import type { PageStart } from "./next-window.js";
import { SALT_BYTES } from "./sealed-page.js";
import {
  endOfLife,
  firstPosition,
  hasMore,
  hasRanked,
  promisedSeconds,
  shopperMarks,
  type ChainRoot,
  type PageState,
  type Position,
} from "./state.js";

/** The results from which a first page is made. */
export interface FirstFound {
  readonly total: number;
  readonly begun: Begun;
  /** Reads items of the window, each as JSON, as they were found: nothing has to be matched again. */
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/**
 * Starts a chain and serves its first page. A page without a next one also starts a chain: a client that requests more
 * is answered that there is none, and an ordered one can be jumped in.
 * @param live the catalogue; undefined while there is none
 * @throws errors of the engine as they are
 */
export async function firstPage(
  deps: ChainDeps,
  clientId: string,
  live: LiveCatalog | undefined,
  ranked: Ranked,
  root: ChainRoot,
  found: FirstFound,
): Promise<ServedPage> {
  const { request } = ranked;
  const { begun, total } = found;
  const mode = modeOf(ranked);
  const expires_at = endOfLife(deps.ttlSeconds, 0, root.started_at);
  const id = deps.ids.first(clientId, mode, deps.randomBytes(CHAIN_BYTES));
  const { delivered, items, segment, position, pins_left } =
    begun.with === "page"
      ? plainStart(begun.page, total, request.limit)
      : await cutStart(deps, { id, client_id: clientId, live, ranked, started_at: root.started_at }, found);
  const state: PageState = {
    client_id: clientId,
    chain: chainOf(id),
    expires_at,
    page: request.page,
    sequence: 0,
    delivered,
    segment,
    remainder: [],
    position,
    pins_left,
    path: [],
    root,
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
    total,
    first_position: firstPosition(mode, request.limit, request.page, 0),
    delivered,
    items,
  };
}

/** The rest of a first window is not kept: most shoppers never ask for more, and a new window has new products. */
interface Start extends Pick<PageState, "segment" | "position" | "pins_left"> {
  readonly delivered: readonly string[];
  readonly items: JsonText;
}

const TOP: PageState["segment"] = { after: null };
const FROM_START: Position = { kind: "start", windows: 0 };
const END: Position = { kind: "end" };

function plainStart({ ids, items }: FirstPage, total: number, limit: number): Start {
  return {
    delivered: JSON.parse(ids) as string[],
    items: new JsonText(items),
    segment: TOP,
    position: total > limit ? FROM_START : END,
    pins_left: 0,
  };
}

async function cutStart(
  deps: ChainDeps,
  chain: Pick<PageStart, "id" | "client_id" | "live" | "ranked" | "started_at">,
  { begun, total, read }: FirstFound,
): Promise<Start> {
  const window = begun.with === "window" ? begun.window : [];
  const { live, ranked } = chain;
  const { request, plan } = ranked;
  const { pins } = plan.rules;
  const begin =
    modeOf(ranked) === "ordered"
      ? await jumpTo(deps, live?.index, ranked, request.page)
      : {
          segment: TOP,
          remainder: rankingFor(deps, ranked).rank(window),
          position: begun.with === "window" && begun.is_all ? END : FROM_START,
        };
  const top = [...begin.remainder.slice(0, request.limit), ...pins.map(({ product }) => product)];
  const known = window.length === 0 ? undefined : await read(top);
  const cut = await cutPage(deps, {
    ...chain,
    ...begin,
    pins_left: pins.length,
    total,
    sequence: 0,
    before: undefined,
    known,
  });
  return {
    segment: begin.segment,
    delivered: cut.delivered,
    pins_left: cut.pins_left,
    items: writeArray(cut.items),
    position: hasRanked(cut) ? FROM_START : END,
  };
}
