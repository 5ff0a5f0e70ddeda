import type { LeafLoss } from "../../catalog/flatten.js";
import {
  INTERRUPTIONS,
  type EarlierAttempt,
  type Interruption,
  type JobPhase,
} from "../../catalog/ingestion/attempts.js";
import { OPERATIONS } from "../../catalog/ingestion/feed-line.js";
import { MAX_LENGTH } from "../../catalog/ingestion/headers.js";
import type { RunningProgress } from "../../catalog/ingestion/progress.js";
import {
  MODES,
  STATUS,
  TRIGGER_TYPES,
  type IngestionRecord,
  type TriggerSource,
} from "../../catalog/ingestion/record.js";
import type { ChangeCounts, LeafLosses, LineError, ProductMetrics } from "../../catalog/ingestion/report.js";
import type { IngestionWarning } from "../../catalog/ingestion/warnings.js";
import type { JsonSchema } from "../../schema/validator.js";
import { reference } from "../document.js";
import { count, list, objectSchema, text } from "./object-schema.js";

/** Why a value cannot be filtered on, in words. */
const LEAF_LOSSES: Readonly<Record<LeafLoss, string>> = {
  type: "a value that does not fit the type of its field",
  leaf_and_object: "the name is a value here and an object elsewhere",
  ceiling: "more fields than the storefront's `ingestion.max_leaves`",
  too_long: "a text too long to be filtered on",
  too_deep: "nested too deeply",
  not_finite: "not a number within range",
  name: "a name that is too long, has a `*`, or of which a part between dots is empty or begins with `_`",
};

const PHASES: Readonly<Record<JobPhase, string>> = {
  reading: "the payload is looked through",
  writing: "products are written",
  finishing: "the catalogue is checked and put in place",
};

const ENDS: Readonly<Record<Interruption, string>> = {
  stopped: "its process was told to stop",
  interrupted: "the search engine was away",
  died: "its process died, or another one took the job over",
};

const inWords = (meanings: Readonly<Record<string, string>>) =>
  Object.entries(meanings)
    .map(([name, meaning]) => `\`${name}\`: ${meaning}`)
    .join("; ");

const CHANGES: Readonly<Record<keyof ChangeCounts, JsonSchema>> = {
  created: count("New ones."),
  updated: count("Those whose data changed."),
  unchanged: count("Those that came as they were."),
  deactivated: count("Those that are no longer returned; their data stays."),
  reactivated: count("Those that had been inactive."),
};

const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type as string, "null"] });

const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";

/** Something that is not blank, and no control character. */
const IDENTIFIER = `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`;

const feedLine: JsonSchema = {
  type: "object",
  description:
    "One line of a feed: one variant of a product. All lines with the same `product_identifier` make one product.",
  required: ["operation", "product_data"],
  additionalProperties: { description: "Left alone, and counted in the report." },
  properties: {
    operation: {
      type: "string",
      enum: OPERATIONS,
      description:
        "Lines are obeyed in their order; for a variant, the later one wins. `insert` gives the variant's whole data and makes it active. `update` (an extension; only in the mode `insert`) changes the fields that are given and leaves the others, and whether the variant is sold, as they are; without `variant_identifier`, of all the product's variants, inactive ones too. A field given as null is removed; objects are merged, field by field; an array replaces what was there; a dotted name is the same field as one inside an object. Where there is no such product or variant the line is rejected. `delete` makes the variant inactive; without `variant_identifier`, the whole product.",
    },
    product_data: {
      type: "object",
      description:
        "What the shop knows of the variant. The fields named here have a meaning; any others can be filtered on, counted in facets and returned, objects by their dotted names.",
      required: ["product_identifier"],
      additionalProperties: true,
      properties: {
        product_identifier: { type: "string", pattern: IDENTIFIER, maxLength: 512 },
        variant_identifier: {
          type: ["string", "null"],
          pattern: IDENTIFIER,
          maxLength: 512,
          description:
            "Unless given, an `insert` means the variant that has the product's identifier, and an `update` or `delete` all variants.",
        },
        title: orNull(text("Returned as `name`.")),
        images: orNull(list("Addresses of pictures.", { type: "string" })),
        designer: orNull(text("Brand or designer.")),
        categories: orNull(
          list("From the general to the special, levels separated by a colon and a space.", { type: "string" }),
        ),
        sizes: orNull(list("The sizes this variant comes in.", { type: "string" })),
        color: orNull(text("May be empty.")),
        price: { type: ["number", "string", "null"], minimum: 0, maxLength: 0, description: '"" is none.' },
        released_at: orNull(
          text("ISO 8601; newer products come first in `newest` and, for lack of anything better, `featured`."),
        ),
      },
    },
  },
};

const EARLIER_ATTEMPTS = list(
  "Those that did not end the job, the latest 20. Ten that count against it end it.",
  objectSchema<EarlierAttempt>("An attempt that did not end the job.", {
    attempt: { type: "integer", minimum: 1 },
    started_at: { type: "string", format: "date-time" },
    ended: { type: "string", enum: INTERRUPTIONS, description: inWords(ENDS) },
    reached: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "How far it came: at 0.5 the payload had been looked through, at 1 all of it was written.",
    },
    counts: {
      type: "boolean",
      description: "Whether it counts against the job: its process died where no attempt had come further.",
    },
  }),
);

const productMetrics = objectSchema<ProductMetrics>("What became of a payload.", {
  lines: objectSchema<ProductMetrics["lines"]>("Of the payload.", {
    received: count("Lines that are not blank."),
    rejected: count("Lines that were not taken, also those of products that could not be stored; see `errors`."),
    deletions: count("Lines with the operation `delete`."),
  }),
  products: objectSchema<ProductMetrics["products"]>("Each product counted once.", CHANGES),
  variants: objectSchema<ProductMetrics["variants"]>("Each variant counted once.", {
    ...CHANGES,
    rejected: count("Variants that could not be stored."),
  }),
  leaves_lost: list(
    "Values that are kept and returned but cannot be filtered on, by field and reason, the most frequent first.",
    objectSchema<LeafLosses>("One field and reason.", {
      leaf: text("Dotted name of the field."),
      reason: { type: "string", enum: Object.keys(LEAF_LOSSES), description: inWords(LEAF_LOSSES) },
      count: count("Values."),
      lines: list("The first lines that had one; 0 for products that stayed as they were.", {
        type: "integer",
        minimum: 0,
      }),
    }),
  ),
  leaves_lost_total: count("All such values."),
  ignored_fields: {
    type: "object",
    description: "Names beside `operation` and `product_data`, with the number of lines that had them.",
    additionalProperties: { type: "integer", minimum: 1 },
  },
  bytes: count("Of the payload, inflated."),
  seconds: { type: "number", minimum: 0, description: "What the job took." },
  lines_per_second: count("Lines received a second."),
  attempts: count("More than 1 when the job was interrupted and ran again, from its beginning."),
  earlier_attempts: EARLIER_ATTEMPTS,
  failure: { type: ["string", "null"], description: "Why the job failed; null when it did not." },
  errors: list(
    "The first hundred, lines that were not taken before fields that cannot be filtered on; the full list is at `/v1/ingestion/{id}/errors`.",
    reference("schemas", "LineError"),
  ),
});

const triggerSource = objectSchema<TriggerSource>("What the request said about itself.", {
  type: { type: "string", enum: TRIGGER_TYPES },
  mode: { type: "string", enum: MODES },
  comment: { type: ["string", "null"], maxLength: MAX_LENGTH },
  metadata: { description: "Any JSON value, as it came; null for none." },
  user: { type: ["string", "null"], maxLength: MAX_LENGTH },
});

const statuses = Object.entries(STATUS).map(([name, value]) => `${value} ${name}`);

export const INGESTION_SCHEMAS = {
  FeedLine: feedLine,
  LineError: objectSchema<LineError>(
    "A line that was not taken or, with `leaf`, one that was taken although a field of it cannot be filtered on. Of each such field the first five lines are told.",
    {
      line: {
        type: "integer",
        minimum: 0,
        description: "Number of the line in the payload, from 1; 0 for what is wrong with a product as a whole.",
      },
      product_identifier: { type: ["string", "null"], description: "Where it could be read." },
      reason: text("What is wrong."),
      leaf: text("Dotted name of the field that cannot be filtered on; it is kept and returned."),
    },
    ["leaf"],
  ),
  ProductMetrics: productMetrics,
  IngestionRecord: objectSchema<IngestionRecord>("An ingestion and how it stands.", {
    id: { type: "integer" },
    client_id: { type: "string" },
    trigger_source: triggerSource,
    product_metrics: {
      oneOf: [reference("schemas", "ProductMetrics"), { type: "null" }],
      description: "Null until the job has ended.",
    },
    file_identifier: text("Of the stored payload."),
    status: {
      type: "integer",
      enum: Object.values(STATUS),
      description: `${statuses.join(", ")}. COMPLETED means that the next search sees the products whose lines were taken, at least one; \`meta.warnings\` tells when others were not. After FAILED, \`product_metrics.failure\` says why.`,
    },
    created_at: { type: "string", format: "date-time" },
    updated_at: { type: "string", format: "date-time" },
  }),
  IngestionWarning: objectSchema<IngestionWarning>("What a completed ingestion did not do.", {
    code: { type: "string", enum: ["lines_rejected"] },
    message: text("For people."),
  }),
  IngestionProgress: objectSchema<RunningProgress>("How far a running job is.", {
    phase: { type: "string", enum: Object.keys(PHASES), description: inWords(PHASES) },
    bytes: count("Bytes of the inflated payload read in this phase."),
    bytes_total: count("Bytes of the inflated payload."),
    attempt: { type: "integer", minimum: 1, description: "Above 1, the job was interrupted and has begun again." },
    earlier_attempts: EARLIER_ATTEMPTS,
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
