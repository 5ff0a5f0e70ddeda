import type { JsonSchema } from "../schema/validator.js";

/** The schema of successful responses of `/v1`. */
export const envelopeOf = (data: JsonSchema, meta: JsonSchema = { type: "null" }): JsonSchema => ({
  type: "object",
  description: "The envelope of every `/v1` answer.",
  properties: { errors: { type: "null" }, meta, data },
  required: ["errors", "meta", "data"],
});
