import { createHash } from "node:crypto";

/** The contents of a template file: JSON whose strings may contain `${name}`. */
export type TemplateJson =
  string | number | boolean | null | readonly TemplateJson[] | { readonly [name: string]: TemplateJson };

export interface TemplateValues {
  readonly prefix: string;
  readonly shards: number;
  /** Only templates that name `${language}` need one. */
  readonly language?: string;
  /** That language's token filters and analyzers by name, see `languages/analysis.ts`. */
  readonly filters?: TemplateJson;
  readonly analyzers?: TemplateJson;
}

/** An index template as it is installed. */
export interface RenderedTemplate {
  readonly name: string;
  readonly body: Readonly<Record<string, TemplateJson>>;
  /** Of the body, and kept in the body's `_meta`: two templates of one hash are the same. */
  readonly hash: string;
}

const PLACEHOLDER = /\$\{([a-z]+)\}/g;

/** Whether a template exists once per language. */
export const isPerLanguage = (json: TemplateJson): boolean => JSON.stringify(json).includes("${language}");

/**
 * Fills in a template. A string that is nothing but a placeholder takes the value's own type ("${shards}" → 3).
 * `file` is the file's name without ending. @throws Error on a placeholder without a value
 */
export function renderTemplate(file: string, json: TemplateJson, values: TemplateValues): RenderedTemplate {
  const body = fill(json, values as unknown as Readonly<Record<string, TemplateJson | undefined>>);
  if (typeof body !== "object" || body === null || isList(body)) throw new Error(`template ${file} is not an object`);
  const hash = createHash("sha256").update(JSON.stringify(body)).digest("hex").slice(0, 16);
  const name = `${values.prefix}${file}${isPerLanguage(json) ? `-${values.language ?? ""}` : ""}`;
  const meta = typeof body._meta === "object" && body._meta !== null && !isList(body._meta) ? body._meta : {};
  return { name, body: { ...body, _meta: { ...meta, hash } }, hash };
}

function fill(json: TemplateJson, values: Readonly<Record<string, TemplateJson | undefined>>): TemplateJson {
  const valueOf = (name: string): TemplateJson => {
    const value = values[name];
    if (value === undefined) throw new Error(`template placeholder \${${name}} has no value`);
    return value;
  };
  if (typeof json === "string") {
    const whole = /^\$\{([a-z]+)\}$/.exec(json)?.[1];
    return whole === undefined
      ? json.replaceAll(PLACEHOLDER, (_, name: string) => inText(valueOf(name)))
      : valueOf(whole);
  }
  if (typeof json !== "object" || json === null) return json;
  if (isList(json)) return json.map((item) => fill(item, values));
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, fill(value, values)]));
}

/** A value within a text; lists and objects as JSON. */
const inText = (value: TemplateJson): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

const isList = (json: TemplateJson): json is readonly TemplateJson[] => Array.isArray(json);
