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
    version: text("Version of the service."),
    docs: text("Path of the API documentation."),
    openapi: text("Path of the OpenAPI document."),
  },
  { description: "Name, version and documentation paths of the service." },
);

export const READ_WELCOME = declare({
  operationId: "readWelcome",
  method: "get",
  path: "/",
  key: "none",
  tag: "Documentation",
  summary: "Retrieve service information",
  description: "If the demo shop is running, requests that accept HTML receive the page of the demo shop instead.",
  responses: {
    "200": {
      description: "Information about the service.",
      schema: WELCOME,
      content: { "text/html": { schema: { type: "string" } } },
    },
  },
});

/** Routes of `GET /`, which returns the paths of the API documentation. Mount them after the routes of all pages. */
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
      // Vary by `Accept`, because a browser may get the HTML page of a shop at this URL.
      res.vary("Accept").json(welcome);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
