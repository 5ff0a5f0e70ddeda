import { categoryPath } from "../../catalog/leaves.js";
import { covers, meet, textOfKey, type Scope } from "./scope.js";

/** What scopes say, each by the names under which one is filed and looked up: two that meet have a name in common there. */
const DIMENSIONS = ["queries", "categories", "conditions"] as const;
type Dimension = (typeof DIMENSIONS)[number];

/** Scopes that say something of the same dimensions. */
interface Group {
  readonly says: ReadonlySet<Dimension>;
  /** All of them, as places in the order given. */
  readonly all: number[];
  readonly named: ReadonlyMap<Dimension, Map<string, number[]>>;
}

/**
 * Finds those of thousands of scopes that meet another one without comparing it with each. Memory and the time of building grow with the
 * words, categories and conditions of the scopes.
 */
export class ScopeIndex<T extends { readonly scope: Scope }> {
  readonly #filed: readonly T[];
  /** Of each, so that thousands that are never in force together are passed over fast. */
  readonly #from: Float64Array;
  readonly #until: Float64Array;
  /** In how many queries each word is. */
  readonly #frequency = new Map<string, number>();
  readonly #groups = new Map<string, Group>();

  constructor(filed: readonly T[]) {
    this.#filed = filed;
    this.#from = Float64Array.from(filed, ({ scope }) => scope.from);
    this.#until = Float64Array.from(filed, ({ scope }) => scope.until);
    for (const { scope } of filed) {
      for (const word of textsOf(scope).flat()) this.#frequency.set(word, (this.#frequency.get(word) ?? 0) + 1);
    }
    for (const [place, { scope }] of filed.entries()) {
      const group = this.#groupOf(scope);
      group.all.push(place);
      for (const [dimension, places] of group.named) {
        for (const name of new Set(this.#filedUnder(dimension, scope))) {
          const known = places.get(name);
          if (known === undefined) places.set(name, [place]);
          else known.push(place);
        }
      }
    }
  }

  /** The first in the order given whose scope meets this one, of those before a place. */
  firstMeeting(scope: Scope, before: number): T | undefined {
    const [filed, begins, ends] = [this.#filed, this.#from, this.#until];
    let first = before;
    for (const group of this.#groups.values()) {
      for (const places of this.#candidates(group, scope)) {
        for (const place of places) {
          if (place >= first) break;
          if ((begins[place] as number) >= scope.until || (ends[place] as number) <= scope.from) continue;
          if (!meet((filed[place] as T).scope, scope)) continue;
          first = place;
          break;
        }
      }
    }
    return first === before ? undefined : filed[first];
  }

  /** All whose scopes cover this one, in the order given. */
  covering(scope: Scope): T[] {
    const said = saidBy(scope);
    const groups = [...this.#groups.values()].filter(({ says }) => [...says].every((one) => said.includes(one)));
    const places = new Set(groups.flatMap((group) => this.#candidates(group, scope)).flat());
    return [...places]
      .sort((one, other) => one - other)
      .map((place) => this.#filed[place] as T)
      .filter((one) => covers(one.scope, scope));
  }

  #groupOf(scope: Scope): Group {
    const says = saidBy(scope);
    const key = says.join();
    const group = this.#groups.get(key) ?? {
      says: new Set(says),
      all: [],
      named: new Map(says.map((dimension) => [dimension, new Map<string, number[]>()])),
    };
    this.#groups.set(key, group);
    return group;
  }

  /** All of a group that may meet a scope: by the dimension of both that leaves fewest. */
  #candidates({ all, named }: Group, scope: Scope): readonly (readonly number[])[] {
    const lists = saidBy(scope).flatMap((dimension) => {
      const places = named.get(dimension);
      if (places === undefined) return [];
      return [[...new Set(this.#lookedUp(dimension, scope))].flatMap((name) => [places.get(name) ?? []])];
    });
    return lists.reduce((best, list) => (sizeOf(list) < sizeOf(best) ? list : best), [all]);
  }

  /** Of two queries that meet one has the words of the other beside each other: so also the other's rarest word. */
  #filedUnder(dimension: Dimension, scope: Scope): string[] {
    switch (dimension) {
      case "queries":
        return textsOf(scope).flatMap((words) => [...words.map(within), ...this.#rarest(words).map(rarest)]);
      case "categories":
        return [...scope.categories].flatMap((category) => [own(category), ...categoryPath(category).map(within)]);
      case "conditions":
        return [...scope.conditions];
    }
  }

  #lookedUp(dimension: Dimension, scope: Scope): string[] {
    switch (dimension) {
      case "queries":
        return textsOf(scope).flatMap((words) => [...this.#rarest(words).map(within), ...words.map(rarest)]);
      case "categories":
        return [...scope.categories].flatMap((category) => [within(category), ...categoryPath(category).map(own)]);
      case "conditions":
        return [...scope.conditions];
    }
  }

  #rarest(words: readonly string[]): string[] {
    const often = (word: string) => this.#frequency.get(word) ?? 0;
    return words.slice(0, 1).map((first) => words.reduce((a, b) => (often(b) < often(a) ? b : a), first));
  }
}

const saidBy = (scope: Scope): Dimension[] => DIMENSIONS.filter((dimension) => scope[dimension].size > 0);

const textsOf = ({ queries }: Scope): string[][] =>
  [...queries].map((key) => [...new Set(textOfKey(key).split(" "))].filter((word) => word !== ""));

const sizeOf = (lists: readonly (readonly number[])[]): number => lists.reduce((sum, { length }) => sum + length, 0);

const within = (name: string): string => `within ${name}`;
const rarest = (name: string): string => `rarest ${name}`;
const own = (name: string): string => `own ${name}`;
