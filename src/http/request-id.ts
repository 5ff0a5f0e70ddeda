import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import { locals } from "./locals.js";

export const REQUEST_ID_HEADER = "X-Request-Id";

const SANE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** @param given the header that came */
export const requestIdFor = (given: string | readonly string[] | undefined): string =>
  typeof given === "string" && SANE.test(given) ? given : randomUUID();

/** Names every request: with the id that came, when it is safe to repeat in headers and logs, else with a new one. */
export const requestId = (): RequestHandler => (req, res, next) => {
  const id = requestIdFor(req.headers["x-request-id"]);
  locals(res).requestId = id;
  res.setHeader(REQUEST_ID_HEADER, id);
  next();
};
