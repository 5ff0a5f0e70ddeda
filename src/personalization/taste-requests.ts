import { validationError } from "../errors.js";
import type { JsonSchema } from "../schema/validator.js";
import { BOUNDS } from "./taste/document.js";

const MAX_ID_LENGTH = 256;

/** A token is a field's name, "=" and a value. */
const tokens = (description: string): JsonSchema => ({
  type: "array",
  maxItems: BOUNDS.muted,
  items: {
    type: "string",
    maxLength: 512,
    pattern: "^[^=]+=.",
    "x-expected": "a token as `tokens` has it, like `designer=GUCCI`",
  },
  description,
});

/** What `PATCH /v2/taste` accepts: a `Correction`. */
export const CORRECTION_SCHEMA: JsonSchema = {
  type: "object",
  additionalProperties: false,
  minProperties: 1,
  properties: {
    mute: tokens("Tokens that are not to be used from now on, whatever is learnt: their weight is 0."),
    unmute: tokens("Muted tokens that may be used again."),
    remove: tokens("Tokens of which nothing was learnt so far; later events may teach them again."),
    remove_products: {
      type: "array",
      maxItems: BOUNDS.products,
      items: { type: "string", minLength: 1, maxLength: 512 },
      description: "Products in which there was no interest: what they taught goes too.",
    },
  },
};

/**
 * The device that a query string names.
 * @throws ServiceError validation_error when the parameter is missing, repeated or no identifier
 */
export function deviceIn(query: Readonly<Record<string, unknown>>): string {
  const { device_id: id } = query;
  if (typeof id === "string" && id.trim() !== "" && id.length <= MAX_ID_LENGTH && !id.includes("\0")) return id;
  throw validationError(
    "device_id",
    `the query parameter \`device_id\` is required, once: 1 to ${MAX_ID_LENGTH} characters that are not all blank`,
  );
}
