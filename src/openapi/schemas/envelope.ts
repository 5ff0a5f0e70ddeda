import type { Envelope } from "../../http/envelope.js";
import type { JsonSchema } from "../../schema/validator.js";
import { objectSchema } from "./object-schema.js";

/** What `/v1` answers when all is well. */
export const envelopeOf = (data: JsonSchema, meta: JsonSchema = { type: "null" }): JsonSchema =>
  objectSchema<Envelope<unknown>>("The envelope of every `/v1` answer.", { errors: { type: "null" }, meta, data });
