import Type, { type Static } from "typebox";
import type { IndexWarningReason, IndexWarning } from "../flatten.js";
import { choiceOf, count, list, nullable, text } from "../../schema/typed.js";
import { EARLIER_ATTEMPTS, type EarlierAttempt } from "./attempts.js";
import { DIFFERENCES, type DifferenceScan } from "./differences.js";
import { privateNames } from "../shown-fields.js";
import type { IsVisible } from "../../filters/visible-fields.js";
import type { FieldType, Scalar } from "../fields.js";

const CHANGES = {
  created: count("New products or variants."),
  updated: count("Products or variants whose data changed."),
  unchanged: count("Unchanged products or variants in the feed."),
  deactivated: count(
    "Products or variants that became inactive: they are no longer returned, but their data is retained.",
  ),
  reactivated: count("Products or variants that became active again."),
};
const CHANGE_COUNTS = Type.Object(CHANGES, {
  description: "Numbers of changed products; each product is counted once.",
});

const LINE_ERROR = Type.Object(
  {
    line: count("Line number in the feed, from 1; 0 for an error that concerns a whole product."),
    product_identifier: nullable(text("Identifier of the product; null if the line has no readable identifier.")),
    reason: text("Error message."),
    field: Type.Optional(
      text("Dotted name of the field that cannot be filtered on or was converted; absent if the line was rejected."),
    ),
  },
  {
    $id: "LineError",
    description:
      "Error in a feed line. Without `field`, the line was rejected. If `field` is present, the line was accepted, but values of this field were converted or cannot be used in filters. For each field, the first five affected lines are listed.",
  },
);

const LOSSES: Readonly<Record<IndexWarningReason, string>> = {
  type: "the value does not match the type of its field",
  value_and_object: "the field contains a scalar value in some products and an object in other products",
  ceiling: "the catalogue has reached the maximum number of fields (`ingestion.max_fields`)",
  too_long: "the text is too long to filter on",
  too_deep: "the value is nested too deeply",
  not_finite: "the number is out of range",
  name: "the field name is too long or contains an asterisk, or a dot-separated part of it is empty or starts with an underscore",
  price_as_text: "the price was sent as text and converted to a number",
  unsafe_integer: "the integer exceeds 2^53 and was converted to text to preserve all digits",
};

const FIELD_LOSSES = Type.Object(
  {
    field: text("Field name in dot notation."),
    reason: choiceOf(LOSSES),
    count: count("Number of affected values."),
    lines: list(Type.Integer({ minimum: 0 }), {
      description: "Numbers of the first affected lines; 0 for products that the feed did not change.",
    }),
  },
  { description: "Number of values of a field that were converted or cannot be filtered on, for one reason." },
);

const DRIFT = Type.Object(
  {
    missing: count("Variants of the feed that were missing or inactive in the catalogue."),
    different: count("Variants whose data in the catalogue differed from the feed."),
    extra: count("Active variants of the catalogue that are missing from the feed."),
    newer: count("Variants that the feed did not change, because a product update was newer than the snapshot."),
  },
  {
    description:
      "Differences between catalogue and feed that a `soft_replace` with a snapshot corrected. If earlier product updates were complete, all counts except `newer` are 0.",
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
        received: count("Non-blank lines."),
        rejected: count("Rejected lines, including those of products that could not be stored; see `errors`."),
        deletions: count("Lines that delete a product or variant."),
      },
      { description: "Lines of the feed." },
    ),
    products: CHANGE_COUNTS,
    variants: Type.Object(
      { ...CHANGES, rejected: count("Variants that could not be stored.") },
      { description: "Numbers of changed variants; each variant is counted once." },
    ),
    index_warnings: list(FIELD_LOSSES, {
      description:
        "Values that are stored and returned but cannot be filtered on, or were converted. Grouped by field and reason, the most frequent first.",
    }),
    index_warnings_total: count(
      "Total number of values that cannot be filtered on or were converted, including fields that `index_warnings` omits.",
    ),
    ignored_fields: Type.Unsafe<Readonly<Record<string, number>>>({
      type: "object",
      description: "Unknown top-level fields of feed lines, with the number of lines that contained them.",
      additionalProperties: { type: "integer", minimum: 1 },
    }),
    possibly_private: Type.Optional(
      list(Type.String(), {
        description:
          "New fields that are visible to public keys but whose names suggest private data, like `cost_price`. Add private fields to `fields.private`. Each field is reported only once. The list is absent if no fields are reported.",
      }),
    ),
    bytes: count("Size of the decompressed feed in bytes."),
    seconds: Type.Number({ minimum: 0, description: "Duration of the job in seconds." }),
    lines_per_second: count("Lines processed per second."),
    attempts: count("Number of attempts; more than 1 if the job was interrupted and restarted."),
    earlier_attempts: EARLIER_ATTEMPTS,
    failure: nullable(text("Reason for the failure; null if the job did not fail.")),
    not_compared: Type.Optional(
      Type.Literal(true, {
        description:
          "`true` if the feed exceeds 16 million products or 80 million lines. Such a feed is not compared with the catalogue, so its unchanged products are also written.",
      }),
    ),
    drift: Type.Optional(DRIFT),
    differences: Type.Optional(DIFFERENCES),
    cancelled: Type.Optional(Type.Literal(true, { description: "Present if the job was cancelled." })),
    errors: list(LINE_ERROR, {
      description:
        "The first hundred errors: rejected lines first, then fields that cannot be filtered on or were converted. `/v1/ingestion/{id}/errors` returns the full list.",
    }),
  },
  { $id: "ProductMetrics", description: "Report of an ingestion." },
);

export type ChangeCounts = Static<typeof CHANGE_COUNTS>;
export type LineError = Static<typeof LINE_ERROR>;
export type ProductMetrics = Static<typeof PRODUCT_METRICS>;

/** Stores all errors of a job as NDJSON; the report contains the first hundred errors. */
export interface ErrorList {
  /** Adds an error; waits while the write buffer of the store is full. @throws the errors of the store */
  add(error: LineError): Promise<void>;
  /** Completes the error list. Resolves when the list is stored. */
  close(): Promise<void>;
}

const MAX_ERRORS = 100;
const MAX_LOST_NAMES = 10_000;
const MAX_LOST_LISTED = 200;
/** Maximum number of lines reported per field and reason, so that a frequent error does not hide other errors. */
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
  /** Differences between feed and live catalogue. Set only for a dry run. */
  differences: DifferenceScan | undefined;
  /** Number of variants that a full feed with a snapshot did not change, because the catalogue has newer versions of them. */
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
   * Counts a value that cannot be filtered on or is stored in another form. Also adds an error to the error list, but only for the first
   * lines with this field and reason.
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

  /**
   * Records new fields whose names suggest that they should be private.
   * @param sees returns whether a field is visible
   */
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
  string: "text",
  number: "a number",
  boolean: "true or false",
  date: "an ISO 8601 timestamp",
};

const NOT_FILTERED = "the value is returned, but cannot be filtered on";

/** Formats the error for a field that is returned but cannot be filtered on, or is stored in another form. */
function formatIndexWarning({ field, reason, expected, value }: IndexWarning): string {
  const got = value === undefined ? "" : `, got ${shown(value)}`;
  const message = (why: string, effect = NOT_FILTERED) => `${field}: ${why}; ${effect}`;
  switch (reason) {
    case "type":
      return message(
        expected === undefined ? "the value does not match the field's type" : `expected ${EXPECTED[expected]}${got}`,
      );
    case "value_and_object":
      return message("the field contains a scalar value in some products and an object in other products");
    case "ceiling":
      return message("the catalogue has reached the maximum number of fields (`ingestion.max_fields`)");
    case "too_long":
      return message("the text is too long to filter on");
    case "too_deep":
      return message("the value is nested too deeply");
    case "not_finite":
      return message("the number is out of range");
    case "name":
      return message("the field name is too long or contains an asterisk");
    case "price_as_text":
      return message(`expected a number${got}`, "the value was converted to a number");
    case "unsafe_integer":
      return message(`the integer ${value} exceeds 2^53`, "the value was converted to text");
  }
}

function shown(value: Scalar): string {
  const text = typeof value === "string" ? JSON.stringify(value) : String(value);
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}
