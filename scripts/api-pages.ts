import { format } from "prettier";
import { anchorOf } from "./anchor.js";
import { openApiDocument } from "../src/openapi/index.js";
import {
  schemaOf,
  type Operation,
  type OpenApiDocument,
  type Parameter,
  type Reference,
} from "../src/http/description/document-types.js";
import { packageVersion } from "../src/package.js";
import type { JsonSchema } from "../src/schema/validator.js";

export interface ApiPage {
  /** File name of the page, without extension. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

/** Folder of the API reference, relative to the project root. */
export const API_REFERENCE = "docs/api";

/**
 * Returns the pages of the API reference: an overview of all operations, one page per tag of the OpenAPI document, and
 * the shared schemas.
 */
export function apiPages(): readonly ApiPage[] {
  const document = openApiDocument(packageVersion());
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const pages = document.tags.map(({ name, description }) => {
    const own = all.filter(({ operation }) => operation.tags.includes(name));
    const text = own.map((one) => operationText(document, one)).join("\n");
    return { name: fileOf(name), title: name, text: `# ${name}\n\n${description}\n\n${text}` };
  });
  const schemas = Object.entries(document.components.schemas).map(
    ([name, schema]) => `## ${name}\n\n${schemaText(schema)}`,
  );
  return [
    { name: "README", title: "Overview", text: overview(document.info.description, all) },
    ...pages,
    { name: "schemas", title: "Schemas", text: `# Schemas\n\n${schemas.join("\n\n")}` },
  ];
}

/** Formats a page as a Markdown file and adds a note that the page is generated. */
export const formatPage = ({ text }: ApiPage): Promise<string> =>
  format(`<!-- Generated from the OpenAPI document by \`npm run docs:reference\`. -->\n\n${text}`, {
    parser: "markdown",
    printWidth: 120,
  });

function overview(description: string, all: readonly OperationAt[]): string {
  const rows = all.map(({ path, method, operation }) => {
    const { summary, tags } = operation;
    const page = fileOf(tags[0] ?? "");
    return [`\`${method} ${path}\``, `[${summary}](${page}.md#${anchorOf(summary)})`];
  });
  return `# API reference\n\n${table(["Endpoint", "Operation"], rows)}\n\nTypes that several operations share are on the page of [schemas](schemas.md).\n\n${raised(description)}`;
}

const fileOf = (name: string) => name.toLowerCase().replaceAll(" ", "-");

/** Raises the headings of a text by one level. */
const raised = (text: string) => text.replace(/^##(#+) /gm, "#$1 ");

interface OperationAt {
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
}

function operationText(document: OpenApiDocument, { path, method, operation }: OperationAt): string {
  const { summary, description = "", security, parameters = [], requestBody, responses } = operation;
  const keys = security
    .flatMap((one) => Object.keys(one))
    .map((name) => (name === "PublicKey" ? "public key" : "private key"));
  const parts = [`## ${summary}`, `\`${method} ${path}\` · ${keys.join(" or ") || "no key"}`, description];
  const rows = parameters.map((one) => parameterRow(resolve(document, one)));
  if (rows.length > 0) parts.push(table(["Parameter", "In", "Type", "Meaning"], rows));
  for (const [type, { schema, examples = {} }] of Object.entries(requestBody?.content ?? {})) {
    parts.push(
      `**Request body**, \`${type}\`${requestBody?.description === undefined ? "" : `: ${requestBody.description}`}`,
    );
    parts.push(schemaText(schema));
    for (const { summary: what = "Example", value } of Object.values(examples)) parts.push(`${what}:`, code(value));
  }
  const outcomes = Object.entries(responses).map(([status, { description, content }]) => [
    status,
    cell(description),
    [...new Set(Object.values(content).map(({ schema }) => typeOf(schema)))].join(", "),
  ]);
  parts.push(table(["Status", "Meaning", "Body"], outcomes));
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  for (const { examples = {} } of Object.values(success?.content ?? {}))
    for (const { summary: what = "Response", value } of Object.values(examples).slice(0, 1))
      parts.push(`${what}:`, code(value));
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const parameterRow = (parameter: Parameter) => {
  const { name, in: position, description, required } = parameter;
  const type = cell(typeOf(schemaOf(parameter)));
  return [`\`${name}\`${required === true ? " (required)" : ""}`, position, type, cell(description)];
};

/** Resolves a reference such as `#/components/parameters/Client`. */
function resolve(document: OpenApiDocument, value: Parameter | Reference): Parameter {
  if (!("$ref" in value)) return value;
  const name = value.$ref.split("/").at(-1) ?? "";
  const found = document.components.parameters[name];
  if (found === undefined) throw new Error(`the OpenAPI document has no parameter ${value.$ref}`);
  return found;
}

/**
 * Describes a schema in Markdown: an object as a table of its fields, including the fields of inner objects, and any
 * other type as a sentence.
 */
function schemaText(schema: JsonSchema): string {
  const { description = "" } = schema as { description?: string };
  const rows = fieldRows(schema, "");
  const fields = rows.length === 0 ? typeOf(schema) : table(["Field", "Type", "Meaning"], rows);
  return [description, fields].filter((part) => part !== "").join("\n\n");
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly description?: string;
  readonly default?: unknown;
}

function fieldRows(schema: JsonSchema, path: string): string[][] {
  const { properties = {}, required = [], items } = schema as ObjectSchema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const { description = "", default: fallback } = field as ObjectSchema;
    const full = `${path}${name}`;
    const meaning = `${description}${fallback === undefined ? "" : ` Default: \`${JSON.stringify(fallback)}\`.`}`;
    const row = [`\`${full}\`${required.includes(name) ? " (required)" : ""}`, cell(typeOf(field)), cell(meaning)];
    return [row, ...fieldRows(field, `${full}.`)];
  });
  return [...own, ...(items === undefined ? [] : fieldRows(items, path.replace(/\.?$/, "[].")))];
}

function typeOf(schema: JsonSchema): string {
  const {
    $ref,
    type,
    items,
    enum: values,
    const: constant,
    oneOf,
    anyOf,
    ...bounds
  } = schema as Record<string, unknown>;
  if (typeof $ref === "string") {
    const name = $ref.split("/").at(-1) ?? "";
    return `[${name}](schemas.md#${name.toLowerCase()})`;
  }
  const either = (oneOf ?? anyOf) as readonly JsonSchema[] | undefined;
  if (either !== undefined) return [...new Set(either.map(typeOf))].join(" or ");
  if (constant !== undefined) return `\`${JSON.stringify(constant)}\``;
  if (Array.isArray(values)) return values.map((value) => `\`${JSON.stringify(value)}\``).join(", ");
  if (type === "array") {
    const members = items === undefined ? "anything" : typeOf(items as JsonSchema) || "anything";
    return [`list of ${members}`, ...range(bounds, "minItems", "maxItems", " items").map((own) => `(${own})`)].join(
      " ",
    );
  }
  const kind = Array.isArray(type) ? type.join(" or ") : typeof type === "string" ? type : "";
  const format = typeof bounds["format"] === "string" ? [`format ${bounds["format"]}`] : [];
  const limits = [
    ...range(bounds, "minimum", "maximum", ""),
    ...range(bounds, "minLength", "maxLength", " characters"),
    ...format,
  ];
  return [kind, ...limits].filter((part) => part !== "").join(", ");
}

/** Formats a lower and an upper limit of a schema, such as "1 to 256 characters". Returns an empty list without limits. */
function range(bounds: Readonly<Record<string, unknown>>, least: string, most: string, unit: string): string[] {
  const [from, to] = [bounds[least], bounds[most]] as readonly (number | undefined)[];
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`];
  if (from !== undefined) return [`at least ${from}${unit}`];
  return to === undefined ? [] : [`at most ${to}${unit}`];
}

const cell = (text: string) =>
  text
    .trim()
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");

const code = (value: unknown) =>
  typeof value === "string"
    ? `\`\`\`text\n${value}\n\`\`\``
    : `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
