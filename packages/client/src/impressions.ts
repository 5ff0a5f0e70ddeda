/** Tells which elements were really seen: those of a list that nobody scrolled to were not. */
export interface Impressions<T> {
  /** @returns to be called when the element goes */
  watch(element: Element, shown: T): () => void;
  /** Reports what has been seen, and watches no more. */
  close(): void;
}

export interface ImpressionsOptions {
  /** How much of an element has to be on the screen; a half unless given. */
  readonly share?: number;
  /** Milliseconds that it has to stay there; a second unless given. */
  readonly dwellMs?: number;
  /** Milliseconds in which those that are seen together are reported together; 400 unless given. */
  readonly gatherMs?: number;
}

/** @param report of those seen since the last report, in the order in which they were seen; each once */
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
