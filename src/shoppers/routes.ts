import { Router, type RequestHandler } from "express";
import { success } from "../http/envelope.js";
import { postEndpoint } from "../http/post-endpoint.js";
import type { Erased } from "../tracking/erase-events.js";
import type { Erasure } from "./erase.js";
import { ERASE_REQUEST, erasedIn } from "./erase-request.js";

/** What an erasure is answered with. */
export interface ErasureReport extends Erasure {
  readonly elsewhere: {
    /** Whether what waited on this process's disk has been dealt with. If not, what is in it of the shopper is dropped as it is. */
    readonly spool_is_clear: boolean;
    /** Seconds after which no process has anything of the shopper in memory; spools follow as they are emptied. */
    readonly within_seconds: number;
  };
}

export interface ShopperRoutesDeps {
  /** Private key check and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
  /** Erases, here and in the engine. @throws errors of the engine as they are */
  readonly erase: (erased: Erased) => Promise<ErasureReport>;
}

/** `/v1/shoppers/erase`: identifiers come in the body, because addresses end up in logs. */
export const shopperRoutes = ({ guards, erase }: ShopperRoutesDeps): Router =>
  postEndpoint(Router(), "/erase", {
    ...{ guards, schema: ERASE_REQUEST },
    answer: async ({ client_id }, body) => success(await erase(erasedIn(client_id, body))),
  });
