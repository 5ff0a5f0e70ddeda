import Type from "typebox";
import { validationError } from "../errors.js";
import { closed, list, type Of } from "../schema/typed.js";
import { BOUNDS } from "./taste/document.js";

const MAX_ID_LENGTH = 256;

/** A token is a field's name, "=" and a value. */
const token = Type.String({
  maxLength: 512,
  pattern: "^[^=]+=.",
  "x-expected": "a token as `tokens` has it, like `designer=GUCCI`",
});
const tokens = (description: string) => Type.Optional(list(token, { maxItems: BOUNDS.muted, description }));

/** The body of `PATCH /v2/taste`: a shopper's corrections of a learned taste. */
export const CORRECTION = closed(
  {
    mute: tokens("Tokens that are not to be used from now on, whatever is learnt: their weight is 0."),
    unmute: tokens("Muted tokens that may be used again."),
    remove: tokens("Tokens of which nothing was learnt so far; later events may learnSignals them again."),
    remove_products: Type.Optional(
      list(Type.String({ minLength: 1, maxLength: 512 }), {
        maxItems: BOUNDS.products,
        description: "Products in which there was no interest: what they taught goes too.",
      }),
    ),
  },
  { minProperties: 1 },
);

export type Correction = Of<typeof CORRECTION>;

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
