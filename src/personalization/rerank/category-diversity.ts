import type { Candidate } from "./candidate.js";
import { repetitionOf, type Repetition } from "./repetition.js";

/** Products of one (deepest) category one after the other. */
export const categoryRepetition = (candidates: readonly Candidate[]): Repetition =>
  repetitionOf("categories", candidates);
