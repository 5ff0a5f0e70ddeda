import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { createEngine } from "../../../src/engine/engine.js";

describe("an aborted engine call", () => {
  it("an aborted engine call rejects its promise and raises no uncaught error", async () => {
    const silent = createServer(() => undefined).listen(0, "127.0.0.1");
    await new Promise((resolve) => silent.once("listening", resolve));
    const engine = createEngine({ url: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`, prefix: "x-" });
    const control = new AbortController();
    silent.once("request", () => control.abort());
    try {
      const error = await engine
        .call("get", { method: "GET", path: "/", signal: control.signal })
        .catch((caught: unknown) => caught);
      expect(error).to.be.instanceOf(Error);
      expect((error as Error).name).to.equal("RequestAbortedError");
      // An uncaught error would be raised one tick later and fail the running test.
      await new Promise(setImmediate);
    } finally {
      silent.closeAllConnections();
      silent.close();
      await engine.close();
    }
  });
});
