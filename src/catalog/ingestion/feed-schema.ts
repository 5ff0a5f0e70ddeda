import Type from "typebox";
import { list, nullable, text } from "../../schema/typed.js";
import { OPERATIONS } from "./feed-line.js";

const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";

/** Pattern of a valid identifier: at least one non-whitespace character and no control characters. */
export const IDENTIFIER = `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`;

/** Pattern of a price as text: whitespace or a number in JSON syntax. */
const NUMBER_TEXT = "^\\s*(?:(?:0|[1-9]\\d*)(?:\\.\\d+)?)?\\s*$";

/** The published schema of a feed line, for authors of feeds. `parseFeedLine` validates lines. */
export const FEED_LINE = {
  $id: "FeedLine",
  type: "object",
  description:
    "One line of a feed: one variant of a product. All lines with the same `product_identifier` belong to one product.",
  required: ["operation", "product_data"],
  additionalProperties: { description: "Unknown fields are ignored and listed in `product_metrics.ignored_fields`." },
  properties: {
    operation: {
      type: "string",
      enum: OPERATIONS,
      description:
        "The lines are applied in the order in which they are sent. `insert` replaces all data of the variant and makes it active. `update` (an extension; only in the mode `insert`) changes only the given fields; it neither activates nor deactivates the variant. An `update` without `variant_identifier` changes all variants of the product, including inactive ones. In an `update`, null removes a field, objects are merged field by field, arrays are replaced, and a dotted name is equivalent to a nested field. Updates of unknown products or variants are rejected. `delete` makes the variant inactive. A `delete` without `variant_identifier` makes the whole product inactive.",
    },
    product_data: {
      type: "object",
      description:
        "Data of the variant. The fields listed here have a fixed meaning. All other fields can be filtered on, used as facets and returned; nested fields have dotted names.",
      required: ["product_identifier"],
      additionalProperties: true,
      properties: {
        product_identifier: { type: "string", pattern: IDENTIFIER, maxLength: 512 },
        variant_identifier: {
          type: ["string", "null"],
          pattern: IDENTIFIER,
          maxLength: 512,
          description:
            "If omitted, `insert` creates a default variant with the identifier of the product; it is active only while the product has no other active variant. Updates and deletions then apply to all variants of the product.",
        },
        title: nullable(text("Title of the product, returned as `name`.")),
        images: nullable(list(Type.String(), { description: "Image URLs." })),
        designer: nullable(text("Brand or designer.")),
        categories: nullable(
          list(Type.String(), {
            description: "Category paths from general to specific; levels are separated by a colon and a space.",
          }),
        ),
        sizes: nullable(list(Type.String(), { description: "Sizes of this variant." })),
        color: nullable(text("Color of the variant; may be empty.")),
        price: {
          type: ["number", "string", "null"],
          minimum: 0,
          pattern: NUMBER_TEXT,
          maxLength: 15,
          description:
            'Price of the variant. Numeric text ("12.50") is converted to a number and reported; "" means no price.',
        },
        released_at: nullable(
          text(
            "Release date (ISO 8601). The sort `newest` returns newer products first. Without other ranking signals, newer products also come first in the sort `featured`.",
          ),
        ),
      },
    },
  },
};
