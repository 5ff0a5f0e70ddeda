import { isDeepStrictEqual } from "node:util";
import { Router, type Request, type RequestHandler, type Response } from "express";
import { byDeadline } from "../engine/deadline.js";
import { methodNotAllowed } from "../http/error-handler.js";
import { storefrontOf } from "../http/locals.js";
import { validateBody } from "../http/validation.js";
import { readToken } from "../catalog/taste-tokens.js";
import type { Storefront } from "../storefront/client.js";
import { seesLeaf, type SeesLeaf } from "../filters/seen-fields.js";
import { CORRECTION, deviceIn } from "./taste-requests.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Owner, TasteStore } from "./taste-store.js";
import { correct } from "./taste/correct.js";
import type { TasteDocument } from "./taste/document.js";
import { forget } from "./taste/forget.js";
import { PRICE_TOKEN } from "./taste/snapshot.js";
import { viewTaste } from "./taste/view.js";
import type { DeviceTaste } from "./taste/view.js";

export interface TasteRoutesDeps {
  readonly store: Pick<TasteStore, "load" | "change">;
  /** Key check and rate limit, in this order. */
  readonly guards: readonly RequestHandler[];
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Lets as many pass at once as are good for all. */
  readonly admit: RequestHandler;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Told when a device is to be forgotten, after its document is. */
  readonly onForgotten: (clientId: string, deviceId: string) => void;
}

/** `/v2/taste?device_id=`: shows, corrects and erases the taste of one device, and never that of a user. */
export function tasteRoutes(deps: TasteRoutesDeps): Router {
  const parseCorrection = validateBody(CORRECTION);
  const router = Router();
  router
    .route("/")
    .get(...deps.guards, deps.admit, async (req, res) => {
      await answer(deps, req, res);
    })
    .patch(...deps.guards, deps.body, deps.admit, async (req, res) => {
      const correction = parseCorrection(req.body);
      await change(deps, ownerOf(req, res), (before) => correct(before, correction));
      await answer(deps, req, res);
    })
    .delete(...deps.guards, deps.admit, async (req, res) => {
      const owner = ownerOf(req, res);
      const now = deps.now();
      await change(deps, owner, (before) => forget(before, now));
      deps.onForgotten(owner.client_id, owner.id);
      await answer(deps, req, res);
    })
    .all(methodNotAllowed("GET", "PATCH", "DELETE"));
  return router;
}

const ownerOf = (req: Request, res: Response): Owner => ({
  client_id: storefrontOf(res).client_id,
  kind: "device",
  id: deviceIn(req.query),
});

async function answer({ store }: TasteRoutesDeps, req: Request, res: Response): Promise<void> {
  const owner = ownerOf(req, res);
  const [document] = owner.id === ANONYMOUS ? [] : await byDeadline(store.load([owner]));
  const taste: DeviceTaste = {
    device_id: owner.id,
    ...viewTaste(document, shownTaste(storefrontOf(res))),
  };
  // Not for caches on the way: it is about one person, and changes with every click.
  res.set("Cache-Control", "no-store").json(taste);
}

/** A page sees no taste that fields have taught which it does not see. Prices are learnt by the field that is configured. */
function shownTaste({ configuration: { fields, taste } }: Storefront): SeesLeaf {
  const sees = seesLeaf(fields);
  return (field) => (field === PRICE ? sees(taste.price?.field ?? PRICE) : sees(field));
}

const PRICE = readToken(PRICE_TOKEN).field;

/** Changes nothing about many shoppers at once, and writes nothing where nothing changes. */
async function change(
  { store }: TasteRoutesDeps,
  owner: Owner,
  next: (before: TasteDocument) => TasteDocument,
): Promise<void> {
  if (owner.id === ANONYMOUS) return;
  const changed = store.change([owner], (_owner, before) => {
    const after = next(before);
    return isDeepStrictEqual(after, before) ? before : after;
  });
  await byDeadline(changed);
}
