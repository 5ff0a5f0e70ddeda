import { tasteToken } from "../../catalog/taste-tokens.js";

/** A product of a window that is to be re-ranked. */
export interface Candidate {
  readonly id: string;
  /** Of the engine's documents (`taste`); empty where they are not known. */
  readonly tokens: readonly string[];
  /** Products that others look at together with it; empty where they are not known. */
  readonly viewed_with: readonly string[];
}

/** The values that a candidate has of one field. */
export function valuesOf({ tokens }: Candidate, field: string): readonly string[] {
  const beginning = tasteToken(field, "");
  return tokens.filter((token) => token.startsWith(beginning)).map((token) => token.slice(beginning.length));
}
