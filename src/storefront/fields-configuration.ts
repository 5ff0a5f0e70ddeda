import Type from "typebox";
import { closed, list, nullable } from "../schema/typed.js";

export const label = Type.String({ minLength: 1, maxLength: 200, description: "Text shown to shoppers." });

/** Names used in requests and other settings. */
export const KEY = {
  pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,99}$",
  "x-expected": "a name of letters, digits, `_`, `.` and `-` that begins with a letter",
};
export const key = Type.String(KEY);

/** Free-form name of a list item. */
export const itemName = (description: string) =>
  Type.String({
    pattern: "^[^\\s\\p{C}](?:[^\\p{C}]{0,98}[^\\s\\p{C}])?$",
    "x-expected": "a name of at most 100 characters, without blanks at its ends",
    description,
  });

export const FIELD = {
  maxLength: 512,
  pattern: "^[^_.][^.]*(?:\\.[^_.][^.]*)*$",
  "x-expected": "the dotted name of a feed field, like `designer` or `attributes.text.type`",
};
export const field = Type.String(FIELD);

const FIELDS_NAMED = {
  maxItems: 1000,
  uniqueItems: true,
};
const named = Type.String({
  maxLength: 512,
  pattern: "^[^.*]+(?:\\.[^.*]+)*(?:\\.\\*)?$",
  "x-expected": "the dotted name of a feed field, or of an object of them like `supplier.*`",
});

export const FIELDS = closed(
  {
    private: list(named, {
      ...FIELDS_NAMED,
      default: [],
      description:
        "Fields that pages do not see, each with all that lies in it; `supplier.*` is the same as `supplier`.",
    }),
    public: nullable(list(named, FIELDS_NAMED), {
      default: null,
      description:
        "The only fields that pages see, written in the same way, beside the identifiers of products and variants; what is also private stays private. Null: all that are not private.",
    }),
  },
  {
    description:
      "Which fields of the feed pages, with their public key, may see. One that they may not is to them a field that there is not: in projections, filters, searched words, suggestions, recommendations and tastes. Rules, `availability`, filters of slots and the private key use it all the same. Requests follow a change at once; the words that are searched and suggested follow when the catalogue has been rebuilt, which starts by itself.",
  },
);
