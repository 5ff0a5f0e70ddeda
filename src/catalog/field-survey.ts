import type { Leaves, Scalar } from "./leaves.js";

/** The values of one field, over all variants. */
export interface SurveyedField {
  /** Variants that have one. */
  variants: number;
  /** Those and how often each came, as far as they are counted. */
  readonly values: Map<Scalar, number>;
  /** Whether there are more than are counted. */
  isOpen: boolean;
  numbers: number;
  total: number;
  characters: number;
}

const MAX_FIELDS = 2_000;
/** A list of more is for nobody to choose from. */
const MAX_VALUES = 1_000;
/** Longer values are no names. */
const MAX_NAME = 80;
const MAX_TEXTS = 200;
/** Their values are for one product each. */
const OF_ONE_PRODUCT = new Set([
  "product_identifier", "variant_identifier", "title", "handle", "description", "images", "link", "sku", "barcode", "mpn",
]); // prettier-ignore

/** What there is to choose by in a catalogue: how many variants have each field, and with how many different values. */
export class FieldSurvey {
  readonly fields = new Map<string, SurveyedField>();
  /** Some descriptions or titles, to tell the language by. */
  readonly texts: string[] = [];
  variants = 0;

  observe(leaves: Leaves): void {
    this.variants += 1;
    if (this.texts.length < MAX_TEXTS)
      this.texts.push(String((leaves.get("description") ?? leaves.get("title"))?.[0] ?? ""));
    for (const [leaf, values] of leaves) if (!OF_ONE_PRODUCT.has(leaf)) this.#count(leaf, values);
  }

  #count(leaf: string, values: readonly Scalar[]): void {
    let field = this.fields.get(leaf);
    if (field === undefined) {
      if (this.fields.size >= MAX_FIELDS) return;
      field = { variants: 0, values: new Map(), isOpen: false, numbers: 0, total: 0, characters: 0 };
      this.fields.set(leaf, field);
    }
    field.variants += 1;
    for (const value of values) {
      field.total += 1;
      if (typeof value === "number") field.numbers += 1;
      else field.characters += String(value).length;
      const known = field.values.get(value);
      if (known !== undefined) field.values.set(value, known + 1);
      else if (field.values.size < MAX_VALUES && String(value).length <= MAX_NAME) field.values.set(value, 1);
      else field.isOpen = true;
    }
  }
}
