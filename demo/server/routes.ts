import { Router, type Request, type RequestHandler, type Response } from "express";
import { ServiceError } from "../../src/errors.js";
import { etagOf } from "../../src/http/envelope.js";
import { methodNotAllowed } from "../../src/http/error-handler.js";
import { isClientId } from "../../src/storefront/client.js";
import type { Directory } from "../../src/storefront/directory.js";
import { parseAddress, shopPath } from "./address.js";
import { contentSecurityPolicy, FILES_PATH, shopDocument } from "./document.js";
import type { ShopFiles } from "./files.js";
import { shopSettings, type ShopAccess, type ShopSettings } from "./settings.js";

export interface ShopRoutesDeps {
  readonly shop: ShopFiles;
  readonly directory: Pick<Directory, "findStorefront">;
  /** Returns the access data of the demo's own shop; `undefined` while the shop is not available. */
  readonly access: () => ShopAccess | undefined;
  /** Returns the access data of an imported shop, or `undefined` if the shop does not exist. */
  readonly imported: (clientId: string) => Promise<ShopAccess | undefined>;
}

/** Cache header of files. File URLs contain a content hash, so the content of a URL never changes. */
const CACHE_CONTROL = "public, max-age=31536000, immutable";

/** Paths of the API. Unknown API paths must return an API error instead of a shop page. */
const INTERFACE = /^\/(?:v\d+|docs|demo|com\.snowplowanalytics\.snowplow)(?:\/|$)|^\/i$/;

/** Serves the pages and files of the demo shop. Mount this router last, because it matches all other paths. */
export function shopRoutes(deps: ShopRoutesDeps): Router {
  const router = Router();
  router.route(`${FILES_PATH}/:file`).get(file(deps)).all(methodNotAllowed("GET", "HEAD"));
  router.get(["/shops/:client", "/shops/:client/{*path}"], importedPage(deps));
  router.get("/{*path}", page(deps));
  return router;
}

function file({ shop }: ShopRoutesDeps): RequestHandler {
  return (req, res) => {
    const found = shop.files.get((req.params as { file: string }).file);
    if (found === undefined) throw new ServiceError("not_found", "this path does not exist");
    const headers = { "Cache-Control": CACHE_CONTROL, ETag: `W/"${shop.catalogVersion}"` };
    res.set(headers).type(found.type).send(found.text);
  };
}

const wantsPage = (req: Request): boolean => req.accepts(["json", "html"]) === "html";

function page({ shop, directory, access }: ShopRoutesDeps): RequestHandler {
  return async (req, res, next) => {
    const open = INTERFACE.test(req.path) || !wantsPage(req) ? undefined : access();
    const storefront = open && (await directory.findStorefront(open.client_id));
    if (open === undefined || storefront === undefined) next();
    else sendPage(res, shop, shopSettings(open, storefront.configuration, null), req.path);
  };
}

/** Serves the demo's pages for an imported shop. */
function importedPage({ shop, directory, imported }: ShopRoutesDeps): RequestHandler {
  return async (req, res, next) => {
    const { client = "" } = req.params as { client?: string };
    const open = isClientId(client) && wantsPage(req) ? await imported(client) : undefined;
    const storefront = open && (await directory.findStorefront(open.client_id));
    if (open === undefined || storefront === undefined) next();
    else {
      const settings = shopSettings(open, storefront.configuration, storefront.name);
      sendPage(res, shop, settings, req.path.slice(shopPath(client).length));
    }
  };
}

function sendPage(res: Response, shop: ShopFiles, settings: ShopSettings, path: string): void {
  const { page } = parseAddress(path === "" ? "/" : path, new URLSearchParams());
  const document = shopDocument(settings, shop.catalogVersion);
  res
    .vary("Accept")
    .status(page === "not_found" ? 404 : 200)
    .set("Content-Security-Policy", contentSecurityPolicy(settings))
    // Caches must revalidate the document, because it contains storefront settings, which may change.
    .set({ "Cache-Control": "no-cache", ETag: etagOf(document) })
    .type("text/html")
    .send(document);
}
