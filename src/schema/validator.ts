import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { describeError, type ValidationError } from "./validation-errors.js";

/**
 * A JSON Schema (draft 2020-12). `x-expected` describes the values that a pattern or format accepts. `x-published` contains keywords that
 * only appear in the published schema; the service validates them in code, see `published.ts`.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Returns the validation errors of a value; an empty list means that the value is a T. */
export type Check = (value: unknown) => readonly ValidationError[];

export interface ValidatorOptions {
  /** Name of the whole document in error messages. */
  readonly subject: string;
  /**
   * Whether validation reports all errors or stops at the first error. "all" suits documents that people write,
   * "first" suits requests and large documents.
   */
  readonly errors: "all" | "first";
  /** Converts strings to numbers and booleans as required by the schema, and fills in defaults, in place. */
  readonly coerce?: boolean;
}

/**
 * Compiles a schema. Call this function once per schema, at load time.
 * @throws Error if the schema is invalid
 */
export function compileSchema(schema: object, options: ValidatorOptions): Check {
  const settings: Options = {
    verbose: true,
    discriminator: true,
    strictTypes: true,
    allowUnionTypes: true,
    coerceTypes: options.coerce === true,
    useDefaults: options.coerce === true,
  };
  const first = compiled(schema, settings);
  const all = options.errors === "all" ? compiled(schema, { ...settings, allErrors: true }) : first;
  return (value) => {
    if (first(value)) return NONE;
    const validate = all === first || isLarge(value) ? first : all;
    validate(value);
    const errors = new Map<string, ValidationError>();
    for (const error of (validate.errors ?? []).filter(isCause)) {
      if (errors.size === MAX_ERRORS) break;
      const problem = describeError(error, options.subject);
      // Report one error per path: a value of the wrong type usually also violates other keywords.
      if (!errors.has(problem.path)) errors.set(problem.path, problem);
    }
    return [...errors.values()];
  };
}

function compiled(schema: object, settings: Options): ValidateFunction {
  const ajv = new Ajv2020(settings);
  ajvFormats.default(ajv);
  ajv.addKeyword({ keyword: "x-expected", schemaType: "string" });
  ajv.addKeyword({ keyword: "x-published", schemaType: "object" });
  return ajv.compile(schema);
}

/**
 * Maximum number of values in a document for which all errors are reported. For larger documents, only the first error is reported, because
 * the validator creates several objects for every error.
 */
const MAX_VALUES = 5_000;

function isLarge(root: unknown): boolean {
  const pending = [root];
  for (let values = 0; pending.length > 0; values += 1) {
    if (values + pending.length > MAX_VALUES) return true;
    const value = pending.pop();
    if (typeof value === "object" && value !== null) for (const child of Object.values(value)) pending.push(child);
  }
  return false;
}

/** Maximum number of reported errors. Readers do not need more errors, and a hostile document could cause an error for every few bytes. */
const MAX_ERRORS = 100;

const NONE: readonly ValidationError[] = [];

/** Returns false for errors that only repeat another error. */
function isCause(error: ErrorObject): boolean {
  if (error.keyword === "discriminator") return (error.params as { tagValue?: unknown }).tagValue !== undefined;
  return error.keyword !== "if" && error.keyword !== "oneOf";
}
