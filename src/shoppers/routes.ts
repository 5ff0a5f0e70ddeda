import type { RequestHandler, Router } from "express";
import { answered, declare, routerOf } from "../http/endpoint.js";
import { success } from "../http/envelope.js";
import type { Erased } from "../tracking/erase-events.js";
import { ERASE_REQUEST, ERASURE_REPORT, erasedIn, type ErasureReport } from "./erasure.js";

/** Example request and response of an erasure, for a shopper without stored data. */
export const ERASURE_REQUEST = { device_id: "7a0f6f0e-2f3c-4a4e-9f5e-3d3f5b1c9d21", user_id: "nobody-known" };

export const ERASED = {
  errors: null,
  meta: null,
  data: {
    erased_at: "2026-05-01T12:00:00.000Z",
    removed: { events: 0, responses: 0, tastes: 0, pages: 0, queries: 0 },
    anonymized: { queries: 0 },
    forgotten_devices: 0,
    elsewhere: { spool_is_clear: true, within_seconds: 10 },
  },
};

/** Route that erases a shopper. The shopper's identifiers are sent in the request body, because servers log URLs. */
export const ERASE = declare({
  operationId: "eraseShopper",
  method: "post",
  path: "/v1/shoppers/erase",
  key: "private",
  tag: "Events",
  summary: "Erase a shopper",
  description:
    "Deletes all stored data of a device, a user, or both, and responds after the deletion. Events that occurred before the deletion are no longer accepted. Later events belong to a new shopper. The request is idempotent: repeat the request to complete a failed deletion. Deleting 100,000 events takes several seconds.",
  json: { name: "ErasureRequest", schema: ERASE_REQUEST, example: ERASURE_REQUEST },
  responses: {
    "200": { description: "All stored data of the shopper is deleted.", schema: ERASURE_REPORT, example: ERASED },
  },
  errors: {
    validation_error: {
      message: "`device_id` must be the id of a device; no data is stored for `anonymous`",
      context: { field: "device_id" },
    },
  },
});

/**
 * @param guards middleware for the private key check and the JSON body, in this order
 * @param erase function that erases the shopper in the engine and in this process; it throws errors of the engine
 */
export const shopperRoutes = (
  guards: readonly RequestHandler[],
  erase: (erased: Erased) => Promise<ErasureReport>,
): Router =>
  routerOf(
    answered(ERASE, {
      guards,
      response: async ({ client_id }, body) => success(await erase(erasedIn(client_id, body))),
    }),
  );
