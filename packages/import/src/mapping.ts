import Type from "typebox";
import { choiceOf, closed, list, nullable, record, type Of } from "../../../src/schema/typed.js";
import { compileSchema } from "../../../src/schema/validator.js";
import { ImportError } from "./import-error.js";
import { isChoice } from "./xml-choices.js";

const KINDS = choiceOf({
  text: "the value of the column, unchanged",
  html: "HTML, from which the text is extracted",
  common:
    "titles of variants, whose common part becomes the product's title. The rows of a product must be consecutive",
  number: "a number or an amount, with or without a currency",
  yes_no: "yes or no, as words or as 1 and 0",
  sold: "whether the product is for sale: records with `no`, `draft`, `hidden` or a similar value in any of the columns are left out",
  unsold: "yes if the product is not for sale: records with `yes` are left out",
  stock: "whether the variant is in stock: a quantity, or yes or no",
  list: "several values, with `separator` between them",
  categories: "one or several categories, separated by `separator`, with levels that are separated by `levels`",
  category_levels: "the levels of one category, one per column, broadest first",
  date: "a date",
  addresses: "image URLs, separated by any characters",
  joined: "the values of all columns, joined with `/`. Creates an identifier if no single column is unique",
  pairs: "names with values, like `Size: M; Color: Red`. Each name becomes a field",
  named: "two columns: the first contains the name of a field, the second its value",
  currency: "the currency in an amount, like `12 EUR`",
});

const column = Type.String({ minLength: 1, maxLength: 500 });

const FIELD = closed({
  from: list(column, {
    minItems: 1,
    maxItems: 50,
    description:
      "Columns, or dotted paths in JSON. The first column with a value is used; `list` and `categories` use all columns.",
  }),
  as: KINDS,
  separator: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  levels: Type.Optional(Type.String({ minLength: 1, maxLength: 5 })),
  decimal: Type.Optional(Type.Unsafe<"." | ",">({ type: "string", enum: [".", ","] })),
  factor: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, description: "Factor by which a number is multiplied: 0.01 for cents." }),
  ),
  between: Type.Optional(
    closed(
      { from: Type.Optional(column), until: Type.Optional(column) },
      {
        description:
          "Columns with the first and last day of a period. The first column in `from` is used only during this period. An empty value means that the period has no start or end.",
      },
    ),
  ),
  when: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        "Column with yes or no. Rows with yes use the first column in `from`, other rows use the next columns.",
    }),
  ),
  less: Type.Optional(
    closed(
      { from: column, as: choiceOf({ percent: "a percentage of the price", amount: "an amount" }) },
      { description: "Column with a discount that is subtracted from the price." },
    ),
  ),
  note: Type.Optional(Type.String({ description: "Reason for the choice of columns. Ignored by the import." })),
});

/** JSON schema of a mapping from the columns of a generic file to feed fields. */
export const MAPPING = closed(
  {
    $schema: Type.Optional(Type.String()),
    variants: Type.Optional(Type.String({ description: "In JSON, the field with a product's list of variants." })),
    continued: Type.Optional(
      list(column, {
        minItems: 1,
        description:
          "Product columns of a table that lists variants below their product. If a row has no value in the first of these columns, its empty cells in all of these columns are filled from the row above.",
      }),
    ),
    parents: Type.Optional(
      closed(
        { parent: column, key: column },
        {
          description:
            "Columns that link variants to products. If later rows refer to a row, this row is a product. The later rows are its variants and inherit its values for their empty cells.",
        },
      ),
    ),
    fields: record(Type.String({ minLength: 1, maxLength: 255, pattern: "^[^_.*][^*]*$" }), nullable(FIELD), {
      minProperties: 1,
      maxProperties: 1000,
      description:
        "Feed fields, each with the columns or values from which it is read. `product_identifier` is required. In a proposed mapping, null marks a field without a certain source: " +
        "set the source of this field, or remove the field if the file does not contain it.",
    }),
    open: Type.Optional(
      record(Type.String(), closed({ why: Type.String(), rivals: list(column) }), {
        description: "Open questions of a proposed mapping, with the candidate columns. Ignored by the import.",
      }),
    ),
    unused: Type.Optional(
      record(column, Type.String(), {
        description: "Columns that are not imported, with the reason. Ignored by the import.",
      }),
    ),
  },
  { title: "Mapping of an import" },
);

export type MappedField = Of<typeof FIELD>;
/** A complete mapping, without open questions. */
export type Mapping = Pick<Of<typeof MAPPING>, "variants" | "unused" | "continued" | "parents"> & {
  readonly fields: Readonly<Record<string, MappedField>>;
};

/**
 * Formats a proposed mapping as a document that the user can edit and pass to `--mapping`. Fields with unanswered
 * questions are null.
 */
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
 * @throws {ImportError} listing all validation errors
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
      return `  fields.${name}: ${why ?? "null"}${may}. Set its source, or remove the field`;
    });
    throw new ImportError(["The mapping has unanswered questions:", ...lines].join("\n"));
  }
  if (!Object.hasOwn(mapping.fields, "product_identifier")) {
    throw new ImportError("The mapping has validation errors:\n  fields: `product_identifier` is required");
  }
  return mapping as Mapping;
}
