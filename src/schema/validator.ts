import { Ajv2020, type ErrorObject, type Options, type ValidateFunction } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { describeError, type ValidationError } from "./validation-errors.js";

/**
 * A JSON Schema (draft 2020-12). `x-expected` in it words what a pattern or format expects; `x-published` has what is checked by hand and only
 * published, see `published.ts`.
 */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** Answers what is wrong with the value; an empty list means that it is a T. */
export type Check = (value: unknown) => readonly ValidationError[];

export interface ValidatorOptions {
  /** The name of the whole document in messages. */
  readonly subject: string;
  /**
   * All mistakes, for documents a person wrote; only the first, for requests, whose checking must stay cheap, and for documents so
   * large that every value of them may be a mistake.
   */
  readonly errors: "all" | "first";
  /** Changes strings to the numbers and booleans the schema wants and fills in its defaults, in place. */
  readonly coerce?: boolean;
}

/** Compiles a schema; call it once, at load time. @throws when the schema itself is wrong. */
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
      // One a place: a value of the wrong type is usually not one of the choices either.
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

/** The validator makes several objects for every mistake before anybody can stop it. */
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

/** Nobody reads on after so many; a hostile document could have one for every few bytes. */
const MAX_ERRORS = 100;

const NONE: readonly ValidationError[] = [];

/** FieldValues out the errors that only repeat that something inside them failed, or what another one already says. */
function isCause(error: ErrorObject): boolean {
  if (error.keyword === "discriminator") return (error.params as { tagValue?: unknown }).tagValue !== undefined;
  return error.keyword !== "if" && error.keyword !== "oneOf";
}
