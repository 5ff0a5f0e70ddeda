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
 * Returns a profile without its fallback, as used on a page with several blocks. A block without candidates of its own is then omitted, and
 * a block of popular products shows only products with known popularity.
 */
export function ownProfile(profile: Profile): Profile {
  const { recommenders } = profile;
  const [first] = recommenders;
  const isFallback = ({ by }: { readonly by: RecommenderName }) => CATALOGUE.has(by) && by !== first?.by;
  const end = recommenders.findLastIndex((one) => !isFallback(one)) + 1;
  const own = recommenders.slice(0, end);
  return { ...profile, recommenders: own.map((one) => (one.by === "popular" ? { ...one, known: true } : one)) };
}

/** Returns the fallback of a profile, or null if the profile has no catalogue recommenders. */
export function fallbackOf(profile: Profile): Profile | null {
  const recommenders = profile.recommenders.filter(({ by }) => CATALOGUE.has(by));
  return recommenders.length === 0 ? null : { ...profile, recommenders, unknown_shoppers: true };
}

/** Returns a profile that shows every product eligible for a slot, in unpersonalized order. */
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

/** A page slot with its candidates, before fallback products are added. */
export interface OwnSlot<T extends Named = BlockCandidate> {
  /** Products that the slot shows before fallback products are added. */
  readonly shown: readonly T[];
  /** All candidates of the slot without fallback candidates, best first. Other slots may show some of these candidates. */
  readonly own: readonly T[];
  /** The candidates of the fallback, best first; null for profiles without fallback. */
  readonly fallback: readonly T[] | null;
  /** All products that match the slot's filter, up to the number that a page can show. */
  readonly eligible: readonly T[];
  /**
   * Whether the slot's title makes a claim that fallback products do not satisfy, such as trending products or products chosen for the
   * shopper.
   */
  readonly claims: boolean;
}

/**
 * Returns the leading slot, which may be filled from its fallback: the first slot with products and a fallback, otherwise the first slot
 * whose fallback has products. A slot whose title does not fit fallback products is only chosen if it is full or if it is the only choice.
 * Returns undefined without a suitable slot.
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
 * Fills the leading slot of a page. The slot gets its own candidates first, then fallback products, then products of other slots. If the
 * whole page would otherwise be empty, the slot gets all eligible products. Earlier slots with a fallback are emptied.
 * @returns the products of each slot
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

/** Why a slot shows fewer products than requested although all searches succeeded. */
export type ShortReason = "too_few" | "shown_elsewhere" | "no_match";

/** @param page identifiers of the products on the page, including the products of this slot */
export function shortReason<T extends Named>(
  { own, eligible }: Pick<OwnSlot<T>, "own" | "eligible">,
  shown: readonly T[],
  page: ReadonlySet<string>,
): ShortReason {
  if (eligible.every(({ id }) => page.has(id))) return "too_few";
  const here = new Set(shown.map(({ id }) => id));
  return own.some(({ id }) => !here.has(id)) ? "shown_elsewhere" : "no_match";
}

/** Maximum number of blocks per product type. A type in more blocks would dominate the page. */
const MAX_BLOCKS = 2;

/**
 * Limits each product type to the first two blocks of a page. Blocks with fixed products stay unchanged, but count towards the limit.
 * @param slots the candidates of each slot, best first, and whether the products of the slot are fixed
 * @param limit number of products that a slot shows
 */
export function withoutCrowds<T extends Pick<BlockCandidate, "tokens">>(
  slots: readonly { readonly candidates: readonly T[]; readonly isGiven: boolean }[],
  limit: number,
  taxonomy: Pick<Taxonomy, "product_type_level" | "roots">,
): (readonly T[])[] {
  const blocks = new Map<string, number>();
  const known = new Map<string, readonly string[]>();
  // Cache the product types by token, because thousands of candidates share few categories.
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
    // The product types of the first candidates are the subject of a block. A block whose types are already shown elsewhere stays empty.
    const first = new Set(candidates.slice(0, limit).flatMap(kindsIn));
    const isFree = (productType: string) => first.has(productType) && (blocks.get(productType) ?? 0) < MAX_BLOCKS;
    const free = candidates.filter((one) => kindsIn(one).every(isFree));
    // Other slots may take some of the products, so keep more candidates of the same types as replacements.
    const own = count(free.slice(0, limit));
    return free.filter((one) => kindsIn(one).every((productType) => own.has(productType)));
  });
}
