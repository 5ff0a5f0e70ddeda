import { expect } from "chai";
import fc from "fast-check";
import { correct } from "../../../../src/personalization/taste/correct.js";
import { emptyTaste, type TasteDocument, type TasteKind } from "../../../../src/personalization/taste/document.js";
import { learn, type Lesson } from "../../../../src/personalization/taste/learn.js";
import { takeSnapshot, type KnownTaste } from "../../../../src/personalization/taste/snapshot.js";
import { DEFAULT_RANKING, DEFAULT_TASTE } from "../../../../src/storefront/taste-configuration.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const DAY = 86_400_000;
const RULES = { rules: DEFAULT_TASTE, ranking: DEFAULT_RANKING };

let keys = 0;
const seen = (id: string, tokens: readonly string[], at = NOW, weight = 1): Lesson => ({
  key: String(++keys),
  ...{ at, received_at: at, effect: { kind: "interest", weight }, products: [{ id, tokens }] },
});
const shown = (ids: readonly string[], at = NOW): Lesson => ({
  key: String(++keys),
  ...{ at, received_at: at, effect: { kind: "impression" }, products: ids.map((id) => ({ id, tokens: [] })) },
});
const taught = (kind: TasteKind, ...lessons: Lesson[]): TasteDocument =>
  learn(emptyTaste("shop", kind), lessons, DEFAULT_TASTE.half_lives);
const of = (taste: Partial<KnownTaste>, now = NOW, rules = RULES) =>
  takeSnapshot({ device: undefined, user: undefined, ...taste }, rules, now);
const weights = (taste: Partial<KnownTaste>, now = NOW) => Object.fromEntries(of(taste, now)?.tokens ?? []);

const GUCCI = ["designer=GUCCI", "categories=Clothing: Polo shirts", "price_band=17"];

describe("taste snapshot", () => {
  it("of a stranger is nothing, and so is one of somebody who was forgotten", () => {
    expect(of({})).to.equal(null);
    expect(of({ device: emptyTaste("shop", "device", NOW), user: emptyTaste("shop", "user") })).to.equal(null);
  });

  it("after two looks leans visibly towards what they have in common", () => {
    const device = taught("device", seen("A", [...GUCCI, "color=Red"]), seen("B", [...GUCCI, "color=Blue"]));
    // Of each field's part of 1 (1, 0.8, 0.4 and 0.4 of 2.6): 1 − (1 − 2/3) · (1 − 0.7 · 2/3), halves for two colours.
    expect(of({ device })).to.deep.equal({
      at: NOW,
      tokens: [
        ["designer=GUCCI", 0.3162],
        ["categories=Clothing: Polo shirts", 0.253],
        ["color=Blue", 0.0752],
        ["color=Red", 0.0752],
        ["price_band=17", 0.0632],
        ["price_band=16", 0.0316],
        ["price_band=18", 0.0316],
      ],
      recent: [
        ["A", 0.675],
        ["B", 0.675],
      ],
      ignored: [],
    });
  });

  it("fades with the session, then with the days, to nothing", () => {
    const device = taught("device", seen("A", GUCCI));
    const [now, hours, days] = [0, DAY / 4, 7 * DAY].map(
      (after) => weights({ device }, NOW + after)["designer=GUCCI"]!,
    );
    expect(now).to.be.greaterThan(hours!);
    expect(hours).to.be.greaterThan(days!);
    expect(of({ device }, NOW + 365 * DAY)).to.equal(null);
  });

  it("adds what the user likes to what the device is after", () => {
    const device = taught("device", seen("A", ["designer=GUCCI"]));
    const user = taught("user", seen("A", ["designer=GUCCI"]), seen("B", ["designer=PRADA"]));
    const both = weights({ device, user });
    expect(both["designer=GUCCI"]).to.be.greaterThan(weights({ device })["designer=GUCCI"]!);
    expect(both["designer=PRADA"]).to.be.greaterThan(0);
    expect(weights({ device })).to.not.have.property("designer=PRADA");
  });

  it("uses nothing that is muted on the device, not even of what the user likes", () => {
    const user = taught("user", seen("A", ["designer=GUCCI", "price_band=17"]));
    const device = correct(emptyTaste("shop", "device"), { mute: ["designer=GUCCI", "price_band=18"] });
    expect(Object.keys(weights({ device, user }))).to.deep.equal(["price_band=17", "price_band=16"]);
  });

  it("has what was shown again and again and met no interest", () => {
    const device = taught("device", shown(["A", "B", "C"]), shown(["A", "B"]), shown(["B"]), seen("A", []));
    expect(of({ device })?.ignored).to.deep.equal([["B", 3]]);
    expect(of({ device }, NOW + DAY)?.ignored).to.deep.equal([["B", 1.5]]);
  });

  it("has weights of at most 1 together and is small, whatever was learnt", () => {
    const token = fc
      .tuple(fc.constantFrom("designer", "categories", "color", "price_band"), fc.nat(80))
      .map(([field, value]) => `${field}=${value}`);
    const history = fc.array(fc.tuple(fc.nat(60), fc.uniqueArray(token, { maxLength: 6 }), fc.constantFrom(1, 3, 6)), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(history, history, (one, other) => {
        const lessons = (all: typeof one) =>
          all.map(([id, tokens, weight]) => seen(String(id), tokens, NOW - id * 1_000_000, weight));
        const snapshot = of({ device: taught("device", ...lessons(one)), user: taught("user", ...lessons(other)) });
        const sum = (snapshot?.tokens ?? []).reduce((total, [, weight]) => total + weight, 0);
        expect(sum).to.be.at.most(1.002);
        expect(JSON.stringify(snapshot).length).to.be.below(4_000);
      }),
      { numRuns: 50 },
    );
  });

  it("believes a memory as much as is configured, and counts fields that are", () => {
    const device = taught("device", seen("A", GUCCI));
    const deaf = { rules: DEFAULT_TASTE, ranking: { ...DEFAULT_RANKING, session: 0, device: 0 } };
    expect(of({ device }, NOW, deaf)).to.equal(null);
    const rules = { ...DEFAULT_TASTE, fields: [{ field: "designer", weight: 2 }], price: null };
    expect(of({ device }, NOW, { ...RULES, rules })?.tokens).to.deep.equal([["designer=GUCCI", 0.675]]);
  });
});
