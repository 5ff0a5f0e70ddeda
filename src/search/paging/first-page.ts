import { JsonText, writeArray } from "../../lib/json-text.js";
import type { Page } from "../listing/answer.js";
import { readItemsFound } from "../listing/items.js";
import type { Found } from "../listing/retrieve.js";
import { CHAIN_BYTES, chainOf, writeCursor } from "./cursor.js";
import { cutPage } from "./cut-page.js";
import { jumpTo } from "./jump.js";
import type { ChainDeps } from "./next-page.js";
import { modeOf, placementFor } from "./placement.js";
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

/**
 * Starts a chain and serves its first page. A page without a next one also starts a chain: a client that requests more
 * is answered that there is none, and an ordered one can be jumped in.
 * @throws errors of the engine as they are
 */
export async function firstPage(deps: ChainDeps, clientId: string, found: Found, root: ChainRoot): Promise<Page> {
  const { plan, total } = found;
  const { request } = plan;
  const mode = modeOf(plan);
  const expires_at = endOfLife(deps.ttlSeconds, 0, root.started_at);
  const id = deps.ids.first(clientId, mode, deps.randomBytes(CHAIN_BYTES));
  const { delivered, items, segment, position, pins_left } =
    found.page === undefined
      ? await cutStart(deps, { id, client_id: clientId, started_at: root.started_at }, found)
      : {
          delivered: JSON.parse(found.page.ids) as string[],
          items: new JsonText(found.page.items),
          segment: TOP,
          position: total > request.limit ? FROM_START : END,
          pins_left: 0,
        };
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

const TOP: PageState["segment"] = { after: null };
const FROM_START: Position = { kind: "start", windows: 0 };
const END: Position = { kind: "end" };

/** The rest of a first window is not kept: most shoppers never ask for more, and a new window has new products. */
async function cutStart(
  deps: ChainDeps,
  chain: { readonly id: string; readonly client_id: string; readonly started_at: number },
  { live, key, plan, total, window = [], are_all }: Found,
): Promise<Pick<Page, "delivered" | "items"> & Pick<PageState, "segment" | "position" | "pins_left">> {
  const { request, rules } = plan;
  const begin =
    modeOf(plan) === "ordered"
      ? await jumpTo(deps, live?.index, plan, request.page)
      : {
          segment: TOP,
          remainder: placementFor(deps, plan).place(window),
          position: are_all === true ? END : FROM_START,
        };
  const top = [...begin.remainder.slice(0, request.limit), ...rules.pins.map(({ product }) => product)];
  const known =
    window.length === 0 || live === undefined ? undefined : await readItemsFound(deps, live, key, plan, top);
  const cut = await cutPage(deps, {
    ...chain,
    ...begin,
    live,
    plan,
    pins_left: rules.pins.length,
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
