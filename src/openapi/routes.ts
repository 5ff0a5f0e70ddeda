import { hashOf } from "../lib/hash.js";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { RequestHandler, Router } from "express";
import { ServiceError } from "../errors.js";
import { etagOf } from "../http/envelope.js";
import { handled, routerOf } from "../http/endpoint.js";
import { packageVersion } from "../package.js";
import { READ_DOCS, READ_DOCS_FILE, READ_OPENAPI } from "./description.js";
import { openApiDocument } from "./openapi.js";
import { CONTENT_SECURITY_POLICY, OWN_FILES, page, PAGE_FILES } from "./page.js";

/** URLs of files contain a hash of the content, so that the content of a URL never changes. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

/** Routes of `/openapi.json` and `/docs`, accessible without a key. */
export function openApiRoutes(): Router {
  const require = createRequire(import.meta.url);
  const swaggerUi = require.resolve("swagger-ui-dist/package.json");
  const { version: swaggerUiVersion } = require(swaggerUi) as { readonly version: string };
  const edition = hashOf([swaggerUiVersion, ...OWN_FILES]).slice(0, 12);
  return routerOf(
    handled(READ_OPENAPI, response("application/json", JSON.stringify(openApiDocument(packageVersion())))),
    handled(READ_DOCS, withoutSlash, protect, response("text/html", page(edition))),
    handled(READ_DOCS_FILE, protect, file(dirname(swaggerUi), edition)),
  );
}

function response(type: string, body: string): RequestHandler {
  const etag = etagOf(body);
  return (_req, res) => {
    res.set({ ETag: etag, "Cache-Control": "no-cache" }).type(type).send(body);
  };
}

/** Redirects `/docs/` to `/docs`, because the page's file URLs are relative, so that the page also works below the path of a proxy. */
const withoutSlash: RequestHandler = (req, res, next) => {
  if (req.path.endsWith("/")) res.redirect(308, "../docs");
  else next();
};

const protect: RequestHandler = (_req, res, next) => {
  res.set("Content-Security-Policy", CONTENT_SECURITY_POLICY);
  next();
};

function file(folder: string, edition: string): RequestHandler {
  return (req, res) => {
    const { file: name } = req.params as { file: string };
    if (!PAGE_FILES.includes(name)) throw new ServiceError("not_found", "this path does not exist");
    res.set({ "Cache-Control": CACHE_CONTROL, ETag: `W/"${edition}"` });
    const own = OWN_FILES.get(name);
    if (own === undefined) res.sendFile(name, { root: folder, cacheControl: false, lastModified: false });
    else res.type(own.type).send(own.text);
  };
}
