/** Accumulates counts by name. */
export interface Tally {
  add(counts: Readonly<Record<string, number>>): void;
  counts(): Readonly<Record<string, number>>;
}

export function createTally(): Tally {
  const all: Record<string, number> = {};
  return {
    add(counts) {
      for (const [name, count] of Object.entries(counts)) all[name] = (all[name] ?? 0) + count;
    },
    counts: () => ({ ...all }),
  };
}
