import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inPackage } from "../package.js";
import { type Engine, EngineError, unlessAbsent } from "./engine.js";
import { createUnlessThere, putMapping } from "./indices.js";
import { UnfinishedRestoreError, unfinishedRestore } from "./snapshots.js";
import { type LanguageDefinition, LANGUAGES, analysisOf } from "../languages/index.js";

/** The folder with the index templates that ship with the package. */
export const TEMPLATES_FOLDER = inPackage("index-templates/");

export interface TemplateOptions {
  /** Languages for which catalogue templates are installed, one template per language. */
  readonly languages: readonly string[];
  readonly shards: number;
}

/** Error for stored data that a newer release has written and that this release would damage. */
export class NewerDataError extends Error {
  override readonly name = "NewerDataError";
}

/**
 * Checks that this release can use the stored data.
 * @throws {NewerDataError} if a newer release wrote the data; UnfinishedRestoreError if a restore is not complete
 */
export async function refuseUnusableData(engine: Engine, folder: string): Promise<void> {
  const unfinished = await unfinishedRestore(engine);
  if (unfinished !== undefined) throw new UnfinishedRestoreError(engine, unfinished);
  const templates = await readTemplates(engine.prefix, folder, { languages: ["*"], shards: 1 });
  for (const [index, { oldest = 0 }] of await storedMetas(engine)) {
    const template = templates.find((one) => isFor(one, index));
    const version = versionOf(template?.body);
    if (template === undefined || oldest <= version) continue;
    throw new NewerDataError(
      `${index} contains data for version ${oldest} or later; this is version ${version}, which ` +
        "would damage the data. Start the newer version, or restore a backup from before the upgrade",
    );
  }
}

/**
 * Installs missing and outdated templates, unless a newer release has installed them.
 * @returns the names of the installed templates
 */
export async function applyTemplates(engine: Engine, folder: string, options: TemplateOptions): Promise<string[]> {
  const outdated = await Promise.all(
    (await readTemplates(engine.prefix, folder, options)).map(async (template) => {
      const installed = await installedTemplate(engine, template.name);
      const isNewer = versionOf(installed) > versionOf(template.body);
      return installed?._meta?.hash === template.hash || isNewer ? [] : [template];
    }),
  );
  for (const { name, body } of outdated.flat()) {
    await engine.call("put_template", { method: "PUT", path: pathOf(name), body });
  }
  return outdated.flat().map(({ name }) => name);
}

/**
 * Prepares the engine at startup: installs templates, creates the fixed indices and adds new template fields to
 * existing indices. Catalogue indices are skipped because the service rebuilds them.
 * @throws Error if an index has a field whose type differs from its template
 */
export async function prepareEngine(engine: Engine, folder: string, options: TemplateOptions): Promise<string[]> {
  const installed = await applyTemplates(engine, folder, options);
  const templates = await readTemplates(engine.prefix, folder, options);
  const indices = templates.flatMap(({ body }) =>
    (body.index_patterns as readonly string[]).filter((pattern) => !pattern.includes("*")),
  );
  await Promise.all(indices.map((index) => ensureIndex(engine, index)));
  await refuseUnreadable(engine, indices);
  for (const [index, { version = 0 }] of await storedMetas(engine)) {
    const template = templates.find((one) => isFor(one, index));
    const isCatalogue = index.startsWith(`${engine.prefix}products-`);
    if (template !== undefined && !isCatalogue && version <= versionOf(template.body))
      await addFields(engine, index, template);
  }
  return installed;
}

/**
 * Adds the template's new fields to the mapping. Stored documents are not reindexed, so searches on a new field do not find these
 * documents.
 */
async function addFields(engine: Engine, index: string, template: RenderedTemplate): Promise<void> {
  try {
    await putMapping(engine, index, (template.body.template as { readonly mappings: object }).mappings);
  } catch (error) {
    if (!(error instanceof EngineError) || error.status !== 400) throw error;
    throw new Error(
      `the index ${index} has field types that differ from this version of Vitrine: ${error.reason}. ` +
        "Restore a backup that was created with this version of Vitrine, or delete the index",
      { cause: error },
    );
  }
}

/**
 * Checks that the indices can be read. Runs an empty search, because an index that another process is creating reports
 * yellow health before its primary shards have started.
 * @throws {EngineUnavailableError} if a primary shard has not started
 */
async function refuseUnreadable(engine: Engine, indices: readonly string[]): Promise<void> {
  await engine.call("search", {
    method: "POST",
    path: `/${indices.map(encodeURIComponent).join()}/_search`,
    querystring: { allow_partial_search_results: false },
    body: { size: 0, track_total_hits: false },
  });
}

/** Creates an index if it does not exist; the matching template supplies its settings. Safe to call from several processes. */
export async function ensureIndex(engine: Engine, index: string, signal?: AbortSignal): Promise<void> {
  if (!(await exists(engine, index, signal))) await createUnlessThere(engine, index, {}, signal);
}

async function exists(engine: Engine, index: string, signal?: AbortSignal): Promise<boolean> {
  const path = `/${encodeURIComponent(index)}`;
  const call = { method: "GET", path, ...(signal === undefined ? {} : { signal }) } as const;
  return (await unlessAbsent(engine.call("get_index", call))) !== undefined;
}

interface InstalledTemplate {
  readonly _meta?: { readonly hash?: unknown };
  readonly template?: unknown;
}

async function installedTemplate(engine: Engine, name: string): Promise<InstalledTemplate | undefined> {
  const response = await unlessAbsent(
    engine.call<{ index_templates: readonly { readonly index_template: InstalledTemplate }[] }>("get_template", {
      method: "GET",
      path: pathOf(name),
    }),
  );
  return response?.index_templates[0]?.index_template;
}

/**
 * `_meta` of a mapping. `version` rises with every release that changes the template or the documents of catalogues.
 * `oldest` is the oldest version whose release may still read and write the index.
 */
interface MappingMeta {
  readonly version?: number;
  readonly oldest?: number;
}

async function storedMetas(engine: Engine): Promise<readonly (readonly [index: string, meta: MappingMeta])[]> {
  const stored = await engine.call<Record<string, { readonly mappings?: unknown }>>("get_mapping", {
    method: "GET",
    path: `/${encodeURIComponent(engine.prefix)}*/_mapping`,
    querystring: { filter_path: "*.mappings._meta" },
  });
  return Object.entries(stored).map(([index, { mappings }]) => [index, metaOf(mappings)] as const);
}

const metaOf = (mappings: unknown): MappingMeta =>
  (mappings as { readonly _meta?: MappingMeta } | undefined)?._meta ?? {};

const versionOf = (template: { readonly template?: unknown } | undefined): number =>
  metaOf((template?.template as { readonly mappings?: unknown } | undefined)?.mappings).version ?? 0;

/** The asterisk is the only character in index patterns that needs escaping in a regular expression. */
const isFor = ({ body }: RenderedTemplate, index: string): boolean =>
  (body.index_patterns as readonly string[]).some((pattern) =>
    new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(index),
  );

/** Returns the version of the installed catalogue template for a language; 0 if it is missing. */
export const installedCatalogVersion = async (engine: Engine, language: string): Promise<number> =>
  versionOf(await installedTemplate(engine, `${engine.prefix}catalog-${language}`));

let ownVersion: Promise<number> | undefined;

/** Returns the version of the catalogue template that ships with this release. */
export const catalogVersion = (): Promise<number> =>
  (ownVersion ??= readFile(join(TEMPLATES_FOLDER, "catalog.json"), "utf8").then((text) =>
    versionOf(JSON.parse(text) as { readonly template?: unknown }),
  ));

export async function readTemplates(
  prefix: string,
  folder: string,
  options: TemplateOptions,
): Promise<RenderedTemplate[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json")).sort();
  const templates = await Promise.all(
    files.map(async (file) => {
      const json = JSON.parse(await readFile(join(folder, file), "utf8")) as TemplateJson;
      const name = file.slice(0, -".json".length);
      const values = { prefix, shards: options.shards };
      if (!isPerLanguage(json)) return [renderTemplate(name, json, values)];
      return options.languages.map((language) =>
        renderTemplate(name, json, { ...values, language, ...analysisFor(language) }),
      );
    }),
  );
  return templates.flat();
}

/**
 * Returns the token filters and analyzers of a language. For the wildcard language "*", the result is empty, because only index names are
 * needed.
 */
function analysisFor(language: string): Pick<TemplateValues, "filters" | "analyzers"> {
  const definition = new Map<string, LanguageDefinition>(Object.entries(LANGUAGES)).get(language);
  return definition === undefined ? { filters: {}, analyzers: {} } : analysisOf(definition);
}

const pathOf = (template: string) => `/_index_template/${encodeURIComponent(template)}`;

/** The contents of a template file: JSON whose strings may contain `${name}`. */
export type TemplateJson =
  string | number | boolean | null | readonly TemplateJson[] | { readonly [name: string]: TemplateJson };

interface TemplateValues {
  readonly prefix: string;
  readonly shards: number;
  /** Language that replaces `${language}`. Required only for templates that contain this placeholder. */
  readonly language?: string;
  /** The language's token filters and analyzers by name, see `languages/analysis.ts`. */
  readonly filters?: TemplateJson;
  readonly analyzers?: TemplateJson;
}

interface RenderedTemplate {
  readonly name: string;
  readonly body: Readonly<Record<string, TemplateJson>>;
  /** Hash of the template body, stored in the `_meta` of the template. Templates with equal hashes are identical. */
  readonly hash: string;
}

const PLACEHOLDER = /\$\{([a-z]+)\}/g;

export const isPerLanguage = (json: TemplateJson): boolean => JSON.stringify(json).includes("${language}");

/**
 * Replaces the placeholders of a template by values. A string that consists of a single placeholder is replaced by the typed value
 * ("${shards}" → 3).
 * @param file file name without extension
 * @throws Error if a placeholder has no value
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

/** Formats a value for insertion into a string; lists and objects become JSON. */
const inText = (value: TemplateJson): string => (typeof value === "object" ? JSON.stringify(value) : String(value));

const isList = (json: TemplateJson): json is readonly TemplateJson[] => Array.isArray(json);
