import { Router } from "express";
import { ServiceError } from "../../src/errors.js";
import { etagOf } from "../../src/http/envelope.js";
import { methodNotAllowed } from "../../src/http/error-handler.js";
import { picture } from "./picture.js";

/** A name means the same drawing until the service is upgraded, so caches may keep it for a day and refresh it behind the page. */
const CACHE_CONTROL = "public, max-age=86400, stale-while-revalidate=604800";

/** Opened on its own, a picture is a document of this origin: it may load nothing and run nothing. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox";

/**
 * `GET /demo/pictures/:file`, open to everybody like a shop's pictures are. Drawn on request and kept by nobody here:
 * that takes less than a millisecond, and memory stays as it is.
 */
export function pictureRoutes(): Router {
  const router = Router();
  router
    .route("/demo/pictures/:file")
    .get((req, res) => {
      const svg = picture(req.params.file);
      if (svg === undefined) throw new ServiceError("not_found", "there is no such picture");
      res
        .set("Cache-Control", CACHE_CONTROL)
        .set("ETag", etagOf(svg))
        .set("Content-Security-Policy", CONTENT_SECURITY_POLICY)
        .type("image/svg+xml")
        .send(svg);
    })
    .all(methodNotAllowed("GET", "HEAD"));
  return router;
}
