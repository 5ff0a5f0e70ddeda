/** Where a number and letters touch: "2m", "18x24", "6hvac". */
const BOUNDARY = /(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/gu;
/** More parts are the number of a model. */
export const MAX_PARTS = 3;

/** What is typed together, taken apart between numbers and letters, for titles that write "2 m"; undefined for other words. */
export function partedMeasure(word: string): string | undefined {
  const parts = word.split(BOUNDARY);
  return parts.length > 1 && parts.length <= MAX_PARTS ? parts.join(" ") : undefined;
}
