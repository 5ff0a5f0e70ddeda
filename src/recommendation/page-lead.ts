import {
  CATALOGUE_RECOMMENDERS,
  type Profile,
  type RecommenderName,
} from "../storefront/recommendation-configuration.js";
import type { BlockCandidate } from "./block.js";
import { CATEGORIES_FIELD } from "../catalog/fields.js";
import { tokenValues } from "../catalog/taste-tokens.js";
import { productTypesOf, type Taxonomy } from "../catalog/taxonomy.js";

/**
 * A profile as a page with several blocks shows it: without what it falls back on, so that a block that has nothing of its own
 * is not there, and what is popular is.
 */
export function ownProfile(profile: Profile): Profile {
  const { recommenders } = profile;
  const [first] = recommenders;
  const isFallback = ({ by }: { readonly by: RecommenderName }) => CATALOGUE.has(by) && by !== first?.by;
  const end = recommenders.findLastIndex((one) => !isFallback(one)) + 1;
  const own = recommenders.slice(0, end);
  return { ...profile, recommenders: own.map((one) => (one.by === "popular" ? { ...one, known: true } : one)) };
}

/** What a profile shows where it has nothing of its own to show; null for one that ranks no catalogue. */
export function fallbackOf(profile: Profile): Profile | null {
  const recommenders = profile.recommenders.filter(({ by }) => CATALOGUE.has(by));
  return recommenders.length === 0 ? null : { ...profile, recommenders, unknown_shoppers: true };
}

/** A profile that shows whatever may be in a slot of another, best first for everybody. */
export const anythingFor = ({ include_seeds }: Pick<Profile, "include_seeds">): Profile => ({
  recommenders: [{ by: "popular", within: "catalogue" }],
  taste: 0,
  include_seeds,
  include_seen: true,
  unknown_shoppers: true,
  complements: true,
  other_categories: false,
});

const CATALOGUE: ReadonlySet<RecommenderName> = new Set(CATALOGUE_RECOMMENDERS);

type Named = Pick<BlockCandidate, "id">;

/** A slot of a page whose slots were filled with what each has of its own. */
export interface OwnSlot<T extends Named = BlockCandidate> {
  /** The products it shows so far. */
  readonly shown: readonly T[];
  /** All products that it has of its own, best first, whether other slots show them or not. */
  readonly own: readonly T[];
  /** Those that its profile falls back on, best first; null where the profile has no fallback. */
  readonly fallback: readonly T[] | null;
  /** All products that its filter lets pass, as many as a page could show. */
  readonly eligible: readonly T[];
  /** Whether its title says more than a fallback is: that products are rising, or chosen for a shopper who is not known. */
  readonly claims: boolean;
}

/**
 * Which slot leads the page: the first that shows products and has a fallback, or else the first whose fallback has some. A slot
 * that claims more than its fallback is leads only if it is full, or where no other slot could. Undefined where none can.
 */
export function leadOf(slots: readonly OwnSlot<Named>[], limit: number): number | undefined {
  const able = [...slots.keys()].filter((at) => slots[at]?.fallback !== null);
  const first = (isWanted: (slot: OwnSlot<Named>) => boolean) =>
    able.find((at) => isWanted(slots[at] as OwnSlot<Named>));
  const isShown = ({ shown }: OwnSlot<Named>) => shown.length > 0;
  const hasSome = ({ own, fallback }: OwnSlot<Named>) => own.length + (fallback?.length ?? 0) > 0;
  const shown = first(isShown);
  if (shown !== undefined && slots[shown]?.shown.length === limit) return shown;
  return (
    first((slot) => isShown(slot) && !slot.claims) ??
    first((slot) => hasSome(slot) && !slot.claims) ??
    shown ??
    first(hasSome) ??
    (slots.some(isShown) ? undefined : first(({ eligible }) => eligible.length > 0))
  );
}

/**
 * Fills the slot that leads a page: with more of its own, then from its fallback, at last with products that other slots
 * show. Slots before it that could have led are left out. Where nothing else is on the page, whatever is eligible will do.
 * @returns of each slot its products
 */
export function withLead<T extends Named>(slots: readonly OwnSlot<T>[], limit: number): (readonly T[])[] {
  const lead = leadOf(slots, limit);
  const before = slots.map(({ shown, fallback }, at) => (lead !== undefined && fallback && at < lead ? [] : shown));
  if (lead === undefined) return before;
  const { shown, own, fallback, eligible } = slots[lead] as OwnSlot<T>;
  const others = new Set(before.flatMap((all, at) => (at === lead ? [] : all.map(({ id }) => id))));
  const wanted = [...own, ...(fallback ?? [])];
  const added = [...(wanted.length + others.size === 0 ? eligible : wanted)];
  const isFree = ({ id }: T) => !others.has(id);
  const inOrder = [...shown, ...added.filter(isFree), ...added.filter((one) => !isFree(one))];
  const led = [...new Map(inOrder.map((one) => [one.id, one])).values()].slice(0, limit);
  const taken = new Set(led.map(({ id }) => id));
  return before.map((all, at) => (at === lead ? led : all.filter(({ id }) => !taken.has(id))));
}

/** Why a slot shows fewer products than it could, though it was searched in full. */
export type ShortReason = "too_few" | "shown_elsewhere" | "no_match";

/** @param page the products that are on the page, this slot's among them */
export function shortReason<T extends Named>(
  { own, eligible }: Pick<OwnSlot<T>, "own" | "eligible">,
  shown: readonly T[],
  page: ReadonlySet<string>,
): ShortReason {
  if (eligible.every(({ id }) => page.has(id))) return "too_few";
  const here = new Set(shown.map(({ id }) => id));
  return own.some(({ id }) => !here.has(id)) ? "shown_elsewhere" : "no_match";
}

/** A kind in more blocks than this is the subject of the whole page. */
const MAX_BLOCKS = 2;

/**
 * Lets products of a kind be in no more than two blocks of a page, those that come first. A block whose products are given is
 * left as it is, and counts.
 * @param slots of each its candidates, best first, and whether they are given
 * @param limit products that a slot shows
 */
export function withoutCrowds<T extends Pick<BlockCandidate, "tokens">>(
  slots: readonly { readonly candidates: readonly T[]; readonly isGiven: boolean }[],
  limit: number,
  taxonomy: Pick<Taxonomy, "product_type_level" | "roots">,
): (readonly T[])[] {
  const blocks = new Map<string, number>();
  const known = new Map<string, readonly string[]>();
  // Slots have thousands of candidates together, and few categories.
  const kindsOfToken = (token: string) => {
    const productTypes = known.get(token) ?? productTypesOf(tokenValues([token], CATEGORIES_FIELD), taxonomy);
    known.set(token, productTypes);
    return productTypes;
  };
  const kindsIn = ({ tokens }: T) => tokens.flatMap(kindsOfToken);
  const count = (shown: readonly T[]): ReadonlySet<string> => {
    const productTypes = new Set(shown.flatMap(kindsIn));
    for (const productType of productTypes) blocks.set(productType, (blocks.get(productType) ?? 0) + 1);
    return productTypes;
  };
  for (const { candidates, isGiven } of slots) if (isGiven) count(candidates.slice(0, limit));
  return slots.map(({ candidates, isGiven }) => {
    if (isGiven) return candidates;
    // A block has to say what comes first in it: what is left of it when that was said already is nothing of its own.
    const first = new Set(candidates.slice(0, limit).flatMap(kindsIn));
    const isFree = (productType: string) => first.has(productType) && (blocks.get(productType) ?? 0) < MAX_BLOCKS;
    const free = candidates.filter((one) => kindsIn(one).every(isFree));
    // Products that other slots take are replaced by more of the same kinds, or the next block would not know which are left.
    const own = count(free.slice(0, limit));
    return free.filter((one) => kindsIn(one).every((productType) => own.has(productType)));
  });
}
