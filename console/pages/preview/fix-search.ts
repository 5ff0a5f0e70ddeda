import { lowered, loweredWords } from "../../../src/lib/folded.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { SynonymRule } from "../../../src/storefront/search-configuration.js";

/**
 * Returns a synonym that adds the results of `meant` to the results of `query`. The synonym maps only the words in
 * which the two queries differ.
 */
export function synonymFor(query: string, meant: string): SynonymRule {
  const [typed, wanted] = [loweredWords(query), loweredWords(meant)];
  const from = typed.filter((word) => !wanted.includes(word));
  const to = wanted.filter((word) => !typed.includes(word));
  if (from.length === 0 || to.length === 0) return { terms: [lowered(query)], to: [lowered(meant)] };
  return { terms: [from.join(" ")], to: [to.join(" ")] };
}

/** Adds a synonym. If the terms already have synonyms, the lists are merged. */
export function withSynonym(configuration: ConfigurationDocument, { terms, to }: SynonymRule): ConfigurationDocument {
  const { synonyms = [], ...search } = configuration.search ?? {};
  if (to === undefined) return { ...configuration, search: { ...search, synonyms: [...synonyms, { terms }] } };
  const at = synonyms.findIndex((one) => one.to !== undefined && JSON.stringify(one.terms) === JSON.stringify(terms));
  const known = synonyms[at]?.to ?? [];
  const rule = { terms, to: [...new Set([...known, ...to])] };
  const next = at === -1 ? [...synonyms, rule] : synonyms.map((one, position) => (position === at ? rule : one));
  return { ...configuration, search: { ...search, synonyms: next } };
}

/** Adds a redirect for a query and removes the query's previous redirect. */
export function withRedirect(configuration: ConfigurationDocument, query: string, url: string): ConfigurationDocument {
  const typed = lowered(query);
  const others = (configuration.redirects ?? [])
    .map((one) => ({ ...one, queries: (one.queries ?? []).filter((text) => lowered(text) !== typed) }))
    .filter(({ queries }) => queries.length > 0);
  const at = others.findIndex((one) => one.url === url);
  const redirects =
    at === -1
      ? [...others, { queries: [typed], url }]
      : others.map((one, position) => (position === at ? { ...one, queries: [...one.queries, typed] } : one));
  return { ...configuration, redirects };
}

export function withRightWord(configuration: ConfigurationDocument, word: string): ConfigurationDocument {
  const { typo_exclusions = [], ...search } = configuration.search ?? {};
  return {
    ...configuration,
    search: { ...search, typo_exclusions: [...new Set([...typo_exclusions, lowered(word)])] },
  };
}
