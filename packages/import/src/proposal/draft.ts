import type { Column } from "../column.js";
import { nameScore, type Role } from "../header-words.js";
import type { MappedField } from "../mapping.js";
import type { Question } from "../question.js";
import { type Answer, columnsNamed, parseAnswer } from "./answers.js";

export type Answers = Readonly<Record<string, string | null>>;

/** Maximum number of suggested answers per question. */
const MAX_RIVALS = 8;

/** An incomplete field mapping, with the questions that are still open. */
export class Draft {
  readonly fields: Record<string, MappedField> = {};
  readonly questions: Question[] = [];
  readonly unused: Record<string, string> = {};
  readonly #used = new Set<string>();
  readonly #byName: ReadonlyMap<string, Column>;

  /** Creates an empty draft of a field mapping. @param names names of all columns, including empty columns */
  constructor(
    readonly columns: readonly Column[],
    readonly records: number,
    /** JSON field that contains a product's list of variants. */
    readonly variants: string | undefined,
    private readonly answers: Answers,
    private readonly names: readonly string[],
  ) {
    this.#byName = new Map(columns.map((column) => [column.name, column]));
    for (const [field, text] of Object.entries(answers)) {
      // Do not mark a product identifier column as used, because it may also be the title column.
      const isShared = field === "product_identifier" || text === null || text.endsWith(":common");
      for (const name of isShared ? [] : columnsNamed(text, names)) this.#used.add(name);
    }
  }

  isAnswered(field: string): boolean {
    return Object.hasOwn(this.answers, field);
  }

  /** Returns the user's answer about a field. @throws {ImportError} if the answer contains an unknown column name */
  answer(field: string): Answer | undefined {
    return this.isAnswered(field) ? parseAnswer(field, this.answers[field] ?? null, this.names) : undefined;
  }

  /** Returns the columns that the user chose for a field, or `found` if the user did not choose. */
  choose(field: string, found: readonly Column[]): readonly Column[] {
    return this.answer(field)?.columns.flatMap((name) => this.#byName.get(name) ?? []) ?? found;
  }

  isUsed({ name }: Column): boolean {
    return this.#used.has(name);
  }

  /** Marks a column as unused, so that another field can use it. */
  release({ name }: Column): void {
    this.#used.delete(name);
  }

  /** Columns that no field uses yet. */
  get free(): Column[] {
    return this.columns.filter((column) => !this.isUsed(column));
  }

  take(field: string, from: readonly Column[], rest: Omit<MappedField, "from" | "note">, why?: string): void {
    if (from.length === 0) return;
    for (const { name } of from) this.#used.add(name);
    const note = [...from.map(evidenceOf), why].filter(Boolean).join("; ");
    this.fields[field] = { from: from.map(({ name }) => name), ...rest, note };
  }

  /** Adds a fallback column to a field. Records use this column if the preceding columns of the field are empty. */
  merge(field: string, column: Column): void {
    const { from, note = "", ...rest } = this.fields[field] as MappedField;
    this.#used.add(column.name);
    this.fields[field] = {
      from: [...from, column.name],
      ...rest,
      note: `${note}; ${column.name} if the others are empty`,
    };
  }

  /** Identifies products without variants by the column to which variants of other products refer. */
  replaceKey(parent: string, key: string): void {
    const field = this.fields["product_identifier"];
    if (field?.as !== "text" || field.from[0] !== parent || field.from.length !== 2) return;
    this.#used.add(key);
    this.fields["product_identifier"] = { ...field, from: [parent, key] };
  }

  leaveOut(column: Column, why: string): void {
    this.#used.add(column.name);
    this.unused[column.name] = `${why}; ${percent(column.coverage)} of records have a value`;
  }

  addQuestion(field: string, why: string, rivals: readonly (Column | string)[]): void {
    if (this.isAnswered(field) || this.questions.some((one) => one.field === field && one.why === why)) return;
    const names = rivals.map((rival) => (typeof rival === "string" ? rival : rival.name));
    this.questions.push({ field, why, rivals: [...new Set(names)].slice(0, MAX_RIVALS) });
  }

  /** Unused columns, ranked by how well their names and values fit a role. */
  ranked(role: Role, fit: (column: Column) => number): Ranked[] {
    return this.free
      .filter(({ isOfOther }) => !isOfOther)
      .map((column) => ({ column, score: nameScore(column.word, role) * fit(column) }))
      .filter(({ score }) => score > 0.2)
      .sort((a, b) => b.score - a.score);
  }

  likeliest(role: Role, fit: (column: Column) => number): Column[] {
    return this.ranked(role, fit)
      .map(({ column }) => column)
      .slice(0, 1);
  }
}

export interface Ranked {
  readonly column: Column;
  readonly score: number;
}

export const percent = (part: number): string => `${Math.round(part * 100)} %`;

function evidenceOf({ coverage, distinct, values: [first = ""] }: Column): string {
  const example = first.length > 40 ? `${first.slice(0, 40).toWellFormed()}…` : first;
  return `${percent(coverage)} of records have a value, ${distinct} distinct values, such as ${JSON.stringify(example)}`;
}
