import { Router } from "express";
import { ServiceError } from "../errors.js";
import { picture } from "./pictures/picture.js";

/** A picture's name never means another drawing, except after an upgrade of the service: a day is long enough for a demo. */
const CACHE_CONTROL = "public, max-age=86400, stale-while-revalidate=604800";

/**
 * `GET /demo/pictures/:file`, open to everybody like a shop's pictures are. Drawn on request and not kept: drawing takes
 * well under a millisecond.
 */
export function demoRoutes(): Router {
  const router = Router();
  router.get("/demo/pictures/:file", (request, response) => {
    const svg = picture(request.params.file);
    if (svg === undefined) throw new ServiceError("not_found", "There is no such picture.");
    response
      .set("Cache-Control", CACHE_CONTROL)
      // Opened on its own it is a document of this origin: it may style itself and nothing else.
      .set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox")
      .set("X-Content-Type-Options", "nosniff")
      .type("image/svg+xml")
      .send(svg);
  });
  return router;
}
