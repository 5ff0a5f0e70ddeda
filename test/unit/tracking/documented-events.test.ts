import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { parseEventLine } from "../../../src/tracking/import-line.js";
import { EVENT_TYPES } from "../../../src/tracking/import-schema.js";

const receivedAt = Date.UTC(2026, 10, 21);
const context = { clientId: "shop", receivedAt, retentionMonths: 13, pageUrlParameters: [] };
const parse = (text: string) => parseEventLine(text, context);

const page = await readFile(new URL("../../../docs/developers/events.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^### (\w+)\n[^#]*?```ndjson\n(.+)\n```$/gm)].map(([, type, line]) => [type, line]);

describe("docs/developers/events.md", () => {
  it("the documentation of events describes every event type", () => {
    expect(examples.map(([type]) => type).sort()).to.deep.equal([...EVENT_TYPES].sort());
  });

  for (const [type = "", line = ""] of examples) {
    it(`the documentation of events contains a valid example of the event type ${type}`, () => {
      const parsed = parse(line);
      expect(parsed).to.have.property("outcome", "event");
      expect(parsed).to.have.nested.property("event.type", type);
      expect(line).to.equal(JSON.stringify(JSON.parse(line)));
    });
  }
});

describe("parseEventLine", () => {
  const view = { type: "product_view", event_id: "1", device_id: "d", occurred_at: 0, product: { id: "p" } };
  const line = (more: object) => parse(JSON.stringify({ ...view, occurred_at: receivedAt, ...more }));

  it("the event import keeps the event time of an event from months ago", () => {
    const parsed = line({ occurred_at: "2026-01-31T23:30:00-02:00", user_agent: "Googlebot/2.1" });
    expect(parsed).to.deep.equal({
      outcome: "event",
      month: "2026-02",
      event: {
        type: "product_view",
        event_id: "1",
        client_id: "shop",
        device_id: "d",
        user_id: null,
        session_id: null,
        occurred_at: Date.UTC(2026, 1, 1, 1, 30),
        received_at: receivedAt,
        page_url: null,
        recommendation_id: null,
        counts: false,
        source: "import",
        products: [{ id: "p", price: null, quantity: 1, position: null, brand: null, category: null }],
      },
    });
  });

  it("the event import counts but does not store an event of a shopper without consent", () => {
    expect(line({ device_id: "anonymous" })).to.deep.equal({ outcome: "anonymous", type: "product_view" });
  });

  const refused: readonly [string, string, string][] = [
    ["invalid JSON", "{", "not valid JSON"],
    ["null instead of an object", "null", "the event must be an object, got null"],
    [
      "a number out of range",
      JSON.stringify({ ...view, product: { id: "p", price: 7 } }).replace("7", "1e400"),
      "a number out of range",
    ],
    [
      "a field named __proto__",
      `{"__proto__":{"type":"page_view"},"type":"page_view","event_id":"1","device_id":"d","occurred_at":0}`,
      "unknown field `__proto__` in the event",
    ],
    [
      "a lone surrogate",
      JSON.stringify({ ...view, device_id: "\ud800" }),
      "`device_id` contains a NUL character or a lone surrogate",
    ],
    [
      "a misspelt field",
      JSON.stringify({ ...view, produkt: 1 }),
      "unknown field `produkt` in the event; did you mean `product`?",
    ],
    ["no product", JSON.stringify({ ...view, product: undefined }), "`product` is required"],
    [
      "a time without a zone",
      JSON.stringify({ ...view, occurred_at: "2026-11-02T10:15:00" }),
      "`occurred_at` must be ISO 8601 with a time zone, or milliseconds since 1970",
    ],
    [
      "an invalid time",
      JSON.stringify({ ...view, occurred_at: -1 }),
      "`occurred_at` must be ISO 8601 with a time zone, or milliseconds since 1970",
    ],
    [
      "a time in the future",
      JSON.stringify({ ...view, occurred_at: receivedAt + 3_600_000 }),
      "`occurred_at` is in the future",
    ],
    [
      "a time before the retention period",
      JSON.stringify({ ...view, occurred_at: Date.UTC(2025, 8, 30) }),
      "`occurred_at` is before 2025-10, the start of the retention period",
    ],
  ];
  for (const [what, text, reason] of refused) {
    it(`the event import rejects an event with ${what}`, () => {
      const parsed = parse(text);
      expect(parsed.outcome === "rejected" ? parsed.reason : parsed.outcome).to.include(reason);
    });
  }
});
