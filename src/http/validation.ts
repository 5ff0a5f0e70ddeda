import type { TSchema } from "typebox";
import { ServiceError, validationError } from "../errors.js";
import { nullDropper } from "../schema/published.js";
import type { Of } from "../schema/typed.js";
import { compileSchema } from "../schema/validator.js";
import { illFormedString } from "../lib/well-formed.js";

/**
 * Compiles a request schema. The returned function returns the validated body, or throws `validation_error` for the first invalid value,
 * with the dotted path of the field in `context.field`. Every object in the schema should reject additional properties, so that misspelt
 * fields cause an error. Strings with NUL characters or lone surrogates are rejected too, because the service could not find such strings
 * again. Optional fields with the value null are dropped.
 */
export function validateBody<S extends TSchema>(schema: S): BodyParser<Of<S>> {
  const check = compileSchema(schema, { subject: "body", errors: "first" });
  const dropNulls = nullDropper(schema);
  return (sent) => {
    const body = dropNulls(sent);
    const [error] = check(body);
    if (error === undefined) {
      const field = illFormedString(body);
      if (field === undefined) return body as Of<S>;
      throw validationError(field, `\`${field}\` contains a NUL character or a lone surrogate`);
    }
    throw error.path === ""
      ? new ServiceError("validation_error", error.message)
      : validationError(error.path, error.message);
  };
}

/** @throws {ServiceError} `validation_error` if the body is invalid */
export type BodyParser<T> = (body: unknown) => T;
