import { expect } from "chai";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "../../../src/commands/serve.js";
import { parseConfig } from "../../../src/config.js";
import type { AddressInfo } from "node:net";
import { quietPorts } from "../../support/ports.js";

describe("starting the service", () => {
  it("the service reports a port conflict before it starts an engine", async () => {
    const requested: unknown[] = [];
    const holder = createServer((req, res) => {
      requested.push(req.url);
      res.end();
    }).listen(0, "127.0.0.1");
    await once(holder, "listening");
    const dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    try {
      const taken = String((holder.address() as AddressInfo).port);
      const [free] = (await quietPorts(1)).map(String);
      const failure = async (PORT = "0", OPERATIONS_PORT = "0") => {
        const settings = { HOST: "127.0.0.1", DATA_DIR: dataDir, OPENSEARCH_URL: `http://127.0.0.1:${taken}` };
        const config = parseConfig({ ...settings, PORT, OPERATIONS_PORT });
        return serve(config).then(() => "", (error: unknown) => (error as Error).message); // prettier-ignore
      };
      expect(await failure(taken)).to.equal(`cannot listen on port ${taken}: another process uses the port; set PORT to another port`);
      expect(await failure(free, taken)).to.equal(`cannot listen on port ${taken}: another process uses the port; set OPERATIONS_PORT to another port`);
      expect(requested).to.deep.equal([]);
    } finally {
      holder.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  }); // prettier-ignore
});
