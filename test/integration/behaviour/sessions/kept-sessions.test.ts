import { expect } from "chai";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import type { Service } from "../../../../src/bootstrap.js";
import { catalogAlias, catalogStateId } from "../../../../src/catalog/live.js";
import { putDocument } from "../../../../src/engine/documents.js";
import { swapAlias } from "../../../../src/engine/indices.js";
import { storeEvents } from "../../../../src/tracking/event-store.js";
import { monthOf } from "../../../../src/tracking/month.js";
import { useInstallation } from "../../../support/service.js";
import { view } from "../../../support/shopper-events.js";
import { deleteEvents } from "../../../support/tracking.js";
import { until } from "../../../support/until.js";
import { indexCatalog } from "../../../support/search-catalog.js";
import { contextOn } from "../../../support/context.js";
import { nobodyErased } from "../../../support/nobody-erased.js";

describe("shopper sessions that a process saves to disk for the next process", () => {
  const installation = useInstallation();
  let token = 0;

  async function start() {
    const log = new PassThrough();
    let logged = "";
    log.on("data", (chunk: Buffer) => (logged += chunk.toString()));
    const service = await installation.start({}, { logStream: log });
    return { service, close: () => service.close(), logged: () => logged };
  }

  /**
   * Waits until the given number of sessions is in memory, and returns the number of events that the service has read.
   */
  async function sessionsOf({ service }: { readonly service: Service }, sessions: number): Promise<number> {
    let text = "";
    const value = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1]);
    await until(`${sessions} sessions to be known`, async () => {
      text = await (await fetch(`${service.operations_url}/metrics`)).text();
      return value("vitrine_session_index_complete") === 1 && value("vitrine_sessions_indexed") === sessions;
    });
    return value("vitrine_session_events_read_total");
  }

  /** Stores events of two shoppers who view two products each. */
  async function storeSessions(): Promise<void> {
    const { engine } = installation;
    const at = Date.now();
    const events = ["1", "2"].flatMap((device_id) => ["P1", "P2"].map((id) => view(id, at, { device_id })));
    const arrivals = events.map((event) => ({ event, month: monthOf(at), token: `k${(token += 1)}` }));
    await storeEvents(contextOn(engine), nobodyErased, arrivals, { timeoutMs: 20_000 });
  }

  it("a restarted process loads sessions from the session file, not from stored events, unless the file is invalid", async () => {
    const first = await start();
    const { engine } = installation;
    const live = await indexCatalog(
      engine,
      ["P1", "P2"].map((id) => ({ product_identifier: id, variant_identifier: id, data: {} })),
    );
    await swapAlias(engine, catalogAlias(engine, "shop"), undefined, live.index);
    const state = { version: 1, catalogVersion: 1, multi_variant: false, previous: null };
    await putDocument(engine, `${engine.prefix}state`, catalogStateId("shop"), state, "absent");
    await storeSessions();
    expect(await sessionsOf(first, 2)).to.equal(4);
    await first.close();

    const second = await start();
    expect(await sessionsOf(second, 2)).to.equal(0);
    expect(second.logged()).to.include("sessions loaded from disk");
    await storeSessions();
    expect(await sessionsOf(second, 4)).to.equal(4);
    await second.close();

    await writeFile(join(installation.dataDir, "sessions"), "ends here", { flag: "a" });
    const third = await start();
    expect(await sessionsOf(third, 2)).to.equal(8);
    expect(third.logged()).to.include("failed to load saved sessions");
    await third.close();

    await deleteEvents(engine);
    await storeSessions();
    const fourth = await start();
    expect(await sessionsOf(fourth, 2)).to.equal(4);
    expect(fourth.logged()).not.to.include("kept on the disk");
    await fourth.close();
  });
});
