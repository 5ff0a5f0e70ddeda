import type { SynonymRule } from "../../storefront/search-configuration.js";
import { alternativesOf } from "../text/synonyms.js";
import type { TextRules } from "../text/text-rules.js";
import type { NamePair } from "./catalogue-names.js";
import type { Substitution } from "./reformulations.js";

/** A synonym that a merchandiser may want, and why. */
export interface SynonymCandidate {
  /** As `search.synonyms` takes it. */
  readonly rule: SynonymRule;
  /** Different devices that replaced one by the other, or products that are called both. */
  readonly shoppers: number;
  readonly products: number;
}

/**
 * Finds words that shoppers and the catalogue use for the same thing, without the storefront's known synonyms. A
 * shopper who replaces one word by another shows that the first leads to the second; only when others replace them the
 * other way round do both mean the same.
 */
export function synonymCandidates(
  substitutions: readonly Substitution[],
  pairs: readonly NamePair[],
  rules: Pick<TextRules, "language" | "search">,
): SynonymCandidate[] {
  const known = (from: string, to: string) =>
    alternativesOf(from.split(" "), rules).some((alternative) => alternative.join(" ") === to);
  const reverse = new Map(substitutions.map((one) => [`${one.from}\n${one.to}`, one]));
  const ofShoppers = substitutions.flatMap(({ from, to, shoppers }): SynonymCandidate[] => {
    const back = reverse.get(`${to}\n${from}`);
    if (known(from, to) || (back !== undefined && to < from)) return [];
    const rule = back === undefined ? { terms: [from], to: [to] } : { terms: [from, to] };
    return [{ rule, shoppers: shoppers + (back?.shoppers ?? 0), products: 0 }];
  });
  const told = new Set(ofShoppers.map(({ rule }) => [...rule.terms, ...(rule.to ?? [])].sort().join("\n")));
  const ofCatalogue = pairs.flatMap(({ terms, products }): SynonymCandidate[] => {
    const [one, other] = terms;
    if (known(one, other) || told.has([...terms].sort().join("\n"))) return [];
    return [{ rule: { terms }, shoppers: 0, products }];
  });
  return [...ofShoppers, ...ofCatalogue];
}
