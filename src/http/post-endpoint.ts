import type { RequestHandler, Router } from "express";
import { byDeadline } from "../engine/deadline.js";
import { JsonText } from "../lib/json-text.js";
import type { JsonSchema } from "../schema/validator.js";
import type { Storefront } from "../storefront/client.js";
import { methodNotAllowed } from "./errors.js";
import { storefrontOf } from "./locals.js";
import { validateBody } from "./validation.js";

export interface PostEndpoint<T> {
  /** Key check, rate limit where there is one, and JSON body, in this order. */
  readonly guards: readonly RequestHandler[];
  /** What a `T` is. */
  readonly schema: JsonSchema;
  /** @returns what is sent */
  readonly answer: (storefront: Storefront, body: T) => Promise<object | JsonText>;
}

/** Has a path answer a storefront's questions, which come as JSON by POST and in no other way. */
export function postEndpoint<T>(router: Router, path: string, { guards, schema, answer }: PostEndpoint<T>): Router {
  const parseBody = validateBody<T>(schema);
  router
    .route(path)
    .post(...guards, async (req, res) => {
      const body = parseBody(req.body);
      const answered = await byDeadline(answer(storefrontOf(res), body));
      if (answered instanceof JsonText) res.type("json").send(answered.text);
      else res.json(answered);
    })
    .all(methodNotAllowed("POST"));
  return router;
}
