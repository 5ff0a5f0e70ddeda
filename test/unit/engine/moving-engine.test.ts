import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createEngine, EngineUnavailableError } from "../../../src/engine/engine.js";

async function answering(name: string) {
  const server = createServer((_request, response) => {
    response.setHeader("Content-Type", "application/json").end(JSON.stringify({ name }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

describe("an engine whose address changes", () => {
  it("the engine is called at its new address after the address has changed", async () => {
    const servers = [await answering("one"), await answering("two")] as const;
    let address: string | undefined = servers[0].url;
    const engine = createEngine({ url: () => address, prefix: "test-" });
    const name = async () => (await engine.call<{ name: string }>("info", { method: "GET", path: "/" })).name;
    try {
      expect(await name()).to.equal("one");
      address = undefined;
      expect(await name().catch((error: unknown) => error)).to.be.instanceOf(EngineUnavailableError);
      address = servers[1].url;
      expect([await name(), await name()]).to.deep.equal(["two", "two"]);
    } finally {
      await engine.close();
      for (const server of servers) await server.close();
    }
  });
});
