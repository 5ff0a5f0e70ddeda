import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createEngine, type Engine } from "../../../src/engine/engine.js";
import { operations } from "../../../src/http/operations.js";
import { startServer, type RunningServer } from "../../../src/http/server.js";
import { contextOn } from "../../support/context.js";
import { useEngine } from "../../support/engine.js";

describe("operations", () => {
  const engineOf = useEngine();
  const opened: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of opened.splice(0).reverse()) await close();
  });

  async function serve(engine: Engine, stopping = false, notices: readonly string[] = []): Promise<RunningServer> {
    const context = contextOn(engine);
    const beforeScrape = () => {
      context.metrics.jobs.set({ status: "completed" }, 7);
      return Promise.resolve();
    };
    const isStopping = () => stopping;
    const listener = operations(context, { beforeScrape, isStopping, notices: () => notices });
    const server = await startServer(listener, { host: "127.0.0.1", port: 0 });
    opened.push(() => server.close(0));
    return server;
  }

  async function get(server: RunningServer, path: string, method = "GET"): Promise<readonly [number, string]> {
    const response = await fetch(server.url + path, { method });
    return [response.status, await response.text()];
  }

  function engineAt(url: string): Engine {
    const engine = createEngine({ url, prefix: "none-" });
    opened.push(() => engine.close());
    return engine;
  }

  it("/livez and /readyz return 200 if the engine is available", async () => {
    const server = await serve(engineOf.engine);
    expect(await get(server, "/livez")).to.deep.equal([200, "ok\n"]);
    expect(await get(server, "/readyz")).to.deep.equal([200, "ok\n"]);
  });

  it("/readyz reports problems of the configuration", async () => {
    const server = await serve(engineOf.engine, false, ["a folder is not shared"]);
    expect(await get(server, "/readyz")).to.deep.equal([200, "ok\na folder is not shared\n"]);
  });

  it("/readyz returns 503 while the engine is unavailable", async () => {
    const server = await serve(engineAt("http://127.0.0.1:9"));
    expect(await get(server, "/livez")).to.deep.equal([200, "ok\n"]);
    expect(await get(server, "/readyz")).to.deep.equal([503, "engine unavailable\n"]);
  });

  it("/readyz returns 503 while the engine does not respond", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await once(silent, "listening");
    opened.push(() => {
      silent.closeAllConnections();
      return new Promise((resolve) => silent.close(resolve));
    });
    const server = await serve(engineAt(`http://127.0.0.1:${(silent.address() as AddressInfo).port}`));
    const requested = performance.now();
    expect(await get(server, "/readyz")).to.deep.equal([503, "engine unavailable\n"]);
    expect(performance.now() - requested).to.be.below(3_000);
  });

  it("/readyz returns 503 while the service stops", async () => {
    const server = await serve(engineOf.engine, true);
    expect(await get(server, "/livez")).to.deep.equal([200, "ok\n"]);
    expect(await get(server, "/readyz")).to.deep.equal([503, "stopping\n"]);
  });

  it("/metrics returns the current metrics", async () => {
    const [status, text] = await get(await serve(engineOf.engine), "/metrics");
    expect(status).to.equal(200);
    expect(text.split("\n")).to.include('vitrine_ingestion_jobs{status="completed"} 7');
  });

  it("the operations server returns 404 for unknown paths and 405 for unsupported methods", async () => {
    const server = await serve(engineOf.engine);
    expect((await get(server, "/"))[0]).to.equal(404);
    expect((await get(server, "/metrics", "POST"))[0]).to.equal(405);
  });
});
