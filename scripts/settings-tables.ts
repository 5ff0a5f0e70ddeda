import { format } from "prettier";
import { LANGUAGE_NAMES, type LanguageDefinition, LANGUAGES } from "../src/languages/index.js";
import { tagValues, type ValueTag } from "../src/schema/validation-errors.js";
import { CONFIGURATION } from "../src/storefront/configuration.js";

/** Page with the settings tables, relative to the project root. */
export const REFERENCE = "docs/configuration.md";

/** Parts of a schema that the tables show. */
interface Part extends ValueTag {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly deprecated?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Part;
  readonly properties?: Readonly<Record<string, Part>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Part | boolean;
  readonly oneOf?: readonly Part[];
  readonly discriminator?: { readonly propertyName: string };
}

interface Row {
  readonly name: string;
  readonly part: Part;
  readonly required: boolean;
}

const ROOT = CONFIGURATION as object as Part;
const TABLE = /(<!-- settings: (\S+) -->\n).*?(<!-- end of settings -->)/gs;

/**
 * Regenerates the tables of a page, which are between `<!-- settings: SECTION -->` and `<!-- end of settings -->`. The
 * section `all` lists all sections, and `languages` the language support.
 * @throws Error if the page names an unknown section
 */
export const withTables = (page: string): Promise<string> =>
  format(
    page.replaceAll(
      TABLE,
      (_, begin: string, section: string, end: string) => `${begin}\n${tableOf(section)}\n\n${end}`,
    ),
    { parser: "markdown", printWidth: 120 },
  );

function tableOf(section: string): string {
  if (section === "all") return table(["Setting", "What it is", "Default"], rowsOf(ROOT).map(overview));
  if (section === "languages") return languagesTable();
  const part = ROOT.properties?.[section];
  if (part === undefined) throw new Error(`there is no section \`${section}\` of the configuration`);
  return table(["Setting", "Meaning", "Value", "Default"], rowsOf(entryOf(part)).flatMap(flattened).map(detail));
}

/** Column titles for the parts of a language definition. */
const LANGUAGE_COLUMNS: Readonly<Record<keyof LanguageDefinition, string>> = {
  forms: "Word forms",
  stopWords: "Stop words",
  irregular: "Irregular forms",
  code: "Recognized",
  yesNo: "Yes, no",
  headPosition: "Thing in names",
  compounds: "Compounds",
  shortEndings: "Short endings",
  capitalNouns: "Capital nouns",
  betweenWords: "Joining words",
  featureWords: "Words like _with_",
  compatibilityWords: "Words like _for_",
  departments: "Departments",
  priceWords: "Prices",
  negationWords: "Words like _without_",
  measures: "Units",
  sizeWords: "Sizes",
  synonyms: "Synonyms",
  privateWords: "Private fields",
};

function languagesTable(): string {
  const parts = Object.keys(LANGUAGE_COLUMNS) as (keyof LanguageDefinition)[];
  const cell = (language: LanguageDefinition, part: keyof LanguageDefinition): string => {
    if (part === "headPosition") return language[part];
    if (part === "forms") return wordForms(language.forms);
    if (part === "irregular") return String(language.irregular?.split(", ").length ?? "");
    if (part === "yesNo") return language.yesNo.join(", ");
    if (part === "synonyms") return String(language.synonyms?.split("; ").length ?? "");
    return language[part] === null || language[part] === false ? "" : "yes";
  };
  return table(
    ["Language", ...parts.map((part) => LANGUAGE_COLUMNS[part])],
    LANGUAGE_NAMES.map((name) => [`\`${name}\``, ...parts.map((part) => cell(LANGUAGES[name], part))]),
  );
}

function wordForms({ isUnspaced, tokenizer, stemmers, stemEndings, wordEndings }: LanguageDefinition["forms"]): string {
  if (isUnspaced) return tokenizer === null ? "pairs of characters" : `words of the tokenizer \`${tokenizer}\``;
  const hasRules = stemEndings.length + wordEndings.length > 0;
  return [...stemmers, ...(hasRules ? ["rules"] : [])].join(", ");
}

const overview = ({ name, part }: Row) => [`[\`${name}\`](#${name})`, part.description ?? "", summary(part)];

const detail = ({ name, part, required }: Row) => [
  `\`${name}\``,
  part.description ?? "",
  valueOf(part),
  required
    ? "required"
    : part.default === undefined
      ? part.properties === undefined
        ? "none"
        : ""
      : code(part.default),
];

/** Returns the schema of the entries of a list or record, or the schema itself for other types. */
function entryOf(part: Part): Part {
  if (part.items !== undefined) return part.items;
  return typeof part.additionalProperties === "object" ? part.additionalProperties : part;
}

function rowsOf({ properties = {}, required = [], oneOf = [], discriminator }: Part): Row[] {
  if (discriminator !== undefined) return rowsOfVariants(discriminator.propertyName, oneOf);
  return Object.entries(properties)
    .filter(([name, { deprecated = false }]) => !deprecated && !name.startsWith("$"))
    .map(([name, part]) => ({ name, part, required: required.includes(name) }));
}

/**
 * Returns the rows of a union. The row of its discriminator describes each variant. Fields that only some variants have
 * are marked with these variants.
 */
function rowsOfVariants(tag: string, variants: readonly Part[]): Row[] {
  const namesOf = (some: readonly Part[]) =>
    some
      .flatMap(({ properties }) => tagValues(properties?.[tag]))
      .map(code)
      .join(", ");
  const rows = new Map(variants.flatMap(rowsOf).map((row) => [row.name, row]));
  return [...rows.values()].map((row) => {
    const having = variants.filter(({ properties }) => properties?.[row.name] !== undefined);
    if (row.name === tag) {
      const meanings = having.map((one) => `${namesOf([one])}: ${one.properties?.[tag]?.description ?? ""}`);
      return {
        ...row,
        part: {
          description: meanings.join(" "),
          enum: having.flatMap(({ properties }) => tagValues(properties?.[tag])),
        },
      };
    }
    const note = having.length === variants.length ? "" : ` Of ${namesOf(having)}.`;
    return { ...row, part: { ...row.part, description: `${row.part.description ?? ""}${note}` } };
  });
}

/** Returns a setting followed by its inner settings: `name.inner` in an object, `name[].inner` in a list of objects. */
function flattened(row: Row): Row[] {
  const { items } = row.part;
  const inner = rowsOf(items ?? row.part).flatMap((one) =>
    flattened({ ...one, name: `${row.name}${items === undefined ? "" : "[]"}.${one.name}` }),
  );
  return [row, ...inner];
}

function valueOf(part: Part): string {
  const { type = "object", minimum, maximum, exclusiveMinimum, minItems, maxItems } = part;
  const names = part.enum ?? [];
  if (names.length > 0) return names.map(code).join(", ");
  const [first = "object", ...others] = [type].flat();
  const orNull = others.includes("null") ? ", `null`" : "";
  const from = exclusiveMinimum === undefined ? minimum : `more than ${exclusiveMinimum}`;
  switch (first) {
    case "number":
    case "integer":
      return `${first === "integer" ? "whole number" : "number"}${from === undefined ? "" : `, ${from} to ${maximum ?? "any"}`}${orNull}`;
    case "array":
      return `list of ${minItems === undefined ? "at most" : `${minItems} to`} ${maxItems ?? "any"}${orNull}`;
    case "boolean":
      return "`true`, `false`";
    case "string":
      return `text${orNull}`;
    default:
      return `object${orNull}`;
  }
}

/** Returns the names of a default's entries, or else its value. */
function summary(part: Part): string {
  const { default: value } = part;
  if (value === undefined) return part.properties === undefined ? "none" : "see there";
  if (value === null || typeof value !== "object") return code(value);
  const names = Array.isArray(value) ? value.map((one) => (one as { key: string }).key) : Object.keys(value);
  return names.length === 0 ? "none" : names.map((name) => `\`${name}\``).join(", ");
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`)
    .join("\n");
