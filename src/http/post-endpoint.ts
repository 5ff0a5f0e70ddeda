import type { RequestHandler, Router } from "express";
import type { TSchema } from "typebox";
import { byDeadline } from "../engine/deadline.js";
import { JsonText } from "../lib/json-text.js";
import type { Of } from "../schema/typed.js";
import type { Storefront } from "../storefront/client.js";
import { methodNotAllowed } from "./error-handler.js";
import { storefrontOf } from "./locals.js";
import { validateBody } from "./validation.js";

export interface PostEndpoint<S extends TSchema> {
  /** Key check, rate limit where there is one, and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
  readonly schema: S;
  /** The storefront as the device that asks gets it; as it is in force unless given. */
  readonly storefrontFor?: (storefront: Storefront, body: Of<S>) => Storefront;
  /** @returns what is sent */
  readonly answer: (storefront: Storefront, body: Of<S>) => Promise<object | JsonText>;
}

/** Has a path answer a storefront's questions, which come as JSON by POST and in no other way. */
export function postEndpoint<S extends TSchema>(
  router: Router,
  path: string,
  { guards, schema, storefrontFor = (storefront) => storefront, answer }: PostEndpoint<S>,
): Router {
  const parseBody = validateBody(schema);
  router
    .route(path)
    .post(...guards, async (req, res) => {
      const body = parseBody(req.body);
      const answered = await byDeadline(answer(storefrontFor(storefrontOf(res), body), body));
      if (answered instanceof JsonText) res.type("json").send(answered.text);
      else res.json(answered);
    })
    .all(methodNotAllowed("POST"));
  return router;
}
