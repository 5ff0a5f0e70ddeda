import Type from "typebox";
import { choiceOf, closed, list, nullable, record, type Of } from "../../../src/schema/typed.js";
import { compileSchema } from "../../../src/schema/validator.js";
import { ImportError } from "./import-error.js";
import { isChoice } from "./xml-choices.js";

const KINDS = choiceOf({
  text: "as it is",
  html: "HTML, of which the text is taken",
  common:
    "titles of variants, of which the part that all rows of a product have in common is taken; its rows follow each other",
  number: "a number or an amount, with or without a currency",
  yes_no: "yes or no, in words or as 1 and 0",
  sold: "whether it is sold: records with no, draft, hidden or the like are left aside; of several columns each can say so",
  unsold: "the contrary: records with yes are left aside",
  stock: "whether there is any: a quantity, or yes or no",
  list: "several values, with `separator` between them",
  categories: "one or several categories, with `separator` between them, each of levels with `levels` between them",
  category_levels: "the columns are the levels of one category, broadest first",
  date: "a date",
  addresses: "addresses of pictures, whatever stands between them",
  joined: "the values of all columns, with / between them: an identifier of what no single column identifies",
  pairs: "names with values, like `Size: M; Color: Red`: each becomes a field",
  named: "two columns, of which the first has the name of a field and the second its value",
  currency: "the currency that an amount names",
});

const column = Type.String({ minLength: 1, maxLength: 500 });

const FIELD = closed({
  from: list(column, {
    minItems: 1,
    maxItems: 50,
    description:
      "Columns, or dotted names inside of JSON; the first with a value counts, of `list` and `categories` all of them.",
  }),
  as: KINDS,
  separator: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  levels: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  decimal: Type.Optional(Type.Unsafe<"." | ",">({ type: "string", enum: [".", ","] })),
  factor: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: "What a number is multiplied with: 0.01 of cents." }),
  ),
  between: Type.Optional(
    closed(
      { from: Type.Optional(column), until: Type.Optional(column) },
      {
        description:
          "Columns with the first and the last day on which the first column of the field counts; a blank one is no limit.",
      },
    ),
  ),
  when: Type.Optional(
    Type.String({
      minLength: 1,
      description: "Column of yes and no. The first column of `from` counts only in rows with yes.",
    }),
  ),
  less: Type.Optional(
    closed(
      { from: column, as: choiceOf({ percent: "a part of the number in percent", amount: "an amount" }) },
      { description: "Column with a discount that is subtracted from the number." },
    ),
  ),
  note: Type.Optional(Type.String({ description: "Why; for people." })),
});

/** JSON schema of a mapping from the columns of a generic file to feed fields. */
export const MAPPING = closed(
  {
    $schema: Type.Optional(Type.String()),
    variants: Type.Optional(Type.String({ description: "Where, in JSON, a product has the list of its variants." })),
    continued: Type.Optional(
      list(column, {
        minItems: 1,
        description:
          "Columns of the product, in a table in which its variants are rows below it: rows without the first of them take what they lack of all of them from the row above.",
      }),
    ),
    parents: Type.Optional(
      closed(
        { parent: column, key: column },
        {
          description:
            "Rows whose `key` the rows below them have as their `parent` are products and no variants. Those rows take what they lack from them.",
        },
      ),
    ),
    fields: record(Type.String({ minLength: 1, maxLength: 255, pattern: "^[^_.*][^*]*$" }), nullable(FIELD), {
      minProperties: 1,
      maxProperties: 1000,
      description:
        "Feed fields, each with where it comes from. `product_identifier` is required. Null is a hole of a proposal, to be " +
        "filled, or taken out where the file has nothing for it.",
    }),
    open: Type.Optional(
      record(Type.String(), closed({ why: Type.String(), rivals: list(column) }), {
        description: "What a proposal could not tell, and the columns that it may be; for people.",
      }),
    ),
    unused: Type.Optional(
      record(column, Type.String(), { description: "Columns that nothing is made of, with why; for people." }),
    ),
  },
  { title: "Mapping of an import" },
);

export type MappedField = Of<typeof FIELD>;
/** A complete mapping, without open questions. */
export type Mapping = Pick<Of<typeof MAPPING>, "variants" | "unused" | "continued" | "parents"> & {
  readonly fields: Readonly<Record<string, MappedField>>;
};

/** Formats a proposal as a document to edit and pass to `--mapping`. Fields with open questions are null. */
export function proposalDocument({
  mapping: { variants, continued, parents, fields, unused },
  questions,
}: {
  readonly mapping: Mapping;
  readonly questions: readonly { readonly field: string; readonly why: string; readonly rivals: readonly string[] }[];
}): Of<typeof MAPPING> {
  const holes = questions.filter(({ field }) => !isChoice(field)).map(({ field }) => [field, null] as const);
  return {
    ...(variants === undefined ? {} : { variants }),
    ...(continued === undefined ? {} : { continued }),
    ...(parents === undefined ? {} : { parents }),
    fields: { ...Object.fromEntries(holes), ...fields, ...Object.fromEntries(holes) },
    ...(questions.length === 0
      ? {}
      : { open: Object.fromEntries(questions.map(({ field, why, rivals }) => [field, { why, rivals }])) }),
    ...(unused === undefined ? {} : { unused }),
  };
}

const check = compileSchema(MAPPING, { subject: "mapping", errors: "all" });

/**
 * Parses and validates a mapping.
 * @throws ImportError with all validation errors
 */
export function parseMapping(text: string): Mapping {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ImportError(`the mapping is not JSON: ${(error as Error).message}`, { cause: error });
  }
  const errors = check(json);
  if (errors.length > 0) {
    const lines = errors.map(({ path, message }) => `  ${path === "" ? "" : `${path}: `}${message}`);
    throw new ImportError(["The mapping has validation errors:", ...lines].join("\n"));
  }
  const mapping = json as Of<typeof MAPPING>;
  const holes = Object.entries(mapping.fields).filter(([, field]) => field === null);
  if (holes.length > 0) {
    const lines = holes.map(([name]) => {
      const { why, rivals = [] } = mapping.open?.[name] ?? {};
      const may = rivals.length === 0 ? "" : `; candidates: ${rivals.join(", ")}`;
      return `  fields.${name}: ${why ?? "null"}${may}. Name its source, or remove it`;
    });
    throw new ImportError(["The mapping has unanswered questions:", ...lines].join("\n"));
  }
  if (!Object.hasOwn(mapping.fields, "product_identifier")) {
    throw new ImportError("The mapping has validation errors:\n  fields: `product_identifier` is required");
  }
  return mapping as Mapping;
}
