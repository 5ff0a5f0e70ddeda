import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { useConfiguredEngine, versionProblem } from "../../../local-engine/configured-engine.js";

describe("the check of the configured search engine", () => {
  it("the check of the configured search engine accepts OpenSearch 3.x and reports any other server", () => {
    const cases: [unknown, string | undefined][] = [
      [{ version: { distribution: "opensearch", number: "3.8.0" } }, undefined],
      [{ version: { distribution: "opensearch", number: "3.0.0-beta1" } }, undefined],
      [{ version: { distribution: "opensearch", number: "2.19.1" } }, "expected OpenSearch 3.x, got OpenSearch 2.19.1"],
      [{ version: { distribution: "opensearch", number: "30.1.0" } }, "expected OpenSearch 3.x, got OpenSearch 30.1.0"],
      [{ version: { number: "3.1.0" } }, "expected OpenSearch 3.x, got another search engine with version 3.1.0"],
      [{ hello: "world" }, "the server is not OpenSearch"],
      [null, "the server is not OpenSearch"],
      ["", "the server is not OpenSearch"],
    ];
    expect(cases.map(([answer]) => versionProblem(answer))).to.deep.equal(cases.map(([, problem]) => problem));
  });

  describe("over HTTP", () => {
    const seen: (string | undefined)[] = [];
    let status = 200;
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(status).end(JSON.stringify({ version: { distribution: "opensearch", number: "3.8.0" } }));
    });
    let port = 0;

    before((done) => {
      server.listen(0, "127.0.0.1", () => {
        port = (server.address() as AddressInfo).port;
        done();
      });
    });
    after((done) => {
      server.close(done);
      server.closeAllConnections();
    });

    it("the check of the configured search engine succeeds if one of the configured nodes responds", async () => {
      const urls = `http://shop:secret@127.0.0.1:1,http://127.0.0.1:${port}`;
      expect((await useConfiguredEngine(urls)).url).to.equal(urls);
    });

    it("the check of the configured search engine sends the credentials of the URL as basic authentication", async () => {
      seen.length = 0;
      const url = `http://shop:p%40ss@127.0.0.1:${port}`;
      const engine = await useConfiguredEngine(url);
      expect({ url: engine.url, kind: engine.kind, seen }).to.deep.equal({
        url,
        kind: "configured",
        seen: [`Basic ${Buffer.from("shop:p@ss").toString("base64")}`],
      });
      await engine.close();
    });

    it("the check of the configured search engine reports an error status and masks the password of the URL", async () => {
      status = 401;
      const failure = await useConfiguredEngine(`http://shop:secret@127.0.0.1:${port}`).catch(
        (error: unknown) => error,
      );
      expect(String(failure)).to.equal(
        `EngineNotFoundError: OpenSearch at http://shop:***@127.0.0.1:${port}/ returned status 401`,
      );
    });

    it("the check of the configured search engine reports that OpenSearch does not respond", async () => {
      const failure = await useConfiguredEngine("http://127.0.0.1:1").catch((error: unknown) => error);
      expect(String(failure)).to.match(
        /^EngineNotFoundError: no response from OpenSearch at http:\/\/127\.0\.0\.1:1\/ \(.+\)$/,
      );
    });
  });
});
