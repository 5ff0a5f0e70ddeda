import { randomUUID } from "node:crypto";
import { expect } from "chai";
import { refresh } from "../../../src/engine/indices.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { addClient } from "../../../src/storefront/clients.js";
import { fromDocument, type UbiEvent } from "../../../src/tracking/ubi-event.js";
import { exchange } from "../../support/http.js";
import { envelope, payload, productView, type Json } from "../../support/tracker-payload.js";
import { BROWSER } from "../../support/user-agent.js";
import { useService } from "../../support/service.js";

const TP2 = "/com.snowplowanalytics.snowplow/tp2";
const ORIGIN = "https://shop.example";

describe("collector", () => {
  const running = useService({ EVENT_MAX_BODY_BYTES: "200000" });

  before(async () => {
    await addClient({ engine: running.engine, now: () => new Date() }, { name: "shop", origins: [ORIGIN] });
  });

  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(running.service.base_url + TP2, {
      method: "POST",
      headers: { "Content-Type": "application/json; charset=UTF-8", "User-Agent": BROWSER, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const get = (fields: Json, headers: Record<string, string> = {}) =>
    fetch(`${running.service.base_url}/i?${new URLSearchParams(fields as Record<string, string>).toString()}`, {
      headers: { "User-Agent": BROWSER, ...headers },
    });

  /** Returns the stored events of a device, in no particular order. */
  async function stored(device: string): Promise<UbiEvent[]> {
    const index = `${running.engine.prefix}ubi-events-*`;
    await refresh(running.engine, index);
    const query = { term: { client_id: device } };
    const { hits } = await searchDocuments<UbiEvent>(running.engine, index, { size: 100, query });
    return hits.hits.map((hit) => hit._source);
  }
  const ids = async (device: string) => (await stored(device)).map((one) => one.event_attributes.event_id).sort();

  const metric = async (name: string, labels: string): Promise<number> => {
    const text = await (await fetch(`${running.service.operations_url}/metrics`)).text();
    const line = text.split("\n").find((one) => one.startsWith(`${name}{${labels}}`));
    return Number(line?.split(" ").at(-1) ?? 0);
  };

  it("the event collector stores a complete event in the User Behavior Insights schema", async () => {
    const eid = randomUUID();
    const before = Date.now();
    const response = await post(
      envelope({ ...productView("p1"), eid, duid: "whole", uid: "ann", sid: "s1", url: `${ORIGIN}/p1`, page: "P" }),
    );
    expect([response.status, await response.text()]).to.deep.equal([200, "ok"]);
    const [document, ...others] = await stored("whole");
    expect(others).to.deep.equal([]);
    const { token, received_at } = document!.event_attributes;
    expect(token).to.match(/^[\w-]{12}$/);
    expect(received_at).to.be.within(before, Date.now());
    const timestamp = new Date(received_at).toISOString();
    expect(document).to.deep.equal({
      application: "shop",
      action_name: "product_view",
      client_id: "whole",
      session_id: "s1",
      query_id: null,
      timestamp,
      message_type: "INFO",
      message: null,
      event_attributes: {
        object: { object_id: "p1", object_id_field: "product_identifier" },
        products: [{ id: "p1", price: 12.5, quantity: 1, position: null, brand: null, category: null }],
        event_id: eid,
        user_id: "ann",
        page_url: `${ORIGIN}/p1`,
        received_at,
        counts: true,
        source: "tracker",
        token,
      },
    });
    expect(JSON.stringify(document)).to.not.include("127.0.0.1");
  });

  it("the event collector accepts events by GET and returns a pixel image that is not cached", async () => {
    const eid = randomUUID();
    const response = await get({ ...productView("p1"), eid, duid: "pixel" });
    expect(response.status).to.equal(200);
    expect(response.headers.get("content-type")).to.equal("image/gif");
    expect(response.headers.get("cache-control")).to.include("no-store");
    expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 0, 6)).to.equal("GIF89a");
    expect(await ids("pixel")).to.deep.equal([eid]);
  });

  it("the event collector stores an event once, even if it is received repeatedly", async () => {
    const event = { ...productView("p1"), eid: randomUUID(), duid: "twice" };
    await Promise.all([post(envelope(event)), post(envelope(event, event)), get(event)]);
    await post(envelope(event));
    expect(await ids("twice")).to.deep.equal([event.eid]);
    expect(await metric("vitrine_events_total", 'type="product_view",outcome="duplicate"')).to.be.at.least(4);
  });

  it("the event collector stores the valid events of a batch, and counts invalid events by reason", async () => {
    const good = [1, 2].map((number) => ({ ...productView(`p${number}`), eid: randomUUID(), duid: "batch" }));
    const bad = [
      ...[null, 7, "x", [], {}, { e: 5 }],
      { ...productView("p"), ue_px: "%%%" },
      { ...productView("p"), ue_px: Buffer.from("{").toString("base64url") },
      { ...productView("p"), ue_px: Buffer.from([0xff, 0xfe]).toString("base64url") },
      { ...productView("p"), cx: Buffer.from("[]").toString("base64url") },
      { ...productView("p"), aid: undefined },
      { ...productView("p"), aid: "nobody" },
      { ...productView("p"), aid: "__proto__" },
      { ...productView("p"), duid: undefined },
      { ...productView("p"), duid: "\ud800" },
      { ...productView("p"), duid: "a\0b" },
      { ...productView("p"), eid: "x".repeat(300) },
      payload({ type: "product_view" }, []),
      payload({ type: "transaction" }, []),
    ];
    const response = await post(envelope(good[0], ...bad, good[1]));
    expect([response.status, await response.text()]).to.deep.equal([200, "ok"]);
    expect(await ids("batch")).to.deep.equal(good.map(({ eid }) => eid).sort());
    const reasons: Record<string, number> = {};
    for (const reason of ["bad_payload", "bad_base64", "bad_json", "bad_entities", "bad_identifier", "no_client"]) {
      reasons[reason] = await metric("vitrine_events_rejected_total", `reason="${reason}"`);
    }
    for (const reason of ["no_device", "unknown_client", "no_product", "incomplete_event"]) {
      reasons[reason] = await metric("vitrine_events_rejected_total", `reason="${reason}"`);
    }
    expect(reasons).to.deep.equal({
      bad_payload: 6,
      bad_base64: 2,
      bad_json: 1,
      bad_entities: 1,
      bad_identifier: 3,
      no_client: 1,
      no_device: 1,
      unknown_client: 2,
      no_product: 1,
      incomplete_event: 1,
    });
  });

  it("the event collector returns the result of each event if the request has the X-Events-Debug header", async () => {
    const eid = randomUUID();
    const sent = [
      { ...productView("p"), eid, duid: "debug" },
      { ...productView("p"), aid: "nobody" },
      { ...productView("p"), duid: undefined },
      { e: "pp", aid: "shop", duid: "debug" },
      { ...productView("p"), duid: "anonymous" },
      7,
    ];
    const response = await post(envelope(...sent), { "X-Events-Debug": "1" });
    const { events } = (await response.json()) as { events: { message: string }[] };
    expect(events.every(({ message }) => message.length > 0)).to.equal(true);
    expect(events.map((event) => ({ ...event, message: undefined }))).to.deep.equal(
      [
        { outcome: "taken", type: "product_view", event_id: eid, reason: null },
        { outcome: "rejected", type: "product_view", event_id: null, reason: "unknown_client" },
        { outcome: "rejected", type: null, event_id: null, reason: "no_device" },
        { outcome: "ignored", type: null, event_id: null, reason: null },
        { outcome: "anonymous", type: "product_view", event_id: null, reason: null },
        { outcome: "rejected", type: null, event_id: null, reason: "bad_payload" },
      ].map((event) => ({ ...event, message: undefined })),
    );
    expect(await ids("debug")).to.deep.equal([eid]);
    const one = await get({ e: "pv", aid: "nobody", duid: "d" }, { "X-Events-Debug": "1" });
    const report = (await one.json()) as { events: { reason: string }[] };
    expect(report.events.map(({ reason }) => reason)).to.deep.equal(["unknown_client"]);
  });

  it("the event collector accepts the content type that `navigator.sendBeacon` sends for text", async () => {
    const eid = randomUUID();
    const response = await post(envelope({ ...productView("p"), eid, duid: "beacon" }), {
      "Content-Type": "text/plain;charset=UTF-8",
    });
    expect([response.status, await response.text()]).to.deep.equal([200, "ok"]);
    expect(await ids("beacon")).to.deep.equal([eid]);
  });

  it("the event collector rejects bodies that are not a list of events", async () => {
    for (const body of ["", "[", "[]", "{}", '{"data":{}}', '{"data":"x"}', '{"__proto__":{"data":[]}}']) {
      expect((await post(body)).status, body).to.equal(400);
    }
    const many = await post(envelope(...Array.from({ length: 1_001 }, () => 0)));
    expect(many.status).to.equal(400);
    expect((await post(envelope("x".repeat(200_001)))).status).to.equal(413);
    expect((await post("{}", { "Content-Type": "text/csv" })).status).to.equal(415);
    expect((await fetch(running.service.base_url + TP2)).status).to.equal(405);
  });

  it("the event collector rejects URLs that are too long", async () => {
    const long = await exchange(
      running.service.base_url,
      `GET /i?e=pv&x=${"x".repeat(5_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ).catch((error: unknown) => (error as NodeJS.ErrnoException).code ?? "");
    expect(long).to.match(/^HTTP\/1\.1 431|ECONNRESET|EPIPE/);
  });

  it("the event collector marks events of bots so that these events are not counted", async () => {
    await post(envelope({ ...productView("p"), eid: randomUUID(), duid: "bot" }), { "User-Agent": "Googlebot/2.1" });
    await post(envelope({ ...productView("p"), eid: randomUUID(), duid: "bot", ua: "AhrefsBot/7.0" }));
    expect((await stored("bot")).map((one) => one.event_attributes.counts)).to.deep.equal([false, false]);
    expect(await metric("vitrine_events_total", 'type="product_view",outcome="bot"')).to.equal(2);
  });

  it("the event collector does not classify a shop's own server as a bot", async () => {
    const fromServer = { ...productView("p"), eid: randomUUID(), duid: "server", p: "srv" };
    await post(envelope(fromServer), { "User-Agent": "python-requests/2.32" });
    expect((await stored("server")).map((one) => one.event_attributes.counts)).to.deep.equal([true]);
  });

  describe("without consent", () => {
    it("the event collector stores no event of the device `anonymous`", async () => {
      const before = await metric("vitrine_events_total", 'type="product_view",outcome="anonymous"');
      expect((await post(envelope({ ...productView("p"), eid: randomUUID(), duid: "anonymous" }))).status).to.equal(
        200,
      );
      expect(await ids("anonymous")).to.deep.equal([]);
      expect(await metric("vitrine_events_total", 'type="product_view",outcome="anonymous"')).to.equal(before + 1);
    });

    it("the event collector stores no event and sets no cookie if the request has the SP-Anonymous header", async () => {
      const response = await post(envelope({ ...productView("p"), eid: randomUUID(), duid: "hidden", uid: "ann" }), {
        "SP-Anonymous": "*",
      });
      expect([response.status, response.headers.get("set-cookie")]).to.deep.equal([200, null]);
      expect(await ids("hidden")).to.deep.equal([]);
    });
  });

  describe("cookies", () => {
    it("the event collector sets a cookie and keeps the cookie's value in later requests", async () => {
      const first = (await get({ e: "pp" })).headers.get("set-cookie") ?? "";
      expect(first).to.match(/^sp=[0-9a-f-]{36}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
      const value = /sp=[^;]+/.exec(first)![0];
      const again = await get({ e: "pp" }, { Cookie: `a=b; ${value}`, "X-Forwarded-Proto": "https" });
      expect(again.headers.get("set-cookie")).to.equal(
        `${value}; Max-Age=31536000; Path=/; HttpOnly; Secure; SameSite=None`,
      );
    });

    it("the event collector replaces a cookie that has an invalid value", async () => {
      const response = await get({ e: "pp" }, { Cookie: "sp=<script>" });
      expect(response.headers.get("set-cookie")).to.match(/^sp=[0-9a-f-]{36};/);
    });
  });

  describe("origins", () => {
    const preflight = (origin: string) =>
      fetch(running.service.base_url + TP2, {
        method: "OPTIONS",
        headers: {
          Origin: origin,
          "Access-Control-Request-Method": "POST",
          "Access-Control-Request-Headers": "content-type,sp-anonymous",
        },
      });

    it("the event collector allows pages of a client's origin to send credentials", async () => {
      const { status, headers } = await preflight(ORIGIN);
      expect(status).to.equal(204);
      expect(headers.get("access-control-allow-origin")).to.equal(ORIGIN);
      expect(headers.get("access-control-allow-credentials")).to.equal("true");
      expect(headers.get("access-control-allow-headers")?.toLowerCase()).to.equal("content-type,sp-anonymous");
      const response = await post(envelope(), { Origin: ORIGIN });
      expect(response.headers.get("access-control-allow-origin")).to.equal(ORIGIN);
      expect(response.headers.get("access-control-allow-credentials")).to.equal("true");
      expect(response.headers.get("vary")).to.include("Origin");
    });

    it("the event collector hides the response from origins that do not belong to the client", async () => {
      for (const origin of ["https://elsewhere.example", "null", "http://localhost:1"]) {
        expect((await preflight(origin)).headers.get("access-control-allow-origin"), origin).to.equal(null);
      }
    });
  });

  it("the event collector stores an event once if it is sent again after the end of the month", async () => {
    const event = { ...productView("p"), eid: randomUUID(), duid: "midnight" };
    const lastMonth = new Date();
    lastMonth.setUTCDate(0);
    const fields = { dtm: String(lastMonth.getTime()), stm: String(Date.now()) };
    await post(envelope({ ...event, ...fields }));
    await post(envelope({ ...event, ...fields, stm: String(Date.now() + 9) }));
    const [document, ...others] = await stored("midnight");
    expect(others).to.deep.equal([]);
    expect(fromDocument(document!).event_id).to.equal(event.eid);
  });
});
