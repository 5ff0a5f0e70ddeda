/** Detects which elements of a list were visible on screen. */
export interface Impressions<T> {
  /** Observes an element until it has been visible. Returns a function that stops observing the element. */
  watch(element: Element, shown: T): () => void;
  /** Reports the pending impressions and stops observing. */
  close(): void;
}

export interface ImpressionsOptions {
  /** Share of the element's area that must be visible, from 0 to 1. Defaults to 0.5. */
  readonly share?: number;
  /** Minimum time in milliseconds that the element must stay visible; 1,000 by default. */
  readonly dwellMs?: number;
  /** Time in milliseconds during which impressions are collected into one report; 400 by default. */
  readonly gatherMs?: number;
}

/**
 * Creates a detector of impressions.
 * @param report receives the impressions since the last report. Each element is reported once, in the order in which
 * the elements became visible.
 */
export function createImpressions<T>(
  report: (seen: readonly T[]) => void,
  { share = 0.5, dwellMs = 1_000, gatherMs = 400 }: ImpressionsOptions = {},
): Impressions<T> {
  const watched = new WeakMap<Element, T>();
  const dwelling = new Map<Element, ReturnType<typeof setTimeout>>();
  let seen: T[] = [];
  let gathering: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(gathering);
    gathering = undefined;
    const reported = seen;
    seen = [];
    if (reported.length > 0) report(reported);
  }

  function forget(element: Element): void {
    observer.unobserve(element);
    clearTimeout(dwelling.get(element));
    dwelling.delete(element);
    watched.delete(element);
  }

  function count(element: Element): void {
    const shown = watched.get(element);
    forget(element);
    if (shown === undefined) return;
    seen.push(shown);
    gathering ??= setTimeout(tell, gatherMs);
  }

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        clearTimeout(dwelling.get(target));
        dwelling.delete(target);
        if (!isIntersecting) continue;
        if (dwellMs === 0) count(target);
        else
          dwelling.set(
            target,
            setTimeout(() => count(target), dwellMs),
          );
      }
    },
    { threshold: share },
  );
  addEventListener("pagehide", tell);
  return {
    watch(element, shown) {
      watched.set(element, shown);
      observer.observe(element);
      return () => forget(element);
    },
    close() {
      observer.disconnect();
      for (const timer of dwelling.values()) clearTimeout(timer);
      removeEventListener("pagehide", tell);
      tell();
    },
  };
}
