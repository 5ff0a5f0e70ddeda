/** Of base64url, in the order in which the engine sorts keywords. */
const ALPHABET = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
const STEPS = ALPHABET.length ** 2;

/** Less than what may be read: pages of one chain are in a sample together, so its size varies a little. */
export const TARGET_RESPONSES = 48_000;

/** Which part of all answers is read, from 0 to 1, in steps of 1/4096. */
export const shareOf = (total: number, target = TARGET_RESPONSES): number =>
  total <= target ? 1 : Math.max(1, Math.floor((STEPS * target) / total)) / STEPS;

/**
 * The engine's condition for a uniform sample of answers; undefined for all of them. Ids of answers are random but for the
 * first bit, which tells orders by a field from others (`search/paging/cursor.ts`): so under each first character the range
 * of the two behind it decides. Pages of one chain share these.
 * @param share of `shareOf`
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

/** The same for one id, in this process. */
export function isInSample(id: string, share: number): boolean {
  const step = ALPHABET.indexOf(id[1] ?? "") * ALPHABET.length + ALPHABET.indexOf(id[2] ?? "");
  return step < Math.round(share * STEPS);
}
