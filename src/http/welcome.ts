import { Router } from "express";
import Type, { type Static } from "typebox";
import { packageVersion } from "../package.js";
import { text } from "../schema/typed.js";
import { declare } from "./endpoint.js";
import { methodNotAllowed } from "./error-handler.js";

/** The response of `GET /` for programs, and for browsers if no shop is served. */
const WELCOME = Type.Object(
  {
    service: Type.Literal("Vitrine"),
    version: text("Of the service."),
    docs: text("The path of a page to read."),
    openapi: text("The path of this document."),
  },
  { description: "What this service is." },
);

export const READ_WELCOME = declare({
  operationId: "readWelcome",
  method: "get",
  path: "/",
  key: "none",
  tag: "Documentation",
  summary: "See what answers here",
  description: "Where the demo shop is shown, those who accept HTML are given the shop instead.",
  responses: {
    "200": {
      description: "Where to read on.",
      schema: WELCOME,
      content: { "text/html": { schema: { type: "string" } } },
    },
  },
});

/** Routes of `GET /`, which lists further resources. Mount it after all pages. */
export function welcomeRoutes(): Router {
  const welcome: Static<typeof WELCOME> = {
    service: "Vitrine",
    version: packageVersion(),
    docs: "/docs",
    openapi: "/openapi.json",
  };
  const router = Router();
  router
    .route("/")
    .get((_req, res) => {
      // The response varies, because browsers may get a shop at this address.
      res.vary("Accept").json(welcome);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
