import type { Candidate } from "./candidate.js";
import { repetitionOf, type Repetition } from "./repetition.js";

/** Products of one designer one after the other: a page for somebody who likes Gucci is still a page of the shop. */
export const brandRepetition = (candidates: readonly Candidate[]): Repetition => repetitionOf("designer", candidates);
