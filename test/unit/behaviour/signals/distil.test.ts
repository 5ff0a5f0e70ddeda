import { expect } from "chai";
import { distil } from "../../../../src/behaviour/signals/distil.js";
import { emptySignals, type DeviceAction } from "../../../../src/behaviour/signals/product-signals.js";
import { trendOf } from "../../../../src/behaviour/signals/accumulate.js";

const DAY = 86_400_000;
const NOW = 20_000 * DAY;
const RULES = { half_life_days: 10, release: 10 };
const SEVERAL: readonly DeviceAction[] = [[1, "view"], [2, "view"]]; // prettier-ignore
const signals = (more: object) => ({ ...emptySignals("shop", "A"), as_of: NOW, deeds: SEVERAL, ...more });

describe("distil", () => {
  it("the heat signal of a product is the release time of an equally ranked product without shopper interest", () => {
    const first = distil(signals({ interest: 40 }), RULES, NOW);
    expect([first.learned.popularity, first.learned.heat, first.pending]).to.deep.equal([
      ...[40, (NOW + 20 * DAY) / 1000, true],
    ]);
    const later = distil(signals({ interest: 40 }), RULES, NOW + 10 * DAY);
    expect([later.learned.popularity, later.learned.heat]).to.deep.equal([20, (NOW + 20 * DAY) / 1000]);
  });

  it("product signals keep their stored values if the change of a value is within the tolerance", () => {
    const before = { ...distil(signals({ interest: 40 }), RULES, NOW), pending: false };
    for (const interest of [35, 45]) {
      const after = distil({ ...before, interest }, RULES, NOW);
      expect([after.learned, after.pending]).to.deep.equal([before.learned, false]);
    }
    expect(distil({ ...before, interest: 50 }, RULES, NOW).learned.popularity).to.equal(50);
    expect(distil({ ...before, interest: 30 }, RULES, NOW).pending).to.equal(true);
  });

  it("product signals are recalculated when popularity has dropped by one step or a trend may have ended", () => {
    const fading = distil(signals({ interest: 40 }), RULES, NOW);
    const due = fading.revisit_at ?? Infinity;
    expect(distil({ ...fading, pending: false }, RULES, due - DAY).pending).to.equal(false);
    expect(distil({ ...fading, pending: false }, RULES, due + 1_000).pending).to.equal(true);
    const rising = distil(signals({ interest: 40, lately: 20, usually: 20 }), RULES, NOW);
    expect([rising.learned.trend, rising.revisit_at]).to.deep.equal([2, NOW + DAY / 2]);
    expect(distil(signals({}), RULES, NOW)).to.deep.equal(signals({}));
  });

  it("trendOf returns a trend only if the recent interest is significantly above the usual level", () => {
    expect(trendOf(1, 1, 14)).to.equal(0);
    expect(trendOf(4, 4, 14)).to.be.greaterThan(1);
    expect(trendOf(100, 700, 14)).to.equal(0);
    expect(trendOf(130, 730, 14)).to.be.within(0.3, 0.4);
    expect(trendOf(50, 700, 14)).to.equal(0);
  });
});
