import { Router } from "express";
import { ServiceError } from "../../src/errors.js";
import { etagOf } from "../../src/http/envelope.js";
import { methodNotAllowed } from "../../src/http/error-handler.js";
import { picture } from "./picture.js";

/**
 * Drawings change only with an upgrade of the service, so caches may serve them for a day and revalidate in the
 * background.
 */
const CACHE_CONTROL = "public, max-age=86400, stale-while-revalidate=604800";

/** If a picture is opened as a document, it must not load resources or run scripts. */
const CONTENT_SECURITY_POLICY = "default-src 'none'; sandbox";

/**
 * Route `GET /demo/pictures/:file`, without authentication. Pictures are drawn per request, which takes less than a
 * millisecond, and are not cached here, which saves memory.
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
