import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { createEngine, type Engine } from "../../src/engine/engine.js";
import { deleteByPrefix, randomPrefix, sharedEngineUrl } from "../support/engine.js";
import { startService, type ServiceProcess } from "../support/process.js";
import { startRelay } from "../support/relay.js";
import { countStored } from "../support/stored-events.js";
import { envelope, productView } from "../support/tracker-payload.js";
import { until } from "../support/until.js";

const SENDERS = 12;

/** Starts senders that post events continuously and record the acknowledged event ids. */
function startLoad(url: string) {
  const acknowledged: string[] = [];
  let isStopped = false;
  const send = async () => {
    while (!isStopped) {
      const ids = [randomUUID(), randomUUID()];
      const body = JSON.stringify(envelope(...ids.map((eid) => productView("p", { aid: "demo", eid, duid: "load" }))));
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body }).catch(() => undefined);
      if (response?.ok === true) acknowledged.push(...ids);
      else if (response === undefined) return;
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await senders;
    },
  };
}

describe("the event collector when its process ends under load", function () {
  let dataDir = "";
  let engine: Engine;
  let relay: Awaited<ReturnType<typeof startRelay>>;
  let isReachable = true;
  let service: ServiceProcess;

  before(async function () {
    dataDir = await mkdtemp(join(tmpdir(), "vitrine-test-"));
    const engineUrl = await sharedEngineUrl(this);
    engine = createEngine({ url: engineUrl, prefix: randomPrefix() });
    relay = await startRelay(() => (isReachable ? engineUrl : undefined));
  });
  after(async () => {
    await service.stop();
    await relay.close();
    await rm(dataDir, { recursive: true, force: true });
    await deleteByPrefix(engine);
    await engine.close();
  });

  const start = () =>
    startService({ dataDir, environment: { OPENSEARCH_URL: relay.url, INDEX_PREFIX: engine.prefix } });

  const setReachable = (reachable: boolean) => {
    isReachable = reachable;
    if (!reachable) relay.cut();
  };

  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    for (const state of ["there", "away"] as const) {
      it(`the event collector stores all acknowledged events after ${signal} while the search engine is ${state}`, async () => {
        service = await start();
        const load = startLoad(`${service.demo.base_url}/com.snowplowanalytics.snowplow/tp2`);
        await until("some load", () => load.acknowledged.length > 200);
        if (state === "away") {
          setReachable(false);
          const before = load.acknowledged.length;
          await until("more load", () => load.acknowledged.length > before + 200);
        }
        await service.stop(signal);
        await load.stop();
        setReachable(true);
        service = await start();
        await until("all to be stored", async () => {
          const counts = await countStored(engine);
          return load.acknowledged.every((id) => counts.has(id));
        });
        const counts = await countStored(engine);
        expect(load.acknowledged.filter((id) => counts.get(id) !== 1)).to.deep.equal([]);
        await service.stop();
      });
    }
  }
});
