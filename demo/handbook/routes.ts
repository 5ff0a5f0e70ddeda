import express, { Router, type RequestHandler } from "express";
import { methodNotAllowed } from "../../src/http/error-handler.js";
import type { ShopAccess } from "../server/settings.js";
import type { Handbook } from "./files.js";

const PATH = "/handbook";

/** Serves the documentation site built from `docs/`. The search of the site uses this service. */
export function handbookRoutes({ folder, scripts }: Handbook, access: () => ShopAccess | undefined): Router {
  const router = Router();
  router
    .route(`${PATH}/search.json`)
    .get((_req, res, next) => {
      const open = access();
      if (open === undefined) next("router");
      else res.set("Cache-Control", "no-cache").json({ client_id: open.client_id, public_key: open.public_key });
    })
    .all(methodNotAllowed("GET", "HEAD"));
  // Allows inline styles, because Vue sets them. All other styles and scripts are files.
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
  const protect: RequestHandler = (_req, res, next) => {
    res.set("Content-Security-Policy", policy);
    next();
  };
  router.use(PATH, protect, express.static(folder, { extensions: ["html"], cacheControl: false }));
  return router;
}
