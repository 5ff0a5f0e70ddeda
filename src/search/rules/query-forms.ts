import { stemsRequest, type Language, LANGUAGES, JOINING_WORDS, comparableWords } from "../../languages/index.js";
import { folded } from "../../lib/folded.js";
import type { Engine } from "../../engine/engine.js";
import type { CachedEngine } from "../../catalog/cache.js";
import { type Kind, textBytes } from "../../lib/cache.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { QueryMatch, Rule } from "../../storefront/rules-configuration.js";
import { unitsOf } from "../text/units.js";
import { withoutStopWords, wordsOf } from "../text/words.js";

/** Returns a query in the form in which it is compared with rules: lower case, no accents, no punctuation, single spaces. */
export const comparableQuery = (query: string): string => comparableWords(query).join(" ");

/** Returns the key of a rule's query in the rule index. */
export const queryKey = (match: QueryMatch, query: string): string => `${match} ${query}`;

/**
 * Returns the index keys of all rule queries that match the typed text, regardless of hyphens and spaces: "usb c" and "usb-c" match "usbc".
 */
export function typedKeys(typed: string): string[] {
  const keysOf = (words: readonly string[], between: string) =>
    partsOf(words).flatMap(({ part, matches }) => matches.map((match) => queryKey(match, part.join(between))));
  const words = comparableWords(typed);
  const cut = folded(typed)
    .split(" ")
    .filter((word) => word !== "");
  const named = words.filter((word) => !JOINING_WORDS.has(word));
  const all = [...keysOf(words, " "), ...keysOf(words, ""), ...keysOf(cut, " "), ...keysOf(named, "")];
  return [...new Set(all)];
}

/** A stem from the analyzer, with the length of the typed word in UTF-16 units. */
interface Term {
  readonly stem: string;
  readonly length: number;
}

type Spoken = Pick<StorefrontConfiguration, "language" | "search" | "rules">;

/**
 * Returns the index keys of rule queries that match another form (plural, article, synonym) of the given queries, analyzed as in a search.
 * Calls the engine only for text that is not cached, and only if a rule accepts other forms.
 * @param queries the query as typed and as corrected
 * @throws the errors of the engine
 */
export async function meantKeys(
  deps: CachedEngine,
  configuration: Spoken,
  ...queries: readonly (string | null | undefined)[]
): Promise<string[]> {
  const typed = queries.filter((query) => query != null);
  return [...new Set((await meantKeysOfEach(deps, configuration, typed)).flat())];
}

/**
 * Returns the keys of `meantKeys` for many queries, and combines the engine calls of all queries. The results are in
 * the order of the queries.
 */
export async function meantKeysOfEach(
  deps: CachedEngine,
  configuration: Spoken,
  queries: readonly string[],
): Promise<string[][]> {
  const { language, rules } = configuration;
  if (queries.length === 0 || !rules.some(comparesForms)) return queries.map(() => []);
  const spellings = queries.map((query) => spellingsOf(query, configuration));
  const texts = [...new Set(spellings.flat())];
  const [forms, known] = await Promise.all([analysed(deps, language, texts), rulesByStem(deps, language, rules)]);
  const formOf = new Map(texts.map((text, at) => [text, forms[at] ?? []]));
  return spellings.map((own) => own.flatMap((text) => keysIn(formOf.get(text) ?? [], known)));
}

/** Returns the index keys of rule queries that match a sequence of the given words. */
function keysIn(form: readonly Term[], known: ByStem): string[] {
  return partsOf(form).flatMap(({ part, matches }) =>
    (known.get(stemsOf(part)) ?? [])
      .filter(({ terms }) => terms.every(({ length }, at) => isNear(length, part[at]?.length ?? 0)))
      .flatMap(({ query }) => matches.map((match) => queryKey(match, query))),
  );
}

/** Whether a rule also matches other forms of its queries. */
const comparesForms = ({ when: { queries, exact } }: Rule): boolean => queries.length > 0 && !exact;

/**
 * Maximum difference in length between two forms of a word, in characters. Two are enough for plural and case endings. A larger difference
 * indicates another word with the same stem: "dressing" does not match "dress".
 */
const ENDING = 2;
const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= ENDING;

/** Returns all sequences of consecutive words in a query, with the match types that each sequence satisfies. */
function partsOf<T>(words: readonly T[]): { readonly part: readonly T[]; readonly matches: readonly QueryMatch[] }[] {
  return words.flatMap((_, from) =>
    words.slice(from).map((_word, more) => {
      const part = words.slice(from, from + more + 1);
      const matches: QueryMatch[] = ["contains"];
      if (from === 0) matches.push("begins_with");
      if (part.length === words.length) matches.push("is");
      return { part, matches };
    }),
  );
}

/** Maximum number of query variants in which synonyms replace words. */
const MAX_SPELLINGS = 32;

/** Returns a query and the variants in which words are replaced by synonyms. */
function spellingsOf(typed: string, { language, search }: Spoken): string[] {
  let spellings: readonly (readonly string[])[] = [[]];
  for (const { words, alternatives } of unitsOf(wordsOf(typed).words, { language, search })) {
    const longer = [words, ...alternatives].flatMap((name) => spellings.map((before) => [...before, ...name]));
    spellings = longer.slice(0, MAX_SPELLINGS);
  }
  return spellings.map((words) => withoutStopWords(words, language).join(" "));
}

interface RuleQuery {
  readonly query: string;
  readonly terms: readonly Term[];
}

type ByStem = ReadonlyMap<string, readonly RuleQuery[]>;

/** Rule queries by stems, cached per list of rules and per language, as long as the configuration that contains the list exists. */
const readRules = new WeakMap<readonly Rule[], Map<Language, Promise<ByStem>>>();

function rulesByStem(deps: CachedEngine, language: Language, rules: readonly Rule[]): Promise<ByStem> {
  const byLanguage = readRules.get(rules) ?? new Map<Language, Promise<ByStem>>();
  readRules.set(rules, byLanguage);
  const known = byLanguage.get(language);
  if (known !== undefined) return known;
  const reading = readByStem(deps, language, rules);
  byLanguage.set(language, reading);
  // A failed read is not cached, so the next request tries again.
  reading.catch(() => byLanguage.delete(language));
  return reading;
}

async function readByStem(deps: CachedEngine, language: Language, rules: readonly Rule[]): Promise<ByStem> {
  const queries = [...new Set(rules.filter(comparesForms).flatMap(({ when }) => when.queries.map(comparableQuery)))];
  const byStem = new Map<string, RuleQuery[]>();
  const requested = queries.map((query) => withoutStopWords(query.split(" "), language).join(" "));
  const forms = await analyse(deps.engine, language, requested);
  for (const [at, query] of queries.entries()) {
    const terms = forms[at] ?? [];
    if (terms.length > 0) byStem.set(stemsOf(terms), [...(byStem.get(stemsOf(terms)) ?? []), { query, terms }]);
  }
  return byStem;
}

const stemsOf = (terms: readonly Term[]): string => terms.map(({ stem }) => stem).join(" ");

const ANALYSED: Kind<readonly Term[]> = {
  name: "analysed",
  bytesOf: (terms) => terms.reduce((sum, { stem }) => sum + 100 + textBytes(stem), 100),
};

/** Returns the stems of each text. The stems are cached, because the analysis of a text does not change. */
async function analysed({ engine, cache }: CachedEngine, language: Language, texts: readonly string[]) {
  const keyOf = (text: string) => `${language} ${text}`;
  const kept = new Map(texts.map((text) => [text, cache.plain.get(ANALYSED, keyOf(text))]));
  const unknown = texts.filter((text) => kept.get(text) === undefined);
  const found = await analyse(engine, language, unknown);
  for (const [at, text] of unknown.entries()) {
    const terms = found[at] ?? [];
    kept.set(text, terms);
    cache.plain.set(ANALYSED, keyOf(text), terms);
  }
  return texts.map((text) => kept.get(text) ?? []);
}

/** Maximum number of characters per analyzer call, so that a call never exceeds the engine's limit of 10,000 terms. */
const MAX_LETTERS = 10_000;

async function analyse(engine: Engine, language: Language, texts: readonly string[]): Promise<Term[][]> {
  const stems = stemsRequest(LANGUAGES[language]);
  const terms: Term[][] = [];
  for (let from = 0; from < texts.length;) {
    const some = firstWithin(texts.slice(from), MAX_LETTERS);
    const { tokens } = await engine.call<{ readonly tokens: readonly Token[] }>("analyze", {
      method: "POST",
      path: "/_analyze",
      body: { ...stems, text: some },
    });
    let start = 0;
    for (const text of some) {
      const end = start + text.length;
      const own = tokens.filter(({ start_offset }) => start_offset >= start && start_offset <= end);
      terms.push(own.map((token) => ({ stem: token.token, length: token.end_offset - token.start_offset })));
      start = end + 1;
    }
    from += some.length;
  }
  return terms;
}

interface Token {
  readonly token: string;
  /** Offset of the token's first character in the joined texts. One character separates two texts. */
  readonly start_offset: number;
  readonly end_offset: number;
}

function firstWithin(texts: readonly string[], letters: number): string[] {
  let left = letters;
  const end = texts.findIndex((text) => (left -= text.length + 1) < 0);
  return texts.slice(0, end === -1 ? texts.length : Math.max(1, end));
}
