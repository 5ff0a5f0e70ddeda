import { expect } from "chai";
import express, { type ErrorRequestHandler } from "express";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { demoCatalogue } from "../../../../demo/catalogue/catalogue.js";
import { picture } from "../../../../demo/pictures/picture.js";
import { pictureRoutes } from "../../../../demo/pictures/routes.js";
import { toServiceError } from "../../../../src/http/error-handler.js";

const responseError: ErrorRequestHandler = (error: unknown, _req, res, next) => {
  if (res.headersSent) next(error);
  const { status, code } = toServiceError(error);
  res.status(status).json({ code });
};

describe("picture route of the demo", () => {
  let server: Server;
  let base: string;

  before(async () => {
    server = createServer(express().use(pictureRoutes()).use(responseError));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo/pictures`;
  });

  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const file = `${demoCatalogue()[0]?.variants[0]?.variant_identifier ?? ""}-1.svg`;

  it("the picture route of the demo serves pictures with caching headers and a policy against script execution", async () => {
    const response = await fetch(`${base}/${file}`);
    const { status, headers } = response;
    expect({
      status,
      type: headers.get("content-type"),
      cache: headers.get("cache-control"),
      policy: headers.get("content-security-policy"),
      body: await response.text(),
    }).to.deep.equal({
      status: 200,
      type: "image/svg+xml; charset=utf-8",
      cache: "public, max-age=86400, stale-while-revalidate=604800",
      policy: "default-src 'none'; sandbox",
      body: picture(file),
    });
  });

  it("the picture route of the demo returns 304 if the cached picture is current", async () => {
    const etag = (await fetch(`${base}/${file}`)).headers.get("etag") ?? "";
    const again = await fetch(`${base}/${file}`, { headers: { "if-none-match": etag, "cache-control": "max-age=0" } });
    expect([again.status, await again.text()]).to.deep.equal([304, ""]);
  });

  it("the picture route of the demo returns not_found for a name that is not a picture", async () => {
    for (const name of ["nope.svg", "__proto__", "..%2f..%2fetc%2fpasswd", "41000101-3.svg"]) {
      const response = await fetch(`${base}/${name}`);
      expect([response.status, await response.json()], name).to.deep.equal([404, { code: "not_found" }]);
    }
  });

  it("the picture route of the demo allows only GET and HEAD", async () => {
    const response = await fetch(`${base}/${file}`, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).to.deep.equal([405, "GET, HEAD"]);
  });
});
