import { expect } from "chai";
import { deviceIn } from "../../../../src/personalization/routes.js";
import { correct } from "../../../../src/personalization/taste/correct.js";
import { emptyTaste } from "../../../../src/personalization/taste/document.js";
import { learn, type ResolvedSignal } from "../../../../src/personalization/taste/learn.js";
import { viewTaste } from "../../../../src/personalization/taste/view.js";
import { DEFAULT_TASTE } from "../../../support/defaults.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const signal: ResolvedSignal = {
  key: "1",
  at: NOW,
  received_at: NOW,
  effect: { kind: "interest", weight: 3 },
  products: [{ id: "A", tokens: ["designer=GUCCI", "price_band=13"], log_price: 6.5 }],
};

describe("the shopper's view of a taste profile", () => {
  it("the shopper's view of an empty taste profile is empty", () => {
    const nothing = { learned_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
    expect(viewTaste(undefined)).to.deep.equal(nothing);
    expect(viewTaste(emptyTaste("shop", "user", NOW))).to.deep.equal({
      ...nothing,
      forgotten_at: "2026-05-01T12:00:00.000Z",
    });
  });

  it("the shopper's view of a taste profile describes the taste as text, and lists muted attributes separately", () => {
    const dearer = {
      ...signal,
      key: "2",
      at: NOW - 1,
      products: [{ id: "B", tokens: ["designer=PRADA"], log_price: 7 }],
    };
    const document = learn(emptyTaste("shop", "device"), [signal, dearer], DEFAULT_TASTE.half_lives);
    const expected = {
      learned_until: "2026-05-01T12:00:00.000Z",
      forgotten_at: null,
      tokens: [
        { token: "price=all", field: "price", label: "90.5–128", weight: 0.75 },
        { token: "designer=GUCCI", field: "designer", label: "GUCCI", weight: 0.5 },
        { token: "designer=PRADA", field: "designer", label: "PRADA", weight: 0.25 },
      ],
      muted: [],
      recent_products: [
        { product_identifier: "A", last_event_at: "2026-05-01T12:00:00.000Z", interest: 0.5 },
        { product_identifier: "B", last_event_at: "2026-05-01T11:59:59.999Z", interest: 0.25 },
      ],
    };
    expect(viewTaste(document)).to.deep.equal(expected);
    const muted = ["designer=GUCCI", "price=all"];
    expect(viewTaste(correct(document, { mute: muted }))).to.deep.equal({
      ...expected,
      muted,
      tokens: expected.tokens.slice(2),
    });
  });

  it("the taste endpoints require exactly one device id in the query string", () => {
    expect(deviceIn({ device_id: "d" })).to.equal("d");
    for (const device_id of [undefined, "", "  ", ["a", "b"], "x".repeat(257), "a\0b"]) {
      expect(() => deviceIn({ device_id })).to.throw("the query parameter `device_id` is required exactly once");
    }
  });
});
