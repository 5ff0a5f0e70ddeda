import { flatten } from "../../catalog/flatten.js";
import type { ProductSource } from "../../catalog/product-document.js";
import { declaredKinds, headsOfTitle } from "../../catalog/kind.js";
import type { HeadPosition } from "../../languages/language.js";
import { isSpelling, type Substitution } from "./reformulations.js";
import type { SynonymRule } from "../../storefront/search-configuration.js";
import { alternativesOf } from "../text/synonyms.js";
import type { TextRules } from "../text/words.js";

/** Two words for the same products. */
export interface NamePair {
  readonly terms: readonly [string, string];
  /** Products that are called both. */
  readonly products: number;
}

/** Fewer are chance. */
const MIN_PRODUCTS = 5;
/** Of the products that have one name, so many must have the other: a kind with many names in it is no synonym of one. */
const MIN_SHARE = { titles: 0.5, kinds: 0.2 };
/** Bounds the memory; names that come later do not count. */
const MOST = 50_000;
/** "Laptop/Notebook" in a title: the shop itself says that they are one. */
const ALTERNATIVES = /(?<![\p{L}\p{N}/])(\p{L}{3,}) ?\/ ?(\p{L}{3,})(?![\p{L}\p{N}/])/gu;

export interface CatalogueNames {
  observe(product: ProductSource): void;
  /** The most products first. */
  pairs(): NamePair[];
}

/** Finds words that a catalogue uses for the same products: in its titles, and in what its data states as their type. */
export function collectNames(position: HeadPosition): CatalogueNames {
  const heads = new Map<string, number>();
  const kinds = new Map<string, number>();
  const both = new Map<string, number>();
  const alternatives = new Map<string, number>();

  return {
    observe({ source }) {
      const leaves = source.filter(({ active }) => active).map(({ data }) => flatten(data).leaves);
      const own = new Set<string>();
      for (const one of leaves) {
        const brand = one.get("designer")?.[0]?.toString();
        for (const title of one.get("title") ?? []) {
          for (const head of headsOfTitle(String(title), brand, new Set(), position)) own.add(head);
          for (const [, first = "", second = ""] of String(title).toLowerCase().matchAll(ALTERNATIVES)) {
            bump(alternatives, keyOf([first, second].sort() as [string, string]));
          }
        }
      }
      const stated = declaredKinds(leaves, position);
      for (const head of own) bump(heads, head);
      for (const kind of stated) bump(kinds, kind);
      for (const head of own) for (const kind of stated) if (head !== kind) bump(both, keyOf([head, kind]));
    },

    pairs() {
      const stated = entries(both).filter(({ terms: [head, kind], products }) => {
        const ofTitles = products / (heads.get(head) ?? Infinity);
        const ofKinds = products / (kinds.get(kind) ?? Infinity);
        return ofTitles >= MIN_SHARE.titles && ofKinds >= MIN_SHARE.kinds;
      });
      const found = new Map<string, NamePair>();
      for (const pair of [...stated, ...entries(alternatives)]) {
        const key = keyOf([...pair.terms].sort() as [string, string]);
        const isWord = pair.terms.every((term) => /^\p{L}{2,}$/u.test(term));
        if (!isWord || pair.products < MIN_PRODUCTS || isSpelling(...pair.terms) || found.has(key)) continue;
        found.set(key, pair);
      }
      return [...found.values()].sort((a, b) => b.products - a.products || (a.terms[0] < b.terms[0] ? -1 : 1));
    },
  };
}

function bump(counts: Map<string, number>, key: string): void {
  const count = counts.get(key);
  if (count !== undefined) counts.set(key, count + 1);
  else if (counts.size < MOST) counts.set(key, 1);
}

const keyOf = (terms: readonly [string, string]): string => JSON.stringify(terms);

const entries = (counts: ReadonlyMap<string, number>): NamePair[] =>
  [...counts].map(([key, products]) => ({ terms: JSON.parse(key) as [string, string], products }));

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
