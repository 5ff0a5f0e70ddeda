import { createImpressions as createSeen } from "@vitrine/client/impressions";
import type { Reranked, ShownList, Tracker } from "./tracker.js";

/**
 * Reports products that were visible on the screen. Products further down the page are reported only after the shopper
 * has scrolled to them.
 */
export interface Impressions {
  watch(card: Element, list: ShownList, reranked: Reranked): void;
}

interface Shown {
  readonly list: ShownList;
  readonly reranked: Reranked;
}

/** Creates a reporter of visible products. A product card is reported when half-visible. */
export function createImpressions(tracker: Pick<Tracker, "listView">): Impressions {
  const seen = createSeen<Shown>(
    (shown) => {
      const lists = new Map<string, Shown[]>();
      for (const one of shown) {
        const key = `${one.list.recommendation_id} ${one.list.name}`;
        lists.set(key, [...(lists.get(key) ?? []), one]);
      }
      for (const together of lists.values()) {
        const [first] = together;
        if (first !== undefined)
          tracker.listView(
            first.list,
            together.map(({ reranked }) => reranked),
          );
      }
    },
    { dwellMs: 0 },
  );
  return { watch: (card, list, reranked) => void seen.watch(card, { list, reranked }) };
}
