/** Characters of the base64url alphabet, sorted in the same way as keyword values in the engine. */
const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const STEPS = ALPHABET.length ** 2;

/**
 * Target number of sampled responses. The actual number may be higher, because a sample contains either all or no pages
 * of a paged result.
 */
export const TARGET_RESPONSES = 48_000;

/** Returns the share of all responses to include in a sample, from 0 to 1 in steps of 1/4096. */
export const shareOf = (total: number, target = TARGET_RESPONSES): number =>
  total <= target ? 1 : Math.max(1, Math.floor((STEPS * target) / total)) / STEPS;

/**
 * Builds an engine query for a uniform sample of responses, or `undefined` for all responses. The query compares the
 * second and third characters of response ids, which are random. It ignores the first character, because its first bit
 * indicates a sort by field (`search/paging/cursor.ts`). All pages of a paged result have the same second and third
 * characters.
 * @param share result of `shareOf`
 */
export function sampleCondition(share: number): object | undefined {
  if (share >= 1) return undefined;
  const steps = Math.round(share * STEPS);
  const bound = `${ALPHABET[Math.floor(steps / ALPHABET.length)] ?? ""}${ALPHABET[steps % ALPHABET.length] ?? ""}`;
  return {
    bool: {
      should: Array.from(ALPHABET, (first) => ({ range: { query_id: { gte: first, lt: `${first}${bound}` } } })),
    },
  };
}

/** Returns whether the sample that `sampleCondition` selects contains the response with an id. */
export function isInSample(id: string, share: number): boolean {
  const step = ALPHABET.indexOf(id[1] ?? "") * ALPHABET.length + ALPHABET.indexOf(id[2] ?? "");
  return step < Math.round(share * STEPS);
}
