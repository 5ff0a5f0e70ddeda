import { expect } from "chai";
import { startServer, type RunningServer } from "../../../src/http/server.js";
import { CONTENT_SECURITY_POLICY } from "../../../src/openapi/page.js";
import { appWithEngine, brokenEngine } from "../../support/broken-engine.js";

describe("docs page over HTTP", () => {
  let server: RunningServer;
  /** Starts the server with an unavailable engine. The documentation page does not need the engine. */
  before(async () => {
    server = await startServer(appWithEngine(brokenEngine("away")), { host: "127.0.0.1", port: 0 });
  });
  after(() => server.close(0));

  const get = (path: string) => fetch(server.url + path, { redirect: "manual" });

  it("the docs page and all files that it refers to are served", async () => {
    const page = await get("/docs");
    expect(page.headers.get("content-type")).to.equal("text/html; charset=utf-8");
    expect(page.headers.get("content-security-policy")).to.equal(CONTENT_SECURITY_POLICY);
    const html = await page.text();
    const files = Array.from(html.matchAll(/(?:src|href)="(docs\/[^"]*)"/g), (match) => match[1] ?? "");
    const responses = await Promise.all(
      files.map(async (file) => {
        const { status, headers, text } = await get(`/${file}`).then(async (response) => ({
          status: response.status,
          headers: response.headers,
          text: await response.text(),
        }));
        expect([status, text.length > 0]).to.deep.equal([200, true]);
        expect(headers.get("cache-control")).to.equal("public, max-age=31536000, immutable");
        expect(headers.get("x-content-type-options")).to.equal("nosniff");
        return headers.get("content-type");
      }),
    );
    expect(responses.sort()).to.deep.equal([
      "image/png",
      "text/css; charset=utf-8",
      "text/css; charset=utf-8",
      "text/javascript; charset=utf-8",
      "text/javascript; charset=utf-8",
    ]);
  });

  it("the path /docs serves only the files of the docs page", async () => {
    for (const file of ["index.html", "package.json", "..%2fpackage.json", "%2e%2e%2fpackage.json", "toString"]) {
      expect((await get(`/docs/${file}`)).status, file).to.equal(404);
    }
  });

  it("the docs page redirects from a URL with a trailing slash to /docs", async () => {
    const { status, headers } = await get("/docs/");
    expect([status, headers.get("location")]).to.deep.equal([308, "../docs"]);
    expect((await fetch(`${server.url}/docs/`)).url).to.equal(`${server.url}/docs`);
  });

  it("the docs page returns 405 with the allowed methods for unsupported methods", async () => {
    for (const path of ["/docs", "/docs/start.js", "/openapi.json"]) {
      const { status, headers } = await fetch(server.url + path, { method: "POST" });
      expect([path, status, headers.get("allow")]).to.deep.equal([path, 405, "GET"]);
    }
  });
});
