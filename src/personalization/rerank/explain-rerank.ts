import type { Candidate } from "./candidate.js";
import { coVisitation } from "./co-visitation.js";
import { fatigue } from "./fatigue.js";
import { mustRerank, placeAll, type RerankInput } from "./rerank.js";

/** Why a product of a window has its place: what it was worth when the place was filled, as the sum of what made it so. */
export interface Move {
  readonly id: string;
  /** From 1, in the engine's order of the window. */
  readonly engine_rank: number;
  readonly worth: number;
  readonly signals: readonly { readonly signal: MoveSignal; readonly worth: number }[];
  /** The groups (a brand, a category) that pages had no room left for when it would have had a place further up. */
  readonly held_back_by?: readonly string[];
}

export type MoveSignal = "engine_rank" | "co_visitation" | "fatigue" | "category_diversity";

/** The same order as `rerank`, and why. Signals that gave nothing are left out. */
export function explainRerank(window: readonly Candidate[], input: RerankInput): Move[] {
  if (!mustRerank(input)) {
    return window.map(({ id }, rank) => moveOf(id, rank, [{ signal: "engine_rank", worth: 1 - rank / window.length }]));
  }
  const { snapshot, weights } = input;
  const covisited = snapshot === null ? undefined : coVisitation(snapshot, window);
  const tired = snapshot === null ? undefined : fatigue(snapshot);
  const moves: Move[] = [];
  const heldBack = new Map<string, ReadonlySet<string>>();
  const onPlace: Parameters<typeof placeAll>[2] = ({ candidate, rank }, penalties) => {
    const { id } = candidate;
    const signals: Move["signals"] = [
      { signal: "engine_rank", worth: 1 - rank / (input.size ?? window.length) },
      { signal: "co_visitation", worth: weights.co_visitation * (covisited?.get(id) ?? 0) },
      { signal: "fatigue", worth: -weights.fatigue * (tired?.get(id) ?? 0) },
      ...penalties.map(({ signal, weight, repetition }) => ({ signal, worth: -weight * repetition.of(candidate) })),
    ];
    const full = heldBack.get(id);
    moves.push({ ...moveOf(id, rank, signals), ...(full === undefined ? {} : { held_back_by: [...full] }) });
  };
  placeAll(window, input, onPlace, ({ candidate: { id } }, full) => {
    heldBack.set(id, new Set([...(heldBack.get(id) ?? []), ...full]));
  });
  return moves;
}

const moveOf = (id: string, rank: number, signals: Move["signals"]): Move => ({
  ...{ id, engine_rank: rank + 1 },
  worth: signals.reduce((sum, { worth }) => sum + worth, 0),
  signals: signals.filter(({ signal, worth }) => signal === "engine_rank" || worth !== 0),
});
