import { searchNamed } from "../../engine/search-documents.js";
import type { Engine } from "../../engine/engine.js";
import { rankedSort } from "../body.js";
import type { Ranked } from "../ranked.js";
import { rowsOf, windowBody, type WindowRow, type Slice } from "../cursor/windows.js";
import type { SignalPoints } from "./explanation.js";

/** A product in the engine's order, and what put it there. */
export interface ExplainedRow extends WindowRow {
  /** Null where the order has no score. */
  readonly score: number | null;
  /** The points of each signal; together the score, except for the rounding of 32-bit floats. */
  readonly signals: readonly SignalPoints[];
  /** The sort values, in order: `_score`, `prior`, `sort.price`; the identifier at the end. */
  readonly sorted_by: readonly { readonly by: string; readonly value: unknown }[];
}

/** The rows of a window, read with the same body as for pages, but with named clauses. @throws errors of the engine */
export async function readExplained(
  engine: Engine,
  index: string,
  ranked: Ranked,
  slice: Slice,
): Promise<ExplainedRow[]> {
  const { hits } = await searchNamed<never>(engine, index, windowBody(ranked, { ...slice, explained: true }));
  const names = rankedSort(ranked).flatMap((clause) => Object.keys(clause));
  const isScored = names[0] === "_score";
  const rows = rowsOf(hits.hits);
  return hits.hits.map((hit, place) => ({
    ...(rows[place] as WindowRow),
    score: isScored ? hit._score : null,
    signals: isScored ? Object.entries(hit.matched_queries ?? {}).map(([signal, points]) => ({ signal, points })) : [],
    sorted_by: names.map((by, at) => ({ by, value: hit.sort?.[at] ?? null })),
  }));
}
