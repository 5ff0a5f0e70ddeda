import { format } from "prettier";
import { type Language, LANGUAGE_NAMES, type LanguageDefinition, LANGUAGES } from "../src/languages/index.js";
import { tagValues, type ValueTag } from "../src/schema/validation-errors.js";
import { CONFIGURATION, type WholeConfiguration } from "../src/storefront/configuration.js";

/** File name of the configuration reference page that describes each setting. */
const PAGES: Readonly<Record<keyof WholeConfiguration, string>> = {
  language: "catalog.md",
  currency: "catalog.md",
  sort_keys: "listings.md",
  default_sort: "listings.md",
  facets: "listings.md",
  aliases: "catalog.md",
  fields: "catalog.md",
  field_weights: "search.md",
  search: "search.md",
  suggest: "search.md",
  availability: "catalog.md",
  department: "catalog.md",
  sells_fashion: "catalog.md",
  field_types: "catalog.md",
  redirects: "search.md",
  ingestion: "catalog.md",
  holdout_share: "personalization.md",
  signed_user_ids: "personalization.md",
  events: "personalization.md",
  taste: "personalization.md",
  ranking: "personalization.md",
  popularity: "personalization.md",
  profiles: "recommendations.md",
  placements: "recommendations.md",
  campaigns: "merchandising.md",
  rules: "merchandising.md",
};

/** Pages of the configuration reference, which contain the settings tables. Paths are relative to the project root. */
export const REFERENCE: readonly string[] = ["README.md", ...new Set(Object.values(PAGES))].map(
  (page) => `docs/configuration/${page}`,
);

/** The parts of a setting's JSON Schema that the settings tables show. */
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
 * section `all` lists all sections with links to their pages. The section `languages` lists the languages that support
 * each feature.
 * @throws Error if the page refers to an unknown section
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
  if (section === "all") return table(["Setting", "Description", "Default"], rowsOf(ROOT).map(overview));
  if (section === "languages") return languagesTable();
  const part = ROOT.properties?.[section];
  if (part === undefined) throw new Error(`there is no section \`${section}\` of the configuration`);
  return table(["Setting", "Description", "Value", "Default"], rowsOf(entryOf(part)).flatMap(flattened).map(detail));
}

/** Features that depend on the language, each with a function that returns whether a language supports the feature. */
const LANGUAGE_FEATURES: readonly (readonly [title: string, has: (language: LanguageDefinition) => boolean])[] = [
  ["Word forms (plurals and other endings)", ({ forms }) => forms.stemmers.length + endingsIn(forms) > 0],
  ["Matching by pairs of characters", ({ forms }) => forms.isUnspaced && forms.tokenizer === null],
  ["Words within compounds", ({ compounds }) => compounds],
  ["Departments in queries and feeds", ({ departments }) => departments !== null],
  ["Prices in queries", ({ priceWords }) => priceWords !== null],
  ["Negation in queries (“without”)", ({ negationWords }) => negationWords !== null],
  ["Sizes in queries (“size 42”)", ({ sizeWords }) => sizeWords !== null],
  ["Built-in synonyms", ({ synonyms }) => synonyms !== null],
  ["Detection by `vitrine import`", ({ code }) => code !== null],
];

const endingsIn = ({ stemEndings, wordEndings }: LanguageDefinition["forms"]) =>
  stemEndings.length + wordEndings.length;

function languagesTable(): string {
  const namesOf = (names: readonly Language[]) => names.map((name) => `\`${name}\``).join(", ");
  const rows = LANGUAGE_FEATURES.map(([title, has]) => {
    const [having, lacking] = [true, false].map((isWanted) =>
      LANGUAGE_NAMES.filter((name) => has(LANGUAGES[name]) === isWanted),
    ) as [Language[], Language[]];
    return [title, having.length > lacking.length ? `all except ${namesOf(lacking)}` : namesOf(having)];
  });
  return table(["Feature", "Languages"], [["All languages", namesOf(LANGUAGE_NAMES)], ...rows]);
}

function overview({ name, part }: Row): string[] {
  const page = (PAGES as Readonly<Record<string, string | undefined>>)[name];
  if (page === undefined) throw new Error(`the setting \`${name}\` has no documentation page`);
  return [`[\`${name}\`](${page}#${name})`, part.description ?? "", summary(part)];
}

const NO_DEFAULT = "–";

const detail = ({ name, part, required }: Row) => [
  `\`${name}\``,
  part.description ?? "",
  valueOf(part),
  required ? "required" : part.default === undefined ? NO_DEFAULT : code(part.default),
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
 * Returns the table rows of a union type. The row of the discriminator describes all variants. The row of a field that
 * only some variants have lists these variants.
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
      return { ...row, part: { type: "string", description: meanings.join(" ") } };
    }
    const note = having.length === variants.length ? "" : ` Only for ${namesOf(having)}.`;
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
  const from = exclusiveMinimum === undefined ? minimum : `>${exclusiveMinimum}`;
  switch (first) {
    case "number":
    case "integer":
      return `${first}${from === undefined ? "" : `, ${from}–${maximum ?? "∞"}`}${orNull}`;
    case "array":
      return `list, ${minItems ?? 0}–${maxItems ?? "∞"}${orNull}`;
    case "boolean":
      return `boolean${orNull}`;
    case "string":
      return `text${orNull}`;
    default:
      return `object${orNull}`;
  }
}

/** Formats a default value: lists and objects as the names of their entries, other values unchanged. */
function summary(part: Part): string {
  const { default: value } = part;
  if (value === undefined) return part.properties === undefined ? NO_DEFAULT : "see page";
  if (value === null || typeof value !== "object") return code(value);
  const names = Array.isArray(value) ? value.map((one) => (one as { key: string }).key) : Object.keys(value);
  return names.length === 0 ? "empty" : names.map((name) => `\`${name}\``).join(", ");
}

const code = (value: unknown) => `\`${JSON.stringify(value)}\``;

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`)
    .join("\n");
