import { seeded } from "../../src/demo/random.js";
import type { Step } from "./questions.js";

/**
 * Chooses whom to ask about, among the shoppers of whom anything can be known, by a hash of their names: the same ones every
 * time, and a larger sample holds every smaller one.
 */
export function sampleShoppers(steps: readonly Step[], most: number): ReadonlySet<string> {
  const known = new Set(steps.filter(({ hasHistory }) => hasHistory).map(({ basket }) => basket.shopper));
  const drawn = [...known].map((shopper) => ({ shopper, lot: seeded(`sample/${shopper}`).next() }));
  return new Set(
    drawn
      .sort((a, b) => a.lot - b.lot || (a.shopper < b.shopper ? -1 : 1))
      .slice(0, most)
      .map(({ shopper }) => shopper),
  );
}
