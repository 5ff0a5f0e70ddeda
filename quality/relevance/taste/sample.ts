import { seeded } from "../../../demo/random.js";
import { partsIn, type Part } from "./observation.js";
import type { Step } from "./questions.js";

export interface SampleSizes {
  /** Number of shoppers whose baskets with new products (not in earlier baskets) are evaluated. */
  readonly shoppers: number;
  /** Number of shoppers whose baskets without new products are evaluated too. */
  readonly wholeShoppers: number;
}

export interface Sample {
  readonly shoppers: number;
  readonly wholeShoppers: number;
  /** Returns the product groups for which a basket is evaluated; empty for a shopper's first basket. */
  readonly partsOf: (step: Step) => readonly Part[];
}

/**
 * Samples the evaluated baskets. Baskets with products new to the shopper are rare and most important, so most repeated
 * purchases, which would take ten times as long, are left out.
 */
export function sampleSteps(steps: readonly Step[], sizes: SampleSizes): Sample {
  const drawn = drawShoppers(steps);
  const some = new Set(drawn.slice(0, sizes.shoppers));
  const whole = new Set(drawn.slice(0, Math.min(sizes.shoppers, sizes.wholeShoppers)));
  return {
    shoppers: some.size,
    wholeShoppers: whole.size,
    partsOf: (step) => {
      const { shopper } = step.basket;
      if (!step.hasHistory || !some.has(shopper)) return [];
      return partsIn(step).filter((part) => part === "new" || part === "unseen" || whole.has(shopper));
    },
  };
}

/** Returns the shoppers with history in a deterministic random order, which depends on a hash of their ids. */
function drawShoppers(steps: readonly Step[]): string[] {
  const known = new Set(steps.filter(({ hasHistory }) => hasHistory).map(({ basket }) => basket.shopper));
  const drawn = [...known].map((shopper) => ({ shopper, lot: seeded(`sample/${shopper}`).next() }));
  return drawn.sort((a, b) => a.lot - b.lot || (a.shopper < b.shopper ? -1 : 1)).map(({ shopper }) => shopper);
}
