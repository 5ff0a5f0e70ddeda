import Type, { type Static } from "typebox";
import type { IndexWarningReason, IndexWarning } from "../flatten.js";
import { choiceOf, count, list, nullable, text } from "../../schema/typed.js";
import { EARLIER_ATTEMPTS, type EarlierAttempt } from "./attempts.js";
import { DIFFERENCES, type DifferenceScan } from "./differences.js";
import { privateNames } from "../shown-fields.js";
import type { IsVisible } from "../../filters/visible-fields.js";
import type { FieldType, Scalar } from "../fields.js";

const CHANGES = {
  created: count("New ones."),
  updated: count("Those whose data changed."),
  unchanged: count("Those that came as they were."),
  deactivated: count("Those that are no longer returned; their data stays."),
  reactivated: count("Those that had been inactive."),
};
const CHANGE_COUNTS = Type.Object(CHANGES, { description: "Each product counted once." });

const LINE_ERROR = Type.Object(
  {
    line: count("Number of the line in the payload, from 1; 0 for what is wrong with a product as a whole."),
    product_identifier: nullable(text("Where it could be read.")),
    reason: text("What is wrong."),
    field: Type.Optional(text("Dotted name of the field that cannot be filtered on, or is kept in another form.")),
  },
  {
    $id: "LineError",
    description:
      "A line that was not taken or, with `field`, one that was taken although a field of it cannot be filtered on or is kept in another form. Of each such field the first five lines are listed.",
  },
);

const LOSSES: Readonly<Record<IndexWarningReason, string>> = {
  type: "a value that does not fit the type of its field",
  value_and_object: "the name is a value here and an object elsewhere",
  ceiling: "more fields than the storefront's `ingestion.max_fields`",
  too_long: "a text too long to be filtered on",
  too_deep: "nested too deeply",
  not_finite: "not a number within range",
  name: "a name that is too long, has a `*`, or of which a part between dots is empty or begins with `_`",
  price_as_text: "a price that was sent as text and is kept as the number it spells",
  unsafe_integer: "an integer beyond 2^53 that a number cannot hold, kept as text with all its digits",
};

const FIELD_LOSSES = Type.Object(
  {
    field: text("Dotted name of the field."),
    reason: choiceOf(LOSSES),
    count: count("Values."),
    lines: list(Type.Integer({ minimum: 0 }), {
      description: "The first lines that had one; 0 for products that stayed as they were.",
    }),
  },
  { description: "One field and reason." },
);

const DRIFT = Type.Object(
  {
    missing: count("Variants that were not sold here and are in the feed."),
    different: count("Variants with other data here."),
    extra: count("Variants that were sold here and are not in the feed."),
    newer: count("Variants that were left alone: lines of `/v1/products` have told of them since the snapshot."),
  },
  {
    description:
      "Of a full feed with a snapshot: what the catalogue had missed until then and has now. All but `newer` are 0 where every change had come.",
  },
);

const driftOf = (variants: ChangeCounts, newer: number): Static<typeof DRIFT> => ({
  missing: variants.created + variants.reactivated,
  different: variants.updated,
  extra: variants.deactivated,
  newer,
});

export const PRODUCT_METRICS = Type.Object(
  {
    lines: Type.Object(
      {
        received: count("Lines that are not blank."),
        rejected: count("Lines that were not taken, also those of products that could not be stored; see `errors`."),
        deletions: count("Lines with the operation `delete`."),
      },
      { description: "Of the payload." },
    ),
    products: CHANGE_COUNTS,
    variants: Type.Object(
      { ...CHANGES, rejected: count("Variants that could not be stored.") },
      { description: "Each variant counted once." },
    ),
    index_warnings: list(FIELD_LOSSES, {
      description:
        "Values that are kept and returned but cannot be filtered on, or are kept in another form than they were sent in, by field and reason, the most frequent first.",
    }),
    index_warnings_total: count("All such values, also those of names that the list above has no room for."),
    ignored_fields: Type.Unsafe<Readonly<Record<string, number>>>({
      type: "object",
      description: "Names beside `operation` and `product_data`, with the number of lines that had them.",
      additionalProperties: { type: "integer", minimum: 1 },
    }),
    possibly_private: Type.Optional(
      list(Type.String(), {
        description:
          "New fields that pages may see and whose names look as if they should not, like `cost_price`: to be named in `fields.private`, if so. Said once, when a field first comes; left out where there are none.",
      }),
    ),
    bytes: count("Of the payload, inflated."),
    seconds: Type.Number({ minimum: 0, description: "What the job took." }),
    lines_per_second: count("Lines received a second."),
    attempts: count("More than 1 when the job was interrupted and ran again, from its beginning."),
    earlier_attempts: EARLIER_ATTEMPTS,
    failure: nullable(text("Why the job failed; null when it did not.")),
    not_compared: Type.Optional(
      Type.Literal(true, {
        description:
          "The feed has more than 16 million products or 80 million lines, the most that are compared with the catalogue. All products were written again, changed or not.",
      }),
    ),
    drift: Type.Optional(DRIFT),
    differences: Type.Optional(DIFFERENCES),
    cancelled: Type.Optional(Type.Literal(true, { description: "The job ended because it was cancelled." })),
    errors: list(LINE_ERROR, {
      description:
        "The first hundred, lines that were not taken before fields that cannot be filtered on or are kept in another form; the full list is at `/v1/ingestion/{id}/errors`.",
    }),
  },
  { $id: "ProductMetrics", description: "What became of a payload." },
);

export type ChangeCounts = Static<typeof CHANGE_COUNTS>;
export type LineError = Static<typeof LINE_ERROR>;
export type ProductMetrics = Static<typeof PRODUCT_METRICS>;

/** Stores all errors of a job as NDJSON; the report contains the first hundred. */
export interface ErrorList {
  /** Waits while the store is slower than the errors occur. @throws errors of the store unchanged */
  add(error: LineError): Promise<void>;
  /** Resolves when the list is stored. */
  close(): Promise<void>;
}

const MAX_ERRORS = 100;
const MAX_LOST_NAMES = 10_000;
const MAX_LOST_LISTED = 200;
/** Lines reported per field and reason, so that a frequent error does not hide others. */
const MAX_LINES_OF_LOSS = 5;
const MAX_IGNORED_NAMES = 50;
const MAX_NAME_LENGTH = 255;
const MAX_LOOKING_PRIVATE = 50;

export const noChanges = (): ChangeCounts => ({ created: 0, updated: 0, unchanged: 0, deactivated: 0, reactivated: 0 });

/** Collects the metrics of a job. Memory is bounded for any payload. */
export class Report {
  readonly lines = { received: 0, rejected: 0, deletions: 0 };
  readonly products = noChanges();
  readonly variants = { ...noChanges(), rejected: 0 };
  /** Set for a dry run. */
  differences: DifferenceScan | undefined;
  /** Variants that a full feed with a snapshot did not change, because the catalogue has newer versions. */
  newer: number | undefined;
  /** Whether the feed is too large for comparison with the catalogue. */
  isNotCompared = false;
  /** Receives all errors while the job is running. */
  list: ErrorList | undefined;
  readonly #errors: LineError[] = [];
  readonly #lossErrors: LineError[] = [];
  readonly #lost = new Map<string, { field: string; reason: IndexWarningReason; count: number; lines: number[] }>();
  readonly #ignored = new Map<string, number>();
  #lostTotal = 0;
  #looksPrivate: readonly string[] = [];

  get firstError(): LineError | undefined {
    return this.#errors[0];
  }

  /** Counts a rejected line and lists its error. */
  async rejectLine(error: LineError): Promise<void> {
    this.lines.rejected += 1;
    this.variants.rejected += error.product_identifier === null ? 0 : 1;
    await this.reject(error);
  }

  reject(error: LineError): Promise<void> | undefined {
    if (this.#errors.length < MAX_ERRORS) this.#errors.push(error);
    return this.list?.add(error);
  }

  /**
   * Counts a value that cannot be filtered on or is stored in another form. The first lines per field and reason are
   * listed as errors.
   */
  lose(lost: IndexWarning, line: number, productIdentifier: string): Promise<void> | undefined {
    this.#lostTotal += 1;
    const { field, reason } = lost;
    const key = `${reason} ${field}`;
    let seen = this.#lost.get(key);
    if (seen === undefined) {
      if (this.#lost.size >= MAX_LOST_NAMES) return undefined;
      this.#lost.set(key, (seen = { field, reason, count: 0, lines: [] }));
    }
    seen.count += 1;
    if (seen.lines.length >= MAX_LINES_OF_LOSS || seen.lines.at(-1) === line) return undefined;
    seen.lines.push(line);
    const error = { line, product_identifier: productIdentifier, reason: formatIndexWarning(lost), field };
    if (this.#lossErrors.length < MAX_ERRORS) this.#lossErrors.push(error);
    return this.list?.add(error);
  }

  /** Records new fields whose names suggest that they should be private. @param sees whether a field is visible */
  warnOfPrivate(added: Iterable<string>, sees: IsVisible): void {
    this.#looksPrivate = privateNames([...added].filter(sees)).slice(0, MAX_LOOKING_PRIVATE);
  }

  ignore(name: string): void {
    const field = name.slice(0, MAX_NAME_LENGTH).toWellFormed();
    const seen = this.#ignored.get(field);
    if (seen !== undefined || this.#ignored.size < MAX_IGNORED_NAMES) this.#ignored.set(field, (seen ?? 0) + 1);
  }

  finish(run: {
    bytes: number;
    seconds: number;
    attempts: number;
    earlier_attempts?: readonly EarlierAttempt[];
    failure: string | null;
    isCancelled?: boolean;
  }): ProductMetrics {
    return {
      lines: this.lines,
      products: this.products,
      variants: this.variants,
      index_warnings: [...this.#lost.values()].sort((a, b) => b.count - a.count).slice(0, MAX_LOST_LISTED),
      index_warnings_total: this.#lostTotal,
      ignored_fields: Object.fromEntries(this.#ignored),
      ...(this.#looksPrivate.length > 0 && { possibly_private: [...this.#looksPrivate] }),
      bytes: run.bytes,
      seconds: Math.round(run.seconds * 1000) / 1000,
      lines_per_second: run.seconds > 0 ? Math.round(this.lines.received / run.seconds) : 0,
      attempts: run.attempts,
      earlier_attempts: run.earlier_attempts ?? [],
      failure: run.failure,
      ...(this.isNotCompared && { not_compared: true }),
      ...(this.newer !== undefined && { drift: driftOf(this.variants, this.newer) }),
      ...(this.differences && { differences: this.differences.found }),
      ...(run.isCancelled === true && { cancelled: true }),
      errors: [...this.#errors, ...this.#lossErrors].slice(0, MAX_ERRORS),
    };
  }
}

/** Report of a job that failed before it ran. @param bytes size of its payload */
export const unrunReport = (failure: string, bytes = 0, isCancelled = false): ProductMetrics =>
  new Report().finish({ bytes, seconds: 0, attempts: 0, failure, isCancelled });

const EXPECTED: Readonly<Record<FieldType, string>> = {
  string: "a text",
  number: "a number",
  boolean: "true or false",
  date: "an ISO 8601 timestamp",
};

const NOT_FILTERED = "the value is returned but not filtered on";

/** Formats the error for a field that is returned but cannot be filtered on, or is stored in another form. */
function formatIndexWarning({ field, reason, expected, value }: IndexWarning): string {
  const got = value === undefined ? "" : `, got ${shown(value)}`;
  const message = (why: string, effect = NOT_FILTERED) => `${field}: ${why}; ${effect}`;
  switch (reason) {
    case "type":
      return message(
        expected === undefined ? "the value does not fit the field's type" : `expected ${EXPECTED[expected]}${got}`,
      );
    case "value_and_object":
      return message("the name is a value in some products and an object in others");
    case "ceiling":
      return message("there are more fields than `ingestion.max_fields` allows");
    case "too_long":
      return message("the text is too long");
    case "too_deep":
      return message("nested too deeply");
    case "not_finite":
      return message("not a number within range");
    case "name":
      return message("the name is too long or holds a `*`");
    case "price_as_text":
      return message(`expected a number${got}`, "it is kept as that number");
    case "unsafe_integer":
      return message(`a number cannot hold the integer ${value}`, "it is kept as text with all its digits");
  }
}

function shown(value: Scalar): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
