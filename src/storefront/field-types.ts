/** Types of feed field values. A `date` is an ISO 8601 timestamp that is compared as a point in time. */
export const FIELD_TYPES = ["string", "number", "boolean", "date"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Types of the fields of every catalogue, which a storefront cannot change. */
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
