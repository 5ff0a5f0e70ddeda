import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import express from "express";
import { readHandbook } from "../../../../demo/handbook/files.js";
import { handbookRoutes } from "../../../../demo/handbook/routes.js";
import { startServer, type RunningServer } from "../../../../src/http/server.js";

const SCRIPT = "document.title = 'x'";
const SECTION = { path: "/events#late", title: "Late", within: ["Events"], group: "How to", text: "Too late." };

describe("the Vitrine handbook served by npm start", () => {
  let folder: string;
  let server: RunningServer | undefined;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "handbook-"))));
  afterEach(async () => {
    await server?.close(0);
    server = undefined;
    await rm(folder, { recursive: true });
  });

  it("the Vitrine handbook is not served until its site has been built", async () => {
    expect(await readHandbook(folder)).to.equal(undefined);
  });

  it("the built Vitrine handbook provides its pages, and a product feed with one product per section", async () => {
    const page = `<script src="/handbook/app.js"></script><script id="a">${SCRIPT}</script><p>Events</p>`;
    await writeFile(join(folder, "events.html"), page);
    await writeFile(join(folder, "sections.ndjson"), `${JSON.stringify(SECTION)}\n`);
    const handbook = await readHandbook(folder);
    if (handbook === undefined) return expect.fail("it is built");
    expect(handbook.feed.split("\n").map((line) => JSON.parse(line) as unknown)).to.deep.equal([
      {
        operation: "insert",
        product_data: {
          product_identifier: "/events#late",
          title: "Late",
          categories: ["How to"],
          within: ["Events"],
          description: "Too late.",
        },
      },
    ]);

    const access: { open?: { client_id: string; public_key: string } } = {};
    const app = express().use(handbookRoutes(handbook, () => access.open));
    server = await startServer(app, { host: "127.0.0.1", port: 0 });
    const get = (path: string) => fetch(`${server?.url ?? ""}${path}`);
    const events = await get("/handbook/events");
    const hash = createHash("sha256").update(SCRIPT).digest("base64");
    expect([events.status, await events.text()]).to.deep.equal([200, page]);
    expect(events.headers.get("content-security-policy")).to.include(`script-src 'self' 'sha256-${hash}';`);

    expect((await get("/handbook/search.json")).status).to.equal(404);
    access.open = { client_id: "handbook", public_key: "pk" };
    expect(await (await get("/handbook/search.json")).json()).to.deep.equal(access.open);
  });
});
