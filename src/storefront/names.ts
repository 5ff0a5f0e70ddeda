import Type from "typebox";

/** For shoppers. */
export const label = Type.String({ minLength: 1, maxLength: 200, description: "Text shown to shoppers." });

/** The names that requests and other settings use. */
export const KEY = {
  pattern: "^[A-Za-z][A-Za-z0-9_.-]{0,99}$",
  "x-expected": "a name of letters, digits, `_`, `.` and `-` that begins with a letter",
};
export const key = Type.String(KEY);

/** A field of the feed. */
export const LEAF = {
  maxLength: 512,
  pattern: "^[^_.][^.]*(?:\\.[^_.][^.]*)*$",
  "x-expected": "the dotted name of a feed field, like `designer` or `attributes.text.type`",
};
export const leaf = Type.String(LEAF);
