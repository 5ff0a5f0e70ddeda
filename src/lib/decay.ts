/**
 * The remaining share of a sum of terms that each halve from their own time on, `elapsed` milliseconds later:
 * 2^(−elapsed / H). It does not matter whether time passes at once or in pieces, nor in which order terms are added.
 */
export const remaining = (elapsed: number, halfLifeMs: number): number => 2 ** (-elapsed / halfLifeMs);

export const DAY_MS = 86_400_000;
