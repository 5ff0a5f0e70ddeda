import { CATEGORY_FIELD } from "../filters/field-names.js";
import type { IndexWarning } from "./flatten.js";
import type { FieldType, FieldTypes, FieldValues, Scalar } from "./fields.js";
import { BASE_FIELD_TYPES, fitValue, FieldNames, MAX_FIELDS, misfits } from "./field-types.js";

export interface FieldNameRules {
  /** The types of leaves that the catalogue does not have yet but the storefront has declared. */
  readonly declared: FieldTypes;
  /** Leaves that the storefront's configuration names: no ceiling is for them. */
  readonly named: ReadonlySet<string>;
  readonly maxFields: number;
  /** Whether known leaves without values may give way at the ceiling; in an index that exists they cannot. */
  readonly mayForget: boolean;
}

/** Of the leaves of a variant: all are known and fit, some value does not fit, or some leaf is not known. */
export type FieldFit = "fits" | "misfits" | "new";

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
  winner(): FieldType {
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
export class FieldScan {
  readonly #names = new FieldNames();
  readonly #seen = new Set<string>();
  readonly #new = new Map<string, Votes>();
  readonly #doubtful = new Set<string>();
  #newFields = 0;

  constructor(
    private readonly known: FieldTypes,
    private readonly rules: FieldNameRules,
  ) {
    for (const field of known.keys()) this.#names.add(field);
  }

  observe(fields: FieldValues): FieldFit {
    let observed: FieldFit = "fits";
    for (const [field, values] of fields) {
      const type = this.known.get(field);
      if (type === undefined) {
        this.#votesOf(field)?.count(values);
        observed = "new";
        continue;
      }
      this.#seen.add(field);
      if (values.every((value) => fitValue(value, type) !== undefined)) continue;
      this.#doubtful.add(field);
      if (observed === "fits") observed = "misfits";
    }
    return observed;
  }

  #votesOf(field: string): Votes | undefined {
    const votes = this.#new.get(field);
    if (votes !== undefined || this.#names.contradicts(field)) return votes;
    const growth = this.#names.growth(field);
    const { named, maxFields } = this.rules;
    const isOneTooMany = this.#new.size >= maxFields && !named.has(field);
    if (isOneTooMany || this.#newFields + growth > MAX_FIELDS) return undefined;
    this.#names.add(field);
    this.#newFields += growth;
    const first = new Votes();
    this.#new.set(field, first);
    return first;
  }

  /**
   * The leaves that can be filtered on from now on. At the ceiling, known leaves that no value was seen of go first, then
   * those that came last; never what the configuration names.
   */
  decide(): DecidedFields {
    const { declared, named, mayForget } = this.rules;
    const types = new Map<string, FieldType>();
    const added = new Set<string>();
    const names = new FieldNames();
    const doubtful = new Set(this.#doubtful);

    const admit = (field: string, type: FieldType): void => {
      types.set(field, type);
      names.add(field);
    };
    const admitKnown = (which: (field: string) => boolean, isSure: boolean): void => {
      for (const [field, type] of this.known) {
        if (!types.has(field) && which(field) && (isSure || this.#hasRoom(names, field))) admit(field, type);
      }
    };
    const admitNew = (which: (field: string) => boolean): void => {
      for (const [field, votes] of this.#new) {
        if (!which(field) || !this.#hasRoom(names, field)) continue;
        admit(field, declared.get(field) ?? votes.winner());
        added.add(field);
        if (votes.areMixed || declared.has(field)) doubtful.add(field);
      }
    };

    admitKnown((field) => !mayForget || BASE_FIELD_TYPES.has(field) || named.has(field), true);
    admitNew((field) => named.has(field));
    admitKnown((field) => this.#seen.has(field), false);
    admitNew((field) => !named.has(field));
    admitKnown(() => true, false);
    return new DecidedFields(types, added, names, doubtful);
  }

  #hasRoom(names: FieldNames, field: string): boolean {
    const { named, maxFields } = this.rules;
    // Derived leaves do not count towards the feed's limit.
    const own = names.fieldNames - Number(names.has(CATEGORY_FIELD));
    return (named.has(field) || own < maxFields) && names.fields + names.growth(field) <= MAX_FIELDS;
  }
}

export class DecidedFields {
  constructor(
    readonly types: FieldTypes,
    /** Those that the catalogue did not have. */
    readonly added: ReadonlySet<string>,
    private readonly names: FieldNames,
    private readonly doubtful: ReadonlySet<string>,
  ) {}

  /** The values of a variant that was observed that cannot be filtered on, each with the reason. */
  warningsOf(fields: FieldValues): IndexWarning[] {
    const lost: IndexWarning[] = [];
    for (const [field, values] of fields) {
      const type = this.types.get(field);
      if (type === undefined) {
        lost.push({ field, reason: this.names.contradicts(field) ? "value_and_object" : "ceiling" });
      } else if (this.doubtful.has(field)) {
        for (const one of misfits(field, values, type)) lost.push(one);
      }
    }
    return lost;
  }
}
