import type { Encoder } from "../../meaning/encoder.js";
import { createVectorTable } from "../../meaning/nearest.js";
import { packVector } from "../../meaning/packed-vector.js";
import { isSpelling } from "./reformulations.js";

/** A word, and what of a catalogue is nearest to it in meaning. */
export interface NearThing {
  readonly word: string;
  readonly thing: string;
  /** By how many standard deviations it is nearer than the catalogue's things are on average. */
  readonly likeness: number;
}

const AT_ONCE = 64;
/** Where nothing of the catalogue is meant, something is still nearest. */
const LEAST_LIKENESS = 3;
const CONSIDERED = 5;

/**
 * For each word the thing that is nearest to it, if one stands out; those that stand out most first. What is spelt alike is not looked
 * for: models take "settee" for something of "set".
 * @throws EncoderError
 */
export async function nearThings(
  encoder: Encoder,
  words: readonly string[],
  things: readonly string[],
  signal: AbortSignal,
): Promise<NearThing[]> {
  if (words.length === 0 || things.length === 0) return [];
  const vectors: Float32Array[] = [];
  for (let from = 0; from < things.length; from += AT_ONCE)
    vectors.push(...(await encoder.passages(things.slice(from, from + AT_ONCE), signal)));
  const table = createVectorTable(vectors[0]?.length ?? 0);
  things.forEach((thing, at) => table.set(thing, packVector(vectors[at] as Float32Array)));
  const found: NearThing[] = [];
  for (const word of words) {
    signal.throwIfAborted();
    const near = table.nearest(packVector(await encoder.query(word)), CONSIDERED, LEAST_LIKENESS);
    const best = near.find(({ id }) => !id.split(" ").some((part) => word.startsWith(part) || isSpelling(part, word)));
    if (best !== undefined) found.push({ word, thing: best.id, likeness: best.likeness });
  }
  return found.sort((a, b) => b.likeness - a.likeness || (a.word < b.word ? -1 : 1));
}
