import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { measureHostileBodies, type HostileBodyRow } from "../../../quality/fault-injection/hostile-bodies.js";
import { EVENT_LOOP_PROBE, openProbedShop, type ProbedShop } from "../../../quality/fault-injection/probed-shop.js";
import { sharedEngineUrl, useEngine } from "../../support/engine.js";
import { quietPorts } from "../../support/ports.js";
import { startServing, type Serving } from "../../support/serving.js";

/**
 * Short form of `npm run fault-injection -- --only hostile-bodies`, with request bodies that blocked the event loop for
 * 100 ms, 300 ms and hours in earlier releases.
 */
describe("hostile bodies", function () {
  const engineOf = useEngine();
  let dataDir: string;
  let serving: Serving | undefined;
  let shop: ProbedShop;
  before(async function () {
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    const [port = 0, operationsPort = 0] = await quietPorts(2);
    serving = await startServing({
      engineUrl: await sharedEngineUrl(this),
      prefix: engineOf.engine.prefix,
      dataDir,
      port,
      operationsPort,
      preload: EVENT_LOOP_PROBE,
    });
    shop = await openProbedShop(engineOf.engine, serving);
  });
  after(async () => {
    await serving?.end("SIGTERM");
    await rm(dataDir, { recursive: true, force: true });
  });

  async function measured(name: string): Promise<HostileBodyRow> {
    const only = new RegExp(`^${name}$`);
    const [row] = await measureHostileBodies({ ...shop, rounds: 5, only });
    if (row === undefined) throw new Error(`there is no body ${name}`);
    return row;
  }

  /**
   * Measurement of how long the largest valid search blocks the event loop. Hostile bodies are compared with this
   * measurement.
   */
  let honest: HostileBodyRow;
  before(async () => {
    honest = await measured("search: a list of values");
  });

  for (const [name, status] of [
    ["reported vulnerability of the collector: 1,048,576 opening brackets, gzip", "413"],
    ["reported vulnerability of the search: a list of numbers with an escape sequence", "413"],
    ["storefront: empty objects", "400"],
    ["feed of 1 MiB: a title with many dots, gzip", "413"],
    ["feed: a title with many dots", "202, job 4"],
    ["feed: lines that are not JSON", "202, job 5"],
  ] as const) {
    it(`a malicious request body does not block the event loop much longer than a large search: ${name}`, async () => {
      const row = await measured(name);
      expect(row.status).to.equal(status);
      // The limit allows for garbage collection. Earlier defects blocked the event loop for hundreds of milliseconds.
      expect(row.longest_hold_ms).to.be.below(50 + 3 * honest.longest_hold_ms);
    });
  }
});
