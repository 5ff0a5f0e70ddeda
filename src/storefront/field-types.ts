/** The types of a feed field's values. A `date` is an ISO 8601 timestamp that is compared as a point in time. */
export const FIELD_TYPES = ["string", "number", "boolean", "date"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Fields of every catalogue, whose types are not for a storefront to say. */
export const FIXED_FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  product_identifier: "string",
  variant_identifier: "string",
  title: "string",
  designer: "string",
  color: "string",
  sizes: "string",
  categories: "string",
  price: "number",
};
