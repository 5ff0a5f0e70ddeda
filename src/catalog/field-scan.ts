import { CATEGORY_FIELD } from "../filters/field-names.js";
import type { IndexWarning } from "./flatten.js";
import type { FieldType, FieldTypes, FieldValues, Scalar } from "./fields.js";
import { BASE_FIELD_TYPES, fitValue, FieldNames, MAX_FIELDS, misfits } from "./field-types.js";

export interface FieldNameRules {
  /** Types that the configuration declares for fields that are new to the catalogue. */
  readonly declared: FieldTypes;
  /** Fields used by the configuration; they are exempt from the field limit. */
  readonly named: ReadonlySet<string>;
  readonly maxFields: number;
  /**
   * Whether known fields without values may be removed when the field limit is reached. False for an existing index,
   * because its mapping is fixed.
   */
  readonly mayForget: boolean;
}

/**
 * Result of comparing a variant's fields with the known fields: all values fit, a value does not fit the type of its field, or a field is
 * new.
 */
export type FieldFit = "fits" | "misfits" | "new";

/** Counts of a field's values by JSON type. */
export class Votes {
  strings = 0;
  numbers = 0;
  booleans = 0;
  /** Whether a string exceeds the maximum value length. */
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

  /** Returns the most frequent type of the values. If several types are most frequent, returns `string`, which fits every value. */
  winner(): FieldType {
    const { strings, numbers, booleans } = this;
    if (numbers > strings && numbers > booleans) return "number";
    if (booleans > strings && booleans > numbers) return "boolean";
    return "string";
  }

  /** Whether some values may not fit the most frequent type. */
  get areMixed(): boolean {
    const { strings, numbers, booleans } = this;
    return this.hasLongText || Math.max(strings, numbers, booleans) < strings + numbers + booleans;
  }
}

/**
 * Determines the fields of a payload during the first pass. Known fields keep their types; a new field gets the type of most of its values.
 * If a name is used for values and for objects, the existing use in the catalogue applies, or else the first use in the payload. Memory is
 * limited to a few numbers per new field, and the number of new fields is limited.
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
   * Decides which fields can be filtered on. When the field limit is reached, known fields without values are removed first, then the
   * newest fields. Fields used by the configuration are always kept.
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
    // The derived category field does not count towards the field limit.
    const own = names.count - Number(names.has(CATEGORY_FIELD));
    return (named.has(field) || own < maxFields) && names.fields + names.growth(field) <= MAX_FIELDS;
  }
}

export class DecidedFields {
  constructor(
    readonly types: FieldTypes,
    /** Fields that are new to the catalogue. */
    readonly added: ReadonlySet<string>,
    private readonly names: FieldNames,
    private readonly doubtful: ReadonlySet<string>,
  ) {}

  /** For each value of a scanned variant that cannot be used in filters, returns a warning with the reason. */
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
