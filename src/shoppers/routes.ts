import { Router, type RequestHandler } from "express";
import { success } from "../http/envelope.js";
import { postEndpoint } from "../http/post-endpoint.js";
import type { Erased } from "../tracking/erase-events.js";
import { ERASE_REQUEST, erasedIn, type ErasureReport } from "./erasure.js";

export interface ShopperRoutesDeps {
  /** Private key check and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
  /** Erases, here and in the engine. @throws errors of the engine as they are */
  readonly erase: (erased: Erased) => Promise<ErasureReport>;
}

/** `/v1/shoppers/erase`: identifiers come in the body, because addresses end up in logs. */
export const shopperRoutes = ({ guards, erase }: ShopperRoutesDeps): Router =>
  postEndpoint(Router(), "/erase", {
    guards,
    schema: ERASE_REQUEST,
    answer: async ({ client_id }, body) => success(await erase(erasedIn(client_id, body))),
  });
