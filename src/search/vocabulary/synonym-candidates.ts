import { groupedBy } from "../../lib/grouped-by.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";
import { alternativesOf } from "../text/synonyms.js";
import type { TextRules } from "../text/words.js";
import type { NamePair } from "./catalogue-names.js";
import type { NearThing } from "./near-things.js";
import type { Substitution } from "./reformulations.js";

/** What speaks for a synonym. */
interface Evidence {
  /**
   * `corrections`: shoppers replaced one by the other, and chose something. `titles`: titles say both. `types`: titles say one, and the
   * stated type the other. `meaning`: an encoder finds them alike.
   */
  readonly kind: "corrections" | "titles" | "types" | "meaning";
  /** Different devices; products; products; standard deviations by which it is nearer than what the catalogue has is on average. */
  readonly amount: number;
  /** The same as a sentence without its stop. */
  readonly in_words: string;
}

/** A synonym that a merchandiser may want, and why. */
export interface SynonymCandidate {
  /** As `search.synonyms` takes it. */
  readonly rule: SynonymRule;
  readonly evidence: readonly Evidence[];
}

/** What may lead from one word to another. */
export interface Found {
  readonly substitutions: readonly Substitution[];
  readonly pairs: readonly NamePair[];
  readonly near: readonly NearThing[];
}

interface Lead {
  readonly from: string;
  readonly to: string;
  readonly isBoth: boolean;
  readonly evidence: Evidence;
}

/**
 * Words that shoppers, the catalogue and an encoder use for the same thing, without the storefront's known synonyms. A
 * shopper who replaces one word by another shows that the first leads to the second; only where others replace them the
 * other way round, or the catalogue calls products both, do both mean the same.
 * @param most of each source: many of one leave room for the others
 */
export function synonymCandidates(
  { substitutions, pairs, near }: Found,
  rules: Pick<TextRules, "language" | "search">,
  most: number,
): SynonymCandidate[] {
  const isNew = ({ from, to }: Lead) =>
    !alternativesOf(from.split(" "), rules).some((alternative) => alternative.join(" ") === to);
  const sources = [substitutions.map(leadOfShoppers), pairs.map(leadOfCatalogue), near.map(leadOfMeaning)];
  const leads = sources.flatMap((some) => some.filter(isNew).slice(0, most));
  const groups = groupedBy(leads, ({ from, to }) => [from, to].sort().join("\n"));
  return [...groups.values()].map((group) => {
    const { from, to } = group[0] as Lead;
    const isBoth = group.some((one) => one.isBoth || one.from !== from);
    const rule = isBoth ? { terms: [from, to] } : { terms: [from], to: [to] };
    return { rule, evidence: group.map(({ evidence }) => evidence) };
  });
}

function leadOfShoppers({ from, to, shoppers }: Substitution): Lead {
  const in_words = `${shoppers} shoppers typed “${to}” after “${from}” and chose something`;
  return { from, to, isBoth: false, evidence: { kind: "corrections", amount: shoppers, in_words } };
}

function leadOfCatalogue({ terms: [from, to], products, title }: NamePair): Lead {
  const evidence: Evidence =
    title === null
      ? { kind: "types", amount: products, in_words: `${products} products are “${from}” by title and “${to}” by type` }
      : { kind: "titles", amount: products, in_words: `${products} titles say both, as “${title}”` };
  return { from, to, isBoth: true, evidence };
}

function leadOfMeaning({ word, thing, likeness }: NearThing): Lead {
  const in_words = `nothing is found by “${word}”, and of what titles name “${thing}” is nearest in meaning (${likeness.toFixed(1)} standard deviations)`;
  return { from: word, to: thing, isBoth: false, evidence: { kind: "meaning", amount: likeness, in_words } };
}
