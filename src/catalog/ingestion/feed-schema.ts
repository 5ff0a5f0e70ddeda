import Type from "typebox";
import { list, nullable, text } from "../../schema/typed.js";
import { OPERATIONS } from "./feed-line.js";

const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";

/** At least one non-whitespace character and no control characters. */
export const IDENTIFIER = `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`;

/** Whitespace or a number in JSON syntax. */
const NUMBER_TEXT = "^\\s*(?:(?:0|[1-9]\\d*)(?:\\.\\d+)?)?\\s*$";

/** The published schema of a feed line, for authors of feeds. `parseFeedLine` validates lines. */
export const FEED_LINE = {
  $id: "FeedLine",
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
            "Unless given, an `insert` means the product as a whole: a variant that has the product's identifier and is sold only while no other variant is. An `update` or `delete` then means all variants.",
        },
        title: nullable(text("Returned as `name`.")),
        images: nullable(list(Type.String(), { description: "Addresses of pictures." })),
        designer: nullable(text("Brand or designer.")),
        categories: nullable(
          list(Type.String(), {
            description: "From the general to the special, levels separated by a colon and a space.",
          }),
        ),
        sizes: nullable(list(Type.String(), { description: "The sizes this variant comes in." })),
        color: nullable(text("May be empty.")),
        price: {
          type: ["number", "string", "null"],
          minimum: 0,
          pattern: NUMBER_TEXT,
          maxLength: 15,
          description: 'Text that spells a number ("12.50") is kept as that number and reported; "" is none.',
        },
        released_at: nullable(
          text("ISO 8601; newer products come first in `newest` and, for lack of anything better, `featured`."),
        ),
      },
    },
  },
};
