import { flatten } from "../../catalog/flatten.js";
import { declaredKinds, endsName, headPosition, headsOfNames, thingsInTitle } from "../../catalog/kind.js";
import { coloursOf } from "../../catalog/product.js";
import type { ProductSource } from "../../catalog/product-document.js";
import { LANGUAGES, type Language, withEnglish } from "../../languages/languages.js";
import { isSpelling } from "./reformulations.js";

/** Two words for the same products. */
export interface NamePair {
  readonly terms: readonly [string, string];
  /** Products that are called both. */
  readonly products: number;
  /** A title that says both; null where titles say one and what the feed states as type says the other. */
  readonly title: string | null;
}

/** Fewer are chance: of titles that say one name and stated types that say another, and of titles that say both. */
const MIN_PRODUCTS = { types: 5, titles: 3 };
/** Of the products that have one name, so many must have the other: a kind with many names in it is no synonym of one. */
const MIN_SHARE = { titles: 0.5, kinds: 0.2 };
/** Of the products in which a word is joined to some other one, so many must have the same: what is joined to many qualifies them. */
const MIN_JOINED = 0.5;
/** Bounds the memory; names that come later do not count. */
const MOST = 50_000;
const MAX_TITLE = 500;
const MAX_THING_WORDS = 3;
const MAX_THING_LENGTH = 60;

export interface CatalogueNames {
  observe(product: ProductSource): void;
  /** The most products first. */
  pairs(): NamePair[];
  /** What titles call things ("bedside table", "table"), by how many products, the most first. @param most of them */
  things(most: number): string[];
}

/** Finds words that a catalogue uses for the same products: in its titles, and in what its data states as their type. */
export function collectNames(language: Language): CatalogueNames {
  const position = headPosition(language);
  const heads = new Map<string, number>();
  const kinds = new Map<string, number>();
  const both = new Map<string, number>();
  const joined = new Map<string, number>();
  const joins = new Map<string, number>();
  const examples = new Map<string, string>();
  const things = new Map<string, number>();
  const pairsIn = joinedWords(language);

  return {
    observe({ source }) {
      const leaves = source.filter(({ active }) => active).map(({ data }) => flatten(data).leaves);
      const own = { heads: new Set<string>(), things: new Set<string>(), pairs: new Map<string, string>() };
      for (const one of leaves) {
        const brand = one.get("designer")?.[0]?.toString();
        const colours = coloursOf(one);
        for (const title of (one.get("title") ?? []).map((value) => String(value).slice(0, MAX_TITLE))) {
          const names = thingsInTitle(title, brand, colours);
          for (const head of headsOfNames(names, position)) own.heads.add(head);
          const things = names
            .map((name) => name.filter((word) => !isRange(word, title)))
            .filter((name) => name.length > 0);
          for (const head of headsOfNames(things, position)) own.things.add(head);
          for (const name of things) if (isThing(name)) own.things.add(name.join(" ").toLowerCase());
          for (const pair of pairsIn(title, colours)) own.pairs.set(keyOf(pair), title);
        }
      }
      const stated = declaredKinds(leaves, position);
      for (const head of own.heads) bump(heads, head);
      for (const thing of own.things) bump(things, thing);
      for (const kind of stated) bump(kinds, kind);
      for (const head of own.heads) for (const kind of stated) if (head !== kind) bump(both, keyOf([head, kind]));
      for (const [key, title] of own.pairs) {
        bump(joined, key);
        for (const word of termsOf(key)) bump(joins, word);
        if (joined.has(key) && !examples.has(key)) examples.set(key, title);
      }
    },

    pairs() {
      const stated = entries(both).filter(({ terms: [head, kind], products }) => {
        const ofTitles = products / (heads.get(head) ?? Infinity);
        const ofKinds = products / (kinds.get(kind) ?? Infinity);
        return ofTitles >= MIN_SHARE.titles && ofKinds >= MIN_SHARE.kinds && products >= MIN_PRODUCTS.types;
      });
      const said = entries(joined).filter(({ terms, products }) => {
        const most = Math.max(...terms.map((term) => joins.get(term) ?? 0));
        return products >= MIN_PRODUCTS.titles && products / most >= MIN_JOINED;
      });
      const found = new Map<string, NamePair>();
      for (const { terms, products } of [...said, ...stated]) {
        const key = keyOf([...terms].sort() as [string, string]);
        const isWord = terms.every((term) => /^\p{L}{2,40}$/u.test(term));
        if (!isWord || isSpelling(...terms) || found.has(key)) continue;
        found.set(key, { terms, products, title: examples.get(key) ?? null });
      }
      return [...found.values()].sort((a, b) => b.products - a.products || (a.terms[0] < b.terms[0] ? -1 : 1));
    },

    things: (most) =>
      [...things]
        .filter(([thing, products]) => products >= MIN_PRODUCTS.titles && thing.length >= 3)
        .sort(([, one], [, other]) => other - one)
        .slice(0, most)
        .map(([thing]) => thing),
  };
}

/** Ranges are written in capitals, where all else is not: "KALLAX shelf". */
const isRange = (word: string, title: string): boolean =>
  word.length > MAX_ACRONYM &&
  word === word.toUpperCase() &&
  word !== word.toLowerCase() &&
  title !== title.toUpperCase();
const MAX_ACRONYM = 5;

const isThing = (name: readonly string[]) =>
  name.length <= MAX_THING_WORDS && name.join(" ").length <= MAX_THING_LENGTH;

/** "Beamer/Projector", "Nachttisch (Nachtkommode)", "Couch or sofa": the shop itself says that they are one. */
function joinedWords(language: Language): (title: string, colours: ReadonlySet<string>) => [string, string][] {
  const or = withEnglish(language, "orWords")
    .flatMap((words) => words.split(" "))
    .join("|");
  const word = String.raw`(\p{L}{3,40})`;
  const before = String.raw`(?<![\p{L}\p{N}/])`;
  const after = String.raw`(?![\p{L}\p{N}/])`;
  const stroke = new RegExp(`${before}${word} ?/ ?${word}${after}`, "gu");
  const brackets = new RegExp(String.raw`${before}${word} ?\(${word}\)`, "gu");
  const either = new RegExp(`${before}${word} (?:${or}) ${word}${after}`, "giu");
  const { capitalNouns } = LANGUAGES[language];
  return (title, colours) => {
    const isName = (text: string) =>
      !colours.has(text.toLowerCase()) &&
      !isRange(text, title) &&
      !(capitalNouns && text === text.toLowerCase() && title !== text);
    // "Table or floor lamp" goes on: what it is comes later.
    const isEnd = ({ 0: all, index }: RegExpExecArray) => {
      const [next = ""] = title
        .slice(index + all.length)
        .trimStart()
        .split(/\s/, 1);
      return !/^\p{L}/u.test(next) || endsName(next) || colours.has(next.toLowerCase());
    };
    const matches = [
      ...title.matchAll(stroke),
      ...title.matchAll(brackets),
      ...[...title.matchAll(either)].filter(isEnd),
    ];
    return matches.flatMap(([, first = "", second = ""]): [string, string][] =>
      isName(first) && isName(second) ? [[first.toLowerCase(), second.toLowerCase()].sort() as [string, string]] : [],
    );
  };
}

function bump(counts: Map<string, number>, key: string): void {
  const count = counts.get(key);
  if (count !== undefined) counts.set(key, count + 1);
  else if (counts.size < MOST) counts.set(key, 1);
}

const keyOf = (terms: readonly [string, string]): string => JSON.stringify(terms);

const termsOf = (key: string): [string, string] => JSON.parse(key) as [string, string];

const entries = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([key, products]) => ({ terms: termsOf(key), products }));
