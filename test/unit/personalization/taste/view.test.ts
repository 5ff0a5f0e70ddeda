import { expect } from "chai";
import { deviceIn } from "../../../../src/personalization/taste-requests.js";
import { emptyTaste } from "../../../../src/personalization/taste/document.js";
import { learn, type Lesson } from "../../../../src/personalization/taste/learn.js";
import { viewTaste } from "../../../../src/personalization/taste/view.js";
import { DEFAULT_TASTE } from "../../../../src/storefront/taste-configuration.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const lesson: Lesson = {
  ...{ key: "1", at: NOW, received_at: NOW, effect: { kind: "interest", weight: 3 } },
  products: [{ id: "A", tokens: ["designer=GUCCI", "price_band=13"] }],
};

describe("view of taste", () => {
  it("of nothing is empty", () => {
    const nothing = { learnt_until: null, forgotten_at: null, tokens: [], muted: [], recent_products: [] };
    expect(viewTaste(undefined, DEFAULT_TASTE, NOW)).to.deep.equal(nothing);
    expect(viewTaste(emptyTaste("shop", "user", NOW), DEFAULT_TASTE, NOW)).to.deep.equal({
      ...nothing,
      forgotten_at: "2026-05-01T12:00:00.000Z",
    });
  });

  it("says in words what counts, in each memory, and leaves out what does no more", () => {
    const document = learn(emptyTaste("shop", "device"), [lesson], DEFAULT_TASTE.half_lives);
    const hour = viewTaste(document, DEFAULT_TASTE, NOW + 3_600_000);
    // log2(1 + 3/4) = 0.807 of the session, nearly log2(4) = 2 of the device: v / (1 + v).
    const memories = { session: 0.447, device: 0.666 };
    expect(hour).to.deep.equal({
      learnt_until: "2026-05-01T12:00:00.000Z",
      forgotten_at: null,
      tokens: [
        { token: "designer=GUCCI", field: "designer", label: "GUCCI", weight: 0.666, memories },
        { token: "price_band=13", field: "price_band", label: "90.5–128", weight: 0.666, memories },
      ],
      muted: [],
      recent_products: [{ product_identifier: "A", last_event_at: "2026-05-01T12:00:00.000Z", interest: 0.666 }],
    });
    const years = viewTaste(document, DEFAULT_TASTE, NOW + 3 * 365 * 86_400_000);
    expect([years.tokens, years.recent_products]).to.deep.equal([[], []]);
  });

  it("is of one device that the query names", () => {
    expect(deviceIn({ device_id: "d" })).to.equal("d");
    for (const device_id of [undefined, "", "  ", ["a", "b"], "x".repeat(257), "a\0b"]) {
      expect(() => deviceIn({ device_id })).to.throw("the query parameter `device_id` is required, once");
    }
  });
});
