import { groupedBy } from "../../lib/grouped-by.js";
import type { RankingWeights } from "../../storefront/taste-configuration.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import type { Candidate } from "./candidate.js";
import { categoryRepetition } from "./category-diversity.js";
import { coVisitation } from "./co-visitation.js";
import { fatigue } from "./fatigue.js";
import type { Repetition } from "./repetition.js";
import { placesIn, type Places, type Room } from "./room.js";

export interface RerankInput {
  /** Null: a shopper of whom nothing is known. */
  readonly snapshot: TasteSnapshot | null;
  readonly weights: Pick<RankingWeights, "fatigue" | "co_visitation" | "category_diversity">;
  /** The request's `context.category_diversification`. */
  readonly diversify_categories: boolean;
  /** How far pages of so many products may follow the shopper; unless given, all the way. */
  readonly room?: (Room & { readonly page: number }) | undefined;
  /** The number of products that weights are shares of; the window's own number unless given. */
  readonly size?: number;
}

/** Whether a window has to be re-ranked at all. Where not, its order stays exactly the engine's. */
export const mustRerank = ({
  snapshot,
  diversify_categories,
}: Pick<RerankInput, "snapshot" | "diversify_categories">) => snapshot !== null || diversify_categories;

/**
 * The order of a window for one shopper: a permutation of it, and the same for the same input. Each candidate begins with
 * 1 − rank / size and gains or loses at most a signal's weight, so a weight of 0.2 moves a product by a fifth of the window
 * at most. Places are then filled from the top with whatever is worth most after what it would repeat, as long as a page has
 * room for more of it; where it has room for nothing, with what is worth most.
 *
 * The engine's rank is used and not its score: scores of a listing and of a text search have nothing in common, and one
 * weight could not fit both.
 */
export function rerank(window: readonly Candidate[], input: RerankInput): string[] {
  if (!mustRerank(input)) return window.map(({ id }) => id);
  const ordered: string[] = [];
  placeAll(window, input, ({ candidate }) => ordered.push(candidate.id));
  return ordered;
}

/**
 * Fills the places of a window from the top.
 * @param onPlace told of each before what it repeats changes
 * @param onHeldBack told of a candidate that would have had the next place, and of the groups that there was no room for
 */
export function placeAll(
  window: readonly Candidate[],
  input: RerankInput,
  onPlace: (chosen: Valued, penalties: readonly Penalty[]) => void,
  onHeldBack: (held: Valued, full: readonly string[]) => void = () => undefined,
): void {
  const penalties = penaltiesOf(window, input);
  const places = input.room === undefined ? undefined : placesIn(input.room, input.room.page, window);
  const groups = groupsOf(valuedCandidates(window, input), penalties, places);
  for (let place = 0; place < window.length; place += 1) {
    const chosen = takeBest(groups, penalties, places, onHeldBack);
    onPlace(chosen, penalties);
    places?.place(chosen.candidate);
    for (const { repetition } of penalties) repetition.place(chosen.candidate);
  }
}

export interface Valued {
  readonly candidate: Candidate;
  readonly rank: number;
  /** Before what it would repeat. */
  readonly worth: number;
}

/** Best first. */
function valuedCandidates(window: readonly Candidate[], { snapshot, weights, size }: RerankInput): Valued[] {
  const tired = snapshot === null ? new Map<string, number>() : fatigue(snapshot);
  const covisited = snapshot === null ? new Map<string, number>() : coVisitation(snapshot, window);
  return window
    .map((candidate, rank) => ({
      candidate,
      rank,
      worth:
        1 -
        rank / (size ?? window.length) +
        weights.co_visitation * (covisited.get(candidate.id) ?? 0) -
        weights.fatigue * (tired.get(candidate.id) ?? 0),
    }))
    .sort(byWorth);
}

const byWorth = (a: Valued, b: Valued): number => b.worth - a.worth || a.rank - b.rank;

export interface Penalty {
  readonly signal: "category_diversity";
  readonly weight: number;
  readonly repetition: Repetition;
}

function penaltiesOf(window: readonly Candidate[], { weights, diversify_categories }: RerankInput): readonly Penalty[] {
  const weight = weights.category_diversity;
  if (!diversify_categories || weight === 0) return [];
  return [{ signal: "category_diversity", weight, repetition: categoryRepetition(window) }];
}

/** Candidates that would repeat the same, and have room in the same places: of them only the next one can be the best. */
interface Group {
  readonly members: readonly Valued[];
  next: number;
}

function groupsOf(valued: readonly Valued[], penalties: readonly Penalty[], places: Places | undefined): Group[] {
  const groups = groupedBy(valued, ({ candidate }) => {
    const repeated = penalties.map(({ repetition }) => repetition.keyOf(candidate)).join(" ");
    return `${repeated} ${places?.keyOf(candidate) ?? ""}`;
  });
  return [...groups.values()].map((members) => ({ members, next: 0 }));
}

interface Head {
  readonly group: Group;
  readonly head: Valued;
  /** The product's worth after the deduction for repetition. */
  readonly rest: number;
}

/** Takes the candidate that is worth most in the next place and has room in it; of two alike, the one that was worth more before. */
function takeBest(
  groups: Group[],
  penalties: readonly Penalty[],
  places: Places | undefined,
  onHeldBack: (held: Valued, full: readonly string[]) => void,
): Valued {
  let best: Head | undefined;
  let held: (Head & { readonly full: readonly string[] }) | undefined;
  for (const group of groups) {
    const head = group.members[group.next];
    if (head === undefined) continue;
    let rest = head.worth;
    for (const { weight, repetition } of penalties) rest -= weight * repetition.of(head.candidate);
    const full = places?.fullFor(head.candidate) ?? [];
    if (full.length === 0) best = better(best, { group, head, rest });
    else if (held === undefined || better(held, { group, head, rest }) !== held) held = { group, head, rest, full };
  }
  if (held !== undefined && best !== undefined && better(best, held) === held) onHeldBack(held.head, held.full);
  const chosen = best ?? held;
  if (chosen === undefined) throw new Error("nothing is left to take");
  chosen.group.next += 1;
  return chosen.head;
}

const better = (one: Head | undefined, other: Head): Head =>
  one === undefined || other.rest > one.rest || (other.rest === one.rest && byWorth(other.head, one.head) < 0)
    ? other
    : one;
