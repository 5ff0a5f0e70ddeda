import type { Engine } from "../engine/engine.js";
import type { LeafTypes } from "./leaves.js";

/** What a search needs to know of a catalogue. */
export interface LiveCatalog {
  /** The alias (or index) to search. */
  readonly index: string;
  readonly leaves: LeafTypes;
  /** False only while every product has exactly one variant. */
  readonly multi_variant: boolean;
}

export const catalogAlias = (engine: Engine, clientId: string): string => `${engine.prefix}catalog-${clientId}`;
