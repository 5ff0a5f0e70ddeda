import { Router } from "express";
import { packageVersion } from "../package.js";
import { methodNotAllowed } from "./errors.js";

/** What `GET /` says to programs, and to everybody where no shop is shown. */
export interface Welcome {
  readonly service: "Vitrine";
  readonly version: string;
  /** Paths of this service. */
  readonly docs: string;
  readonly openapi: string;
}

/** `GET /`: where to read on. Mount it behind whatever has pages. */
export function welcomeRoutes(): Router {
  const welcome: Welcome = { service: "Vitrine", version: packageVersion(), docs: "/docs", openapi: "/openapi.json" };
  const router = Router();
  router
    .route("/")
    .get((_req, res) => {
      // Browsers may be shown a shop here.
      res.vary("Accept").json(welcome);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
