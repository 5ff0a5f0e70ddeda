import express, { Router, type RequestHandler } from "express";
import { ServiceError } from "../../../src/errors.js";
import { etagOf } from "../../../src/http/envelope.js";
import { methodNotAllowed } from "../../../src/http/error-handler.js";
import type { ConsoleFiles } from "./files.js";

/**
 * Content security policy of the pages. Pages may load resources from this service only, and must not use inline
 * scripts. There are two exceptions: product pictures are loaded from the URLs of the feed, and components set inline
 * styles.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the console's pages: one HTML document for all addresses, and the files that the document refers to. */
export function consolePages(files: ConsoleFiles | undefined): Router {
  const router = Router();
  router.all("/api/{*path}", () => {
    throw new ServiceError("not_found", "this path does not exist");
  });
  if (files === undefined) {
    router.get("/{*path}", () => {
      throw new ServiceError("not_found", "the console has not been built; run `npm run build`");
    });
    return router;
  }
  const { document, folder } = files;
  const etag = etagOf(document);
  const page: RequestHandler = (_req, res) => {
    res.set({ "Content-Security-Policy": CONTENT_SECURITY_POLICY, "Cache-Control": "no-cache", ETag: etag });
    res.type("text/html").send(document);
  };
  // File names contain a content hash, so the files never change.
  router.use(
    "/files",
    express.static(folder, { immutable: true, maxAge: "1y", index: false, redirect: false }),
    missing,
  );
  router.route("/{*path}").get(page).all(methodNotAllowed("GET"));
  return router;
}

const missing: RequestHandler = () => {
  throw new ServiceError("not_found", "this path does not exist");
};
