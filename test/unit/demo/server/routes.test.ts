import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import express, { type ErrorRequestHandler } from "express";
import { pageLanguage } from "../../../../demo/server/page-language.js";
import { shopRoutes } from "../../../../demo/server/routes.js";
import type { ShopAccess } from "../../../../demo/server/settings.js";
import { toServiceError } from "../../../../src/http/error-handler.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

const responseError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) next(error);
  const { status, code } = toServiceError(error);
  res.status(status).json({ code });
};

const BROWSER = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };
const ACCESS: ShopAccess = { client_id: "demo", public_key: "pk_public" };

describe("page server of the demo shop", () => {
  let server: Server;
  let base: string;
  let access: ShopAccess | undefined;

  before(async () => {
    const configuration = { ...DEFAULT_CONFIGURATION, currency: "</script><script>alert(1)" };
    const storefront = { client_id: "demo", name: "demo", configuration, origins: [], signing_hashes: [] };
    const persian = {
      ...storefront,
      client_id: "in-persian",
      configuration: { ...configuration, language: "persian" },
    } as const;
    const files = new Map([["shop.js", { type: "text/javascript", text: "go()" }]]);
    const routes = shopRoutes({
      shop: { catalogVersion: "abc", files },
      directory: {
        findStorefront: (id) => Promise.resolve([storefront, persian].find(({ client_id }) => client_id === id)),
      },
      access: () => access,
      imported: (id) =>
        Promise.resolve(
          ["demo", "in-persian"].includes(id) ? { ...ACCESS, client_id: id, private_key: "sk_private" } : undefined,
        ),
    });
    const elsewhere = (_req: express.Request, res: express.Response) =>
      void res.status(404).json({ code: "elsewhere" });
    server = createServer(express().use(routes).use(elsewhere).use(responseError));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    access = ACCESS;
  });

  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it("the demo shop serves an HTML document with the settings of the shop as escaped JSON at a page URL", async () => {
    const response = await fetch(`${base}/c/Women?f.color=Red`, { headers: BROWSER });
    const text = await response.text();
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([200, "text/html; charset=utf-8"]);
    expect(response.headers.get("content-security-policy")).to.match(/^default-src 'none'; script-src 'self';/);
    expect(text.match(/<\/script>/g)).to.have.length(2);
    const [, settings = ""] = /<script type="application\/json" id="settings">(.*)<\/script>/.exec(text) ?? [];
    expect(JSON.parse(settings)).to.deep.equal({
      ...ACCESS,
      imported: null,
      language: pageLanguage("english"),
      currency: "</script><script>alert(1)",
      sort_keys: DEFAULT_CONFIGURATION.sort_keys.map(({ key, label }) => ({ key, label })),
      default_sort: "featured",
      ranks_personally: true,
    });
  });

  it("the demo shop serves an imported shop under its own path, without the private key of the shop", async () => {
    const response = await fetch(`${base}/shops/demo/search?q=`, { headers: BROWSER });
    const text = await response.text();
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-security-policy")).to.contain("img-src 'self' https: http:;");
    expect(text).to.contain('"imported":"demo"').and.not.to.contain("sk_private");
    expect((await fetch(`${base}/shops/demo/nope`, { headers: BROWSER })).status).to.equal(404);
    for (const path of ["/shops/unknown/", "/shops/..%2fdemo/"]) {
      expect(await (await fetch(base + path, { headers: BROWSER })).text(), path).not.to.contain('imported":"');
    }
  });

  it("the demo shop uses the language and the writing direction of the storefront", async () => {
    const document = async (path: string) => (await fetch(base + path, { headers: BROWSER })).text();
    expect(await document("/")).to.contain('<html lang="en" dir="ltr">');
    const persian = await document("/shops/in-persian/");
    expect(persian).to.contain('<html lang="fa" dir="rtl">').and.to.contain('"filters":"فیلترها"');
    expect(persian).not.to.contain('"Filters"');
  });

  it("the demo shop returns 404 with the usual HTML document for a page that does not exist", async () => {
    const response = await fetch(`${base}/nope`, { headers: BROWSER });
    expect([response.status, response.headers.get("content-type")]).to.deep.equal([404, "text/html; charset=utf-8"]);
  });

  it("the demo shop passes requests that are not for pages to the next route", async () => {
    const responses = async (path: string, headers: Record<string, string>) =>
      ((await (await fetch(base + path, { headers })).json()) as { code: string }).code;
    expect(await responses("/", {})).to.equal("elsewhere");
    expect(await responses("/nope", { accept: "application/json" })).to.equal("elsewhere");
    for (const path of ["/v1/ingestion/9", "/v2/nope", "/docs/nope", "/demo/pictures/nope", "/i"]) {
      expect(await responses(path, BROWSER), path).to.equal("elsewhere");
    }
  });

  it("the demo shop serves no page until the shop is ready", async () => {
    for (const closed of [undefined, { client_id: "gone", public_key: "pk_public" }]) {
      access = closed;
      expect((await fetch(base, { headers: BROWSER })).headers.get("content-type")).to.match(/json/);
    }
  });

  it("the demo shop serves page assets as immutable files", async () => {
    const response = await fetch(`${base}/demo/shop/shop.js?v=abc`);
    const cache = response.headers.get("cache-control");
    expect([await response.text(), cache]).to.deep.equal(["go()", "public, max-age=31536000, immutable"]);
    for (const name of ["nope.js", "..%2f..%2fpackage.json", "__proto__"]) {
      expect((await fetch(`${base}/demo/shop/${name}`)).status, name).to.equal(404);
    }
  });
});
