import { gzipSync } from "node:zlib";
import { expect } from "chai";
import { EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { createIndex, listIndices, refresh } from "../../../src/engine/indices.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { addClient, type AddedClient } from "../../../src/storefront/clients.js";
import {
  createImpressionLog,
  toUbiQuery,
  type Impression,
  type ImpressionConsumer,
} from "../../../src/tracking/impressions.js";
import { monthOf, monthsBefore } from "../../../src/tracking/month.js";
import { deleteOldMonths, prepareMonths } from "../../../src/tracking/erase-events.js";
import { readStoredEvents, type TailCursor } from "../../../src/tracking/tail.js";
import { contextOn } from "../../support/context.js";
import { fetchJson } from "../../support/http.js";
import { interposed } from "../../support/interposed-engine.js";
import { deleteEvents, storedIds } from "../../support/tracking.js";
import { nobodyErased } from "../../support/nobody-erased.js";
import { useService } from "../../support/service.js";

describe("import and retention of events", () => {
  const running = useService({ INGESTION_MAX_LINE_BYTES: "2000", INGESTION_MAX_BYTES: "2000000" });
  let shop: AddedClient;

  before(async () => {
    shop = await addClient({ engine: running.engine, now: () => new Date() }, { name: "shop" });
  });
  beforeEach(() => deleteEvents(running.engine));

  const line = (id: string, at = Date.now()) =>
    JSON.stringify({ type: "page_view", event_id: id, device_id: "d", occurred_at: at });
  const post = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
    fetchJson(`${running.service.base_url}/v1/events`, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": shop.private_key, "Content-Type": "application/x-ndjson", ...headers },
      body,
    });

  it("the event import stores each valid event once and reports invalid lines", async () => {
    const body = [line("a"), "{", "", line("b"), "x".repeat(3_000), line("a")].join("\n");
    const response = await post(body);
    expect([response.status, response.body]).to.deep.equal([
      200,
      {
        errors: null,
        meta: null,
        data: {
          events: { received: 5, accepted: 2, duplicate: 1, anonymous: 0, erased: 0, rejected: 2 },
          errors: [
            { line: 2, event_id: null, reason: "not valid JSON" },
            { line: 5, event_id: null, reason: "longer than 2000 bytes" },
          ],
        },
      },
    ]);
    expect(await storedIds(running.engine)).to.deep.equal(["a", "b"]);
  });

  it("the event import accepts a complete request after a truncated copy of the request was partly stored", async () => {
    const lines = Array.from({ length: 3_000 }, (_, number) => line(`h${number}`)).join("\n");
    const gzip = new Uint8Array(gzipSync(lines));
    const cut = await post(gzip.slice(0, gzip.length - 40), { "Content-Encoding": "gzip" });
    expect(cut.status).to.equal(400);
    expect(cut.body).to.have.nested.property("errors[0].context.events.rejected", 0);
    const whole = await post(gzip, { "Content-Encoding": "gzip" });
    const { accepted, duplicate } = (whole.body as { data: { events: Record<string, number> } }).data.events;
    expect(accepted! + duplicate!).to.equal(3_000);
    expect(await storedIds(running.engine)).to.have.length(3_000);
  });

  it("the event import limits the decompressed size of a request", async () => {
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(50_000_000, "\n")));
    expect((await post(bomb, { "Content-Encoding": "gzip" })).status).to.equal(413);
  });

  it("stored events are read in the order of storage while new events arrive", async () => {
    const oldest = monthsBefore(monthOf(Date.now()), 1);
    let cursor: TailCursor = {};
    const read: string[] = [];
    const tail = async () => {
      const { stored: events, cursor: next } = await readStoredEvents(running.engine, cursor, { limit: 40, oldest });
      read.push(...events.map(({ event }) => event.event_id));
      cursor = JSON.parse(JSON.stringify(next)) as TailCursor;
      return events.length;
    };
    expect(await tail()).to.equal(0);
    const bodies = Array.from({ length: 10 }, (_, part) =>
      Array.from({ length: 25 }, (_, number) => line(`t${part}-${number}`)).join("\n"),
    );
    const posting = Promise.all(bodies.map((body) => post(body)));
    for (let pages = 0; pages < 5; pages += 1) await tail();
    await posting;
    while ((await tail()) > 0);
    expect(read).to.have.length(250);
    expect([...read].sort()).to.deep.equal(await storedIds(running.engine));
  });

  it("stored events are deleted by whole months after the retention period", async () => {
    const { engine } = running;
    const [old, kept] = [14, 13].map((months) => monthsBefore("2026-11", months));
    const names = [`ubi-events-${old}`, `ubi-queries-${old}`, `ubi-events-${kept}`, `ubi-eventsold-${old}`];
    for (const name of names) await createIndex(engine, engine.prefix + name);
    const deleted = await deleteOldMonths(engine, Date.UTC(2026, 10, 21), 13);
    expect(deleted.sort()).to.deep.equal(names.slice(0, 2).map((name) => engine.prefix + name));
    const left = await listIndices(engine, `${engine.prefix}ubi-*`);
    expect(left).to.include.members(names.slice(2).map((name) => engine.prefix + name));
  });

  it("event indices for the next month are created before the month starts", async () => {
    const { engine } = running;
    const made = () => listIndices(engine, `${engine.prefix}ubi-*-2031-*`);
    await prepareMonths(engine, Date.UTC(2031, 2, 29));
    await prepareMonths(engine, Date.UTC(2031, 2, 29));
    const names = (month: string) => ["events", "queries"].map((what) => `${engine.prefix}ubi-${what}-${month}`);
    expect((await made()).sort()).to.deep.equal(names("2031-03"));
    await prepareMonths(engine, Date.UTC(2031, 2, 30));
    expect((await made()).sort()).to.deep.equal([...names("2031-03"), ...names("2031-04")].sort());
  });

  describe("impressions", () => {
    const response = (id: string): Impression => ({
      recommendation_id: id,
      client_id: "shop",
      device_id: "d",
      user_id: "ann",
      kind: "search",
      profile: null,
      query: "polo",
      shown: ["p2", "p1"],
      at: Date.now(),
    });
    const memory = (
      engine: Engine,
      most?: { responses: number; bytes: number },
      consumers: readonly ImpressionConsumer[] = [],
    ) => {
      const context = contextOn(engine);
      const responses = createImpressionLog(context, nobodyErased, consumers, most);
      return { responses, metrics: context.metrics.tracking };
    };
    const remembered = async () => {
      const index = `${running.engine.prefix}ubi-queries-*`;
      await refresh(running.engine, index);
      return (await searchDocuments(running.engine, index, { size: 100 })).hits.hits.map((hit) => hit._source);
    };

    it("impressions are stored in the User Behavior Insights schema", async () => {
      const { responses } = memory(running.engine);
      const given = response("r1");
      responses.add(given);
      responses.add(given);
      await responses.close(10_000);
      expect(await remembered()).to.deep.equal([toUbiQuery(given)]);
      expect(toUbiQuery(given)).to.deep.equal({
        query_id: "r1",
        client_id: "d",
        application: "shop",
        user_query: "polo",
        query_response_hit_ids: ["p2", "p1"],
        timestamp: new Date(given.at).toISOString(),
        query_attributes: { kind: "search", profile: null, user_id: "ann" },
      });
    });

    it("impressions are passed to consumers once after they are stored, even if one consumer fails", async () => {
      const given: string[] = [];
      const broken: ImpressionConsumer = { consumeImpressions: () => Promise.reject(new Error("broken")) };
      const listening: ImpressionConsumer = {
        consumeImpressions: (responses) => {
          given.push(...responses.map(({ recommendation_id }) => recommendation_id));
          return Promise.resolve();
        },
      };
      // The response `h2` is added twice, like a page that is requested again.
      for (const ids of [
        ["h1", "h2"],
        ["h2", "h3"],
      ]) {
        const { responses } = memory(running.engine, undefined, [broken, listening]);
        for (const id of ids) responses.add(response(id));
        await responses.close(10_000);
      }
      expect(given.sort()).to.deep.equal(["h1", "h2", "h3"]);
    });

    it("the oldest impressions are dropped and counted if the buffer becomes full while the engine is unavailable", async () => {
      let isUnavailable = true;
      const { engine } = interposed(running.engine, (_operation, _nth, proceed) =>
        isUnavailable ? Promise.reject(new EngineUnavailableError("away")) : proceed(),
      );
      const { responses, metrics } = memory(engine, { responses: 3, bytes: 1_000_000 });
      for (const id of ["a1", "a2", "a3", "a4", "a5"]) responses.add(response(id));
      isUnavailable = false;
      await responses.close(10_000);
      const ids = (await remembered()).map((document) => (document as { query_id: string }).query_id);
      expect(ids.filter((id) => id.startsWith("a")).sort()).to.deep.equal(["a3", "a4", "a5"]);
      const counted = (await metrics.responses.get()).values.map(({ labels, value }) => [labels.outcome, value]);
      expect(counted).to.deep.include.members([
        ["dropped", 2],
        ["stored", 3],
      ]);
    });
  });
});
