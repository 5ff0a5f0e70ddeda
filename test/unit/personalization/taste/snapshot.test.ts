import { expect } from "chai";
import fc from "fast-check";
import { correct } from "../../../../src/personalization/taste/correct.js";
import { emptyTaste, type TasteDocument, type TasteKind } from "../../../../src/personalization/taste/document.js";
import { learn, type ResolvedSignal } from "../../../../src/personalization/taste/learn.js";
import { takeSnapshot, type KnownTaste } from "../../../../src/personalization/taste/snapshot.js";
import { DEFAULT_TASTE } from "../../../support/defaults.js";

const NOW = Date.parse("2026-05-01T12:00:00Z");
const DAY = 86_400_000;

let keys = 0;
const seen = (id: string, tokens: readonly string[], at = NOW, log_price = 6): ResolvedSignal => ({
  key: String(++keys),
  at,
  received_at: at,
  effect: { kind: "interest", weight: 1 },
  products: [{ id, tokens, log_price }],
});
const shown = (ids: readonly string[], at = NOW): ResolvedSignal => ({
  key: String(++keys),
  at,
  received_at: at,
  effect: { kind: "impression" },
  products: ids.map((id) => ({ id, tokens: [] })),
});
const taught = (kind: TasteKind, ...signals: ResolvedSignal[]): TasteDocument =>
  learn(emptyTaste("shop", kind), signals, DEFAULT_TASTE.half_lives);
const of = (taste: Partial<KnownTaste>, now = NOW, rules = DEFAULT_TASTE) =>
  takeSnapshot({ device: undefined, user: undefined, ...taste }, rules, now);
const weights = (taste: Partial<KnownTaste>, now = NOW) => Object.fromEntries(of(taste, now)?.tokens ?? []);

const GUCCI = ["designer=GUCCI", "categories=Clothing: Polo shirts", "price_band=17"];
/** The sum of all field weights, by which each field weight is divided. */
const ALL = 1 + 3 + 1 + 0.4 + 1 + 0.6;
const part = (weight: number) => Math.round((weight / ALL) * 10_000) / 10_000;

describe("taste snapshot", () => {
  it("the taste used for ranking is empty for a shopper without a taste profile, and after a deletion", () => {
    expect(of({})).to.equal(null);
    expect(of({ device: emptyTaste("shop", "device", NOW), user: emptyTaste("shop", "user") })).to.equal(null);
  });

  it("the taste used for ranking weights the last viewed product most, and halves the weight for each earlier product", () => {
    const [red, blue] = [[...GUCCI, "color=Red"], [...GUCCI, "color=Blue"]]; // prettier-ignore
    const device = taught("device", seen("A", red, NOW - DAY, 5), seen("B", blue, NOW, 6.5));
    const expected = {
      at: NOW,
      tokens: [
        ["categories=Clothing: Polo shirts", part(2 * 0.75)],
        ["categories=Clothing", part(0.75)],
        ["designer=GUCCI", part(0.75)],
        ["product_identifier=B", part(0.6 * 0.5)],
        ["color=Blue", part(0.4 * 0.5)],
        ["product_identifier=A", part(0.6 * 0.25)],
        ["color=Red", part(0.4 * 0.25)],
      ],
      prices: [
        [6.5, part(0.5)],
        [5, part(0.25)],
      ],
      viewed: { products: [blue, red], ids: ["B", "A"] },
      recent: [
        ["B", 0.5],
        ["A", 0.25],
      ],
      beside: [],
      ignored: [],
    };
    expect(of({ device })).to.deep.equal(expected);
    // The weights do not change while no events arrive.
    expect(of({ device }, NOW + 365 * DAY)).to.deep.equal({ ...expected, at: NOW + 365 * DAY });
  });

  it("the taste used for ranking includes products often viewed with recently viewed products, weighted by interest", () => {
    const device = taught("device", seen("A", [], NOW - 2), seen("B", [], NOW - 1), seen("C", [], NOW));
    const known: Readonly<Record<string, readonly string[]>> = { A: ["x", "C"], C: ["y", "x", "A"] };
    const find = (id: string) => (known[id] ?? []).map((other) => ({ id: other, score: 0.5 }));
    const { beside } = takeSnapshot({ device, user: undefined }, DEFAULT_TASTE, NOW, find) ?? {};
    // The interest in product A is 1/8, in B 1/4 and in C 1/2; the total interest is 7/8.
    expect(beside?.map(([id]) => id)).to.deep.equal(["x", "y"]);
    expect(beside?.[0]?.[1]).to.be.closeTo(0.5 * (5 / 7), 1e-9);
    expect(beside?.[1]?.[1]).to.be.closeTo(0.5 * (4 / 7), 1e-9);
  });

  it("the taste used for ranking excludes attributes muted on the device, even if the user likes them", () => {
    const user = taught("user", seen("A", ["designer=GUCCI", "color=Red"]));
    const device = correct(emptyTaste("shop", "device"), { mute: ["designer=GUCCI", "price=all"] });
    expect(Object.keys(weights({ device, user }))).to.deep.equal(["product_identifier=A", "color=Red"]);
    expect(of({ device, user })?.prices).to.deep.equal([]);
  });

  it("the taste used for ranking lists products that were shown repeatedly but not clicked", () => {
    const device = taught("device", shown(["A", "B", "C"]), shown(["A", "B"]), shown(["B"]), seen("A", []));
    expect(of({ device })?.ignored).to.deep.equal([["B", 3]]);
    expect(of({ device }, NOW + DAY)?.ignored).to.deep.equal([["B", 1.5]]);
  });

  it("the weights of the taste used for ranking add up to at most 1 for any view history", () => {
    const token = fc
      .tuple(fc.constantFrom("designer", "categories", "color", "price_band"), fc.nat(80))
      .map(([field, value]) => `${field}=${value}`);
    const history = fc.array(fc.tuple(fc.nat(60), fc.uniqueArray(token, { maxLength: 6 }), fc.constantFrom(1, 3, 6)), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(history, history, (one, other) => {
        const signals = (all: typeof one) =>
          all.map(([id, tokens, price]) => seen(String(id), tokens, NOW - id * 1_000_000, price));
        const snapshot = of({ device: taught("device", ...signals(one)), user: taught("user", ...signals(other)) });
        const weighed = [...(snapshot?.tokens ?? []), ...(snapshot?.prices ?? [])];
        expect(weighed.reduce((total, [, weight]) => total + weight, 0)).to.be.at.most(1.002);
        expect(JSON.stringify({ ...snapshot, compared: undefined }).length).to.be.below(4_000);
      }),
      { numRuns: 50 },
    );
  });

  it("the taste used for ranking contains the configured fields with the configured weights", () => {
    const device = taught("device", seen("A", GUCCI));
    const rules = { ...DEFAULT_TASTE, fields: [{ field: "designer", weight: 1.4 }], price: null };
    expect(of({ device }, NOW, rules)?.tokens).to.deep.equal([
      ["designer=GUCCI", 0.35],
      ["product_identifier=A", 0.15],
    ]);
    expect(of({ device }, NOW, rules)?.prices).to.deep.equal([]);
  });
});
