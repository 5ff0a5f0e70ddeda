import type { Placed, ShownList, Tracker } from "./tracker.js";

/** Tells which products were really seen: those of a listing that nobody scrolled to were not. */
export interface Impressions {
  watch(card: Element, list: ShownList, placed: Placed): void;
}

/** How much of a card has to be on the screen. */
const VISIBLE_SHARE = 0.5;
/** Those that come into view together are told together. */
const GATHER_MS = 400;

export function createImpressions(tracker: Pick<Tracker, "listView">): Impressions {
  const watched = new WeakMap<Element, { readonly list: ShownList; readonly placed: Placed }>();
  const seen = new Map<string, { readonly list: ShownList; readonly placed: Placed[] }>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const { list, placed } of seen.values()) tracker.listView(list, placed);
    seen.clear();
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        const shown = watched.get(target);
        if (!isIntersecting || shown === undefined) continue;
        observer.unobserve(target);
        const key = `${shown.list.recommendation_id} ${shown.list.name}`;
        const together = seen.get(key) ?? { list: shown.list, placed: [] };
        together.placed.push(shown.placed);
        seen.set(key, together);
        timer ??= setTimeout(tell, GATHER_MS);
      }
    },
    { threshold: VISIBLE_SHARE },
  );
  addEventListener("pagehide", tell);
  return {
    watch(card, list, placed) {
      watched.set(card, { list, placed });
      observer.observe(card);
    },
  };
}
