import type { RequestHandler } from "express";

/** What stands before the routes of pages. */
export interface PublicGuards {
  /** Rate limits and key check, in this order. */
  readonly publicGuards: readonly RequestHandler[];
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
  /** Lets as many requests of shoppers pass at once as are good for all; the last of the guards. */
  readonly admit: RequestHandler;
}
