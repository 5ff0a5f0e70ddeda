import { seeded } from "../../../demo/random.js";
import { partsIn, type Part } from "./observation.js";
import type { Step } from "./questions.js";

export interface SampleSizes {
  /** Shoppers whose baskets with something new are asked about. */
  readonly shoppers: number;
  /** Shoppers, among those, of whom all baskets are asked about. */
  readonly wholeShoppers: number;
}

export interface Sample {
  readonly shoppers: number;
  readonly wholeShoppers: number;
  /** The parts in which a basket is observed; none for a shopper's first. */
  readonly partsOf: (step: Step) => readonly Part[];
}

/**
 * Chooses whom to ask about. The claim is made on what is new to a shopper, and that is rare; asking about every repeat of
 * everybody would take ten times as long and say little.
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

/** The shoppers of whom anything can be known, in an order drawn by a hash of their names: the same one every time. */
function drawShoppers(steps: readonly Step[]): string[] {
  const known = new Set(steps.filter(({ hasHistory }) => hasHistory).map(({ basket }) => basket.shopper));
  const drawn = [...known].map((shopper) => ({ shopper, lot: seeded(`sample/${shopper}`).next() }));
  return drawn.sort((a, b) => a.lot - b.lot || (a.shopper < b.shopper ? -1 : 1)).map(({ shopper }) => shopper);
}
