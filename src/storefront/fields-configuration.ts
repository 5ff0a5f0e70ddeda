import Type from "typebox";
import { closed, list, nullable } from "../schema/typed.js";

export const label = Type.String({ minLength: 1, maxLength: 200, description: "Label for shoppers." });

/** Schema of names that are used in requests and in other settings, such as facet keys. */
export const KEY = {
  pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,99}$",
  "x-expected": "a name of letters, digits, `_`, `.` and `-` that begins with a letter",
};
export const key = Type.String(KEY);

/** Returns the schema of a free-form name of a list item. */
export const itemName = (description: string) =>
  Type.String({
    pattern: "^[^\\s\\p{C}](?:[^\\p{C}]{0,98}[^\\s\\p{C}])?$",
    "x-expected": "a name of at most 100 characters, without leading or trailing whitespace",
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
  "x-expected": "the dotted name of a feed field, or of a group of fields like `supplier.*`",
});

export const FIELDS = closed(
  {
    private: list(named, {
      ...FIELDS_NAMED,
      default: [],
      description:
        "Fields that public keys cannot read, including their nested fields. The name `supplier.*` is equivalent to `supplier`.",
    }),
    public: nullable(list(named, FIELDS_NAMED), {
      default: null,
      description:
        "The only fields that public keys can read, besides the identifiers. `private` takes precedence. Null: all fields.",
    }),
  },
  {
    description: "Feed fields that public keys can read.",
  },
);
