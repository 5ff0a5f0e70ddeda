import { CATEGORY_LEAF } from "../filters/field-names.js";
import type { LostLeaf } from "./flatten.js";
import type { LeafType, LeafTypes, Leaves, Scalar } from "./leaves.js";
import { BASE_LEAF_TYPES, fitValue, LeafNames, MAX_FIELDS, misfits } from "./leaf-types.js";

export interface LeafRules {
  /** The types of leaves that the catalogue does not have yet but the storefront has declared. */
  readonly declared: LeafTypes;
  /** Leaves that the storefront's configuration names: no ceiling is for them. */
  readonly named: ReadonlySet<string>;
  readonly maxLeaves: number;
  /** Whether known leaves without values may give way at the ceiling; in an index that exists they cannot. */
  readonly mayForget: boolean;
}

/** Of the leaves of a variant: all are known and fit, some value does not fit, or some leaf is not known. */
export type LeafFit = "fits" | "misfits" | "new";

/** How many values of a leaf there were of each kind, as JSON has them. */
export class Votes {
  strings = 0;
  numbers = 0;
  booleans = 0;
  /** Some string was too long to be a value. */
  hasLongText = false;

  count(values: readonly Scalar[]): void {
    for (const value of values) {
      if (typeof value === "string") {
        this.strings += 1;
        this.hasLongText ||= fitValue(value, "string") === undefined;
      } else if (typeof value === "number") {
        this.numbers += 1;
      } else {
        this.booleans += 1;
      }
    }
  }

  /** The type of most values. Without a majority it is text, which fits every value. */
  winner(): LeafType {
    const { strings, numbers, booleans } = this;
    if (numbers > strings && numbers > booleans) return "number";
    if (booleans > strings && booleans > numbers) return "boolean";
    return "string";
  }

  /** Whether some value may not fit the type that wins. */
  get areMixed(): boolean {
    const { strings, numbers, booleans } = this;
    return this.hasLongText || Math.max(strings, numbers, booleans) < strings + numbers + booleans;
  }
}

/**
 * Learns the leaves of a payload while it is read for the first time. What the catalogue has keeps its type; a new leaf
 * takes what most of its values are. Where one name is a leaf and an object, what the catalogue has wins, and else what
 * came first. Memory: a few numbers a leaf, for no more new leaves than the ceiling allows.
 */
export class LeafSurvey {
  readonly #names = new LeafNames();
  readonly #seen = new Set<string>();
  readonly #new = new Map<string, Votes>();
  readonly #doubtful = new Set<string>();
  #newFields = 0;

  constructor(
    private readonly known: LeafTypes,
    private readonly rules: LeafRules,
  ) {
    for (const leaf of known.keys()) this.#names.add(leaf);
  }

  observe(leaves: Leaves): LeafFit {
    let observed: LeafFit = "fits";
    for (const [leaf, values] of leaves) {
      const type = this.known.get(leaf);
      if (type === undefined) {
        this.#votesOf(leaf)?.count(values);
        observed = "new";
        continue;
      }
      this.#seen.add(leaf);
      if (values.every((value) => fitValue(value, type) !== undefined)) continue;
      this.#doubtful.add(leaf);
      if (observed === "fits") observed = "misfits";
    }
    return observed;
  }

  #votesOf(leaf: string): Votes | undefined {
    const votes = this.#new.get(leaf);
    if (votes !== undefined || this.#names.contradicts(leaf)) return votes;
    const growth = this.#names.growth(leaf);
    const { named, maxLeaves } = this.rules;
    const isOneTooMany = this.#new.size >= maxLeaves && !named.has(leaf);
    if (isOneTooMany || this.#newFields + growth > MAX_FIELDS) return undefined;
    this.#names.add(leaf);
    this.#newFields += growth;
    const first = new Votes();
    this.#new.set(leaf, first);
    return first;
  }

  /**
   * The leaves that can be filtered on from now on. At the ceiling, known leaves that no value was seen of go first, then
   * those that came last; never what the configuration names.
   */
  decide(): DecidedLeaves {
    const { declared, named, mayForget } = this.rules;
    const types = new Map<string, LeafType>();
    const added = new Set<string>();
    const names = new LeafNames();
    const doubtful = new Set(this.#doubtful);

    const admit = (leaf: string, type: LeafType): void => {
      types.set(leaf, type);
      names.add(leaf);
    };
    const admitKnown = (which: (leaf: string) => boolean, isSure: boolean): void => {
      for (const [leaf, type] of this.known) {
        if (!types.has(leaf) && which(leaf) && (isSure || this.#hasRoom(names, leaf))) admit(leaf, type);
      }
    };
    const admitNew = (which: (leaf: string) => boolean): void => {
      for (const [leaf, votes] of this.#new) {
        if (!which(leaf) || !this.#hasRoom(names, leaf)) continue;
        admit(leaf, declared.get(leaf) ?? votes.winner());
        added.add(leaf);
        if (votes.areMixed || declared.has(leaf)) doubtful.add(leaf);
      }
    };

    admitKnown((leaf) => !mayForget || BASE_LEAF_TYPES.has(leaf) || named.has(leaf), true);
    admitNew((leaf) => named.has(leaf));
    admitKnown((leaf) => this.#seen.has(leaf), false);
    admitNew((leaf) => !named.has(leaf));
    admitKnown(() => true, false);
    return new DecidedLeaves(types, added, names, doubtful);
  }

  #hasRoom(names: LeafNames, leaf: string): boolean {
    const { named, maxLeaves } = this.rules;
    // Derived leaves do not count towards the feed's limit.
    const own = names.leaves - Number(names.has(CATEGORY_LEAF));
    return (named.has(leaf) || own < maxLeaves) && names.fields + names.growth(leaf) <= MAX_FIELDS;
  }
}

export class DecidedLeaves {
  constructor(
    readonly types: LeafTypes,
    /** Those that the catalogue did not have. */
    readonly added: ReadonlySet<string>,
    private readonly names: LeafNames,
    private readonly doubtful: ReadonlySet<string>,
  ) {}

  /** The values of a variant that was observed that cannot be filtered on, each with the reason. */
  lossesOf(leaves: Leaves): LostLeaf[] {
    const lost: LostLeaf[] = [];
    for (const [leaf, values] of leaves) {
      const type = this.types.get(leaf);
      if (type === undefined) {
        lost.push({ leaf, reason: this.names.contradicts(leaf) ? "leaf_and_object" : "ceiling" });
      } else if (this.doubtful.has(leaf)) {
        for (const one of misfits(leaf, values, type)) lost.push(one);
      }
    }
    return lost;
  }
}
