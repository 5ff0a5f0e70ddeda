import { deepStrictEqual } from "node:assert";
import { noChanges, type ChangeCounts } from "../../src/catalog/ingestion/ingestion-report.js";

/** Value of the test field `note`, which has mixed value types; null if the field has no value. */
export type ModelNote = string | number | boolean | null;

/** Data of a variant in addition to its identifiers. */
export interface ModelData {
  readonly price: number;
  readonly note: ModelNote;
}

/** A feed line as input of the catalogue model. */
export type ModelLine =
  | {
      readonly kind: "insert";
      readonly product: string;
      readonly variant: string;
      readonly price: number;
      readonly note: ModelNote;
    }
  | { readonly kind: "delete"; readonly product: string; readonly variant: string | null }
  /** An update with `note: null` removes the field. */
  | {
      readonly kind: "update";
      readonly product: string;
      readonly variant: string | null;
      readonly price?: number;
      readonly note?: ModelNote;
    }
  /** An invalid line whose product identifier is still readable. */
  | { readonly kind: "damaged"; readonly product: string }
  | { readonly kind: "unreadable" };

export interface ModelVariant extends ModelData {
  readonly active: boolean;
}

/** Type of the note field in a catalogue generation; undefined until a note has a value. */
export type ModelNoteType = "string" | "number" | "boolean" | undefined;

/** A product in the catalogue model, with job numbers instead of times. */
export interface ModelProduct {
  readonly created: number;
  readonly updated: number;
  readonly variants: ReadonlyMap<string, ModelVariant>;
}

export type ModelCatalogue = ReadonlyMap<string, ModelProduct>;

export interface ModelReport {
  readonly failed: boolean;
  readonly lines: { readonly received: number; readonly rejected: number; readonly deletions: number };
  readonly products: ChangeCounts;
  readonly variants: ChangeCounts & { readonly rejected: number };
  /** Number of `note` values that cannot be filtered on. */
  readonly lost: number;
}

/**
 * Model that computes the expected catalogue of a storefront after any sequence of jobs, line by line and product by
 * product.
 */
export class CatalogueModel {
  /** Products of the live catalogue generation. Undefined until a job has created the first catalogue. */
  live: ModelCatalogue | undefined;
  previous: ModelCatalogue | undefined;
  /** Types of the field `note` in the live and the previous catalogue generation. */
  noteType: ModelNoteType;
  previousNoteType: ModelNoteType;

  insert(job: number, sent: readonly ModelLine[]): ModelReport {
    const before = this.live ?? new Map<string, ModelProduct>();
    const lines = withoutLostUpdates(before, sent);
    // Like the service, derive the type of `note` from all lines, including updates of missing products and variants.
    const noteType = this.noteType ?? typeOfMost(sent);
    if (!lines.some(isTaken)) {
      if (this.live !== undefined) this.noteType = noteType;
      return failed(lines);
    }
    const after = new Map(before);
    for (const product of namedBy(lines)) {
      const old = before.get(product);
      const variants = applied(new Map(old?.variants), product, lines);
      if (variants.size > 0) after.set(product, next(job, old, variants));
    }
    this.live = after;
    this.noteType = noteType;
    return { ...reportOf(before, after, lines, namedBy(lines)), lost: lostIn(notesOf(sent), noteType) };
  }

  /**
   * @param isKept whether the job left the live catalogue generation in place, which only a job without changes may do
   */
  softReplace(job: number, sent: readonly ModelLine[], isKept: boolean): ModelReport {
    // A soft_replace accepts only insert lines.
    const lines = sent.map((line) => (line.kind === "update" ? damagedBy(line) : line));
    const unreadable = lines.filter(({ kind }) => kind === "unreadable").length;
    if (unreadable / lines.length > 0.01 || namedBy(lines).size === 0) {
      return failed(lines);
    }
    const before = this.live ?? new Map<string, ModelProduct>();
    const damaged = new Set(lines.flatMap((line) => (line.kind === "damaged" ? [line.product] : [])));
    const after = new Map<string, ModelProduct>();
    for (const product of new Set([...before.keys(), ...namedBy(lines)])) {
      const old = before.get(product);
      const kept = new Map(old?.variants);
      if (!damaged.has(product)) for (const [id, variant] of kept) kept.set(id, { ...variant, active: false });
      const variants = applied(kept, product, lines);
      if (variants.size > 0) after.set(product, next(job, old, variants));
    }
    if (isKept) {
      deepStrictEqual(after, before, "a feed that changes something has made no generation");
    } else {
      this.previous = this.live;
      this.previousNoteType = this.noteType;
    }
    this.live = after;
    this.noteType ??= typeOfMost(lines);
    // Products without a valid line stay unchanged, but values that filters cannot use are reported again.
    const untouched = [...damaged].filter((product) => !namedBy(lines).has(product));
    const kept = untouched.flatMap((product) => [...(after.get(product)?.variants.values() ?? [])]);
    const keptNotes = kept.filter(({ active }) => active).map(({ note }) => note);
    // Inactive products that the feed does not contain are copied and not reported.
    const reported = [...before].filter(([, product]) => isActive(product)).map(([id]) => id);
    const lost = lostIn([...notesOf(lines), ...keptNotes], this.noteType);
    return { ...reportOf(before, after, lines, new Set([...namedBy(lines), ...reported])), lost };
  }

  rollBack(): void {
    [this.live, this.previous] = [this.previous, this.live];
    // A rollback gives the live and the previous catalogue generation the fields of both generations.
    [this.noteType, this.previousNoteType] = [this.previousNoteType ?? this.noteType, this.noteType];
  }
}

const notesOf = (lines: readonly ModelLine[]): ModelNote[] =>
  lines.flatMap((line) => ("note" in line && line.note !== undefined ? [line.note] : []));

function typeOfMost(lines: readonly ModelLine[]): ModelNoteType {
  const notes = notesOf(lines).filter((note) => note !== null);
  if (notes.length === 0) return undefined;
  const productTypes = ["string", "number", "boolean"] as const;
  const ranked = productTypes
    .map((kind) => ({ kind, count: notes.filter((note) => typeof note === kind).length }))
    .sort((a, b) => b.count - a.count);
  return ranked[0]?.count === ranked[1]?.count ? "string" : ranked[0]?.kind;
}

/**
 * Whether filters can find a value of `note`: the value has the type of the field, or is text that can be converted to
 * this type.
 */
export function noteFits(note: ModelNote, type: ModelNoteType): boolean {
  if (note === null) return false;
  if (type === "number") return typeof note === "number" || (typeof note === "string" && /^[0-9.]+$/.test(note));
  if (type === "boolean") return typeof note === "boolean" || note === "true";
  return true;
}

const lostIn = (notes: readonly ModelNote[], type: ModelNoteType): number =>
  notes.filter((note) => note !== null && !noteFits(note, type)).length;

const isTaken = ({ kind }: ModelLine) => kind !== "damaged" && kind !== "unreadable";

const damagedBy = ({ product }: { readonly product: string }): ModelLine => ({ kind: "damaged", product });

const failed = (lines: readonly ModelLine[]): ModelReport => ({
  failed: true,
  lines: lineCounts(lines),
  products: noChanges(),
  variants: rejectedOnly(lines),
  lost: 0,
});

/** Replaces updates with invalid lines if their product or variant does not exist at this position in the feed. */
function withoutLostUpdates(before: ModelCatalogue, lines: readonly ModelLine[]): ModelLine[] {
  const known = new Map([...before].map(([product, { variants }]) => [product, new Set(variants.keys())]));
  return lines.map((line) => {
    if (line.kind === "insert") {
      known.set(line.product, new Set([...(known.get(line.product) ?? []), line.variant]));
    }
    if (line.kind !== "update") return line;
    const variants = known.get(line.product);
    const isThere = variants !== undefined && (line.variant === null || variants.has(line.variant));
    return isThere ? line : damagedBy(line);
  });
}

export const isActive = (product: ModelProduct): boolean => [...product.variants.values()].some(({ active }) => active);

function namedBy(lines: readonly ModelLine[]): Set<string> {
  return new Set(lines.flatMap((line) => ("product" in line && isTaken(line) ? [line.product] : [])));
}

function applied(
  variants: Map<string, ModelVariant>,
  product: string,
  lines: readonly ModelLine[],
): Map<string, ModelVariant> {
  for (const line of lines) {
    if (line.kind === "insert" && line.product === product) {
      variants.set(line.variant, { price: line.price, note: line.note, active: true });
    } else if (line.kind === "update" && line.product === product) {
      for (const [id, { price, note, active }] of variants) {
        if (line.variant !== null && line.variant !== id) continue;
        variants.set(id, { price: line.price ?? price, note: line.note === undefined ? note : line.note, active });
      }
    } else if (line.kind === "delete" && line.product === product) {
      for (const [id, variant] of variants) {
        if (line.variant === null || line.variant === id) variants.set(id, { ...variant, active: false });
      }
    }
  }
  return variants;
}

function next(job: number, old: ModelProduct | undefined, variants: ReadonlyMap<string, ModelVariant>): ModelProduct {
  const isSame = old !== undefined && sameVariants(old.variants, variants);
  return { created: old?.created ?? job, updated: isSame ? old.updated : job, variants };
}

function sameVariants(a: ReadonlyMap<string, ModelVariant>, b: ReadonlyMap<string, ModelVariant>): boolean {
  const flat = (variants: ReadonlyMap<string, ModelVariant>) =>
    JSON.stringify([...variants].map(([id, { price, note, active }]) => [id, price, note, active]).sort());
  return flat(a) === flat(b);
}

function lineCounts(lines: readonly ModelLine[]): ModelReport["lines"] {
  return {
    received: lines.length,
    rejected: lines.filter(({ kind }) => kind === "damaged" || kind === "unreadable").length,
    deletions: lines.filter(({ kind }) => kind === "delete").length,
  };
}

const rejectedOnly = (lines: readonly ModelLine[]) => ({
  ...noChanges(),
  rejected: lines.filter(({ kind }) => kind === "damaged").length,
});

function reportOf(
  before: ModelCatalogue,
  after: ModelCatalogue,
  lines: readonly ModelLine[],
  reported: ReadonlySet<string>,
): Omit<ModelReport, "lost"> {
  const products = noChanges();
  const variants = rejectedOnly(lines);
  for (const id of reported) {
    const [was, is] = [before.get(id), after.get(id)];
    if (is === undefined) continue;
    const isChanged = was === undefined || !sameVariants(was.variants, is.variants);
    products[kindOf(was && isActive(was), isActive(is), isChanged)] += 1;
    for (const [variant, now] of is.variants) {
      const then = was?.variants.get(variant);
      if (then?.active === false && !now.active) continue;
      const isOther = then === undefined || then.price !== now.price || then.note !== now.note;
      variants[kindOf(then?.active, now.active, isOther)] += 1;
    }
  }
  return { failed: false, lines: lineCounts(lines), products, variants };
}

function kindOf(was: boolean | undefined, is: boolean, isChanged: boolean): keyof ChangeCounts {
  if (was === undefined) return "created";
  if (was !== is) return is ? "reactivated" : "deactivated";
  return isChanged ? "updated" : "unchanged";
}
