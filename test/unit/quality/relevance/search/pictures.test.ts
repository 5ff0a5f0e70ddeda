import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { fetchPictures } from "../../../../../quality/relevance/search/pictures.js";

describe("fetchPictures", () => {
  it("fetchPictures returns each downloadable picture once", async () => {
    const requested: string[] = [];
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      requested.push(path);
      if (path === "/huge.png") response.setHeader("Content-Length", "400000");
      response.setHeader("Content-Type", path === "/page.png" ? "text/html" : "image/png; charset=binary");
      response.statusCode = path === "/gone.png" ? 404 : 200;
      response.end(path === "/huge.png" ? Buffer.alloc(400_000) : "png");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const addresses = ["/a.png", "/a.png", "/gone.png", "/page.png", "/huge.png"].map((path) => base + path);
      const pictures = await fetchPictures([...addresses, "http://127.0.0.1:1/b.png"], new AbortController().signal);
      expect([...pictures]).to.deep.equal([[`${base}/a.png`, "data:image/png;base64,cG5n"]]);
      expect(requested.filter((path) => path === "/a.png")).to.have.length(1);
    } finally {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    }
  });
});
