import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { inPackage } from "../package.js";
import { differences, type MappingDifference, versionOf } from "./migrations/compare.js";
import { type Engine, EngineError } from "./engine.js";
import { createUnlessThere } from "./indices.js";
import type { LanguageDefinition } from "../languages/language.js";
import { analysisOf } from "../languages/analysis.js";
import { LANGUAGES } from "../languages/languages.js";
import {
  isPerLanguage,
  renderTemplate,
  type RenderedTemplate,
  type TemplateJson,
  type TemplateValues,
} from "./template-text.js";

/** The folder that ships with the package. */
export const TEMPLATES_FOLDER = inPackage("index-templates/");

export interface TemplateOptions {
  /** Templates of the catalogue exist once for each. */
  readonly languages: readonly string[];
  /** Shards of each catalogue index. */
  readonly shards: number;
}

/** `newer`: a newer release has installed it, and it stays. */
type TemplateState = "current" | "differs" | "missing" | "newer";

interface TemplateStatus {
  readonly name: string;
  readonly state: TemplateState;
  /** The hash wanted. */
  readonly hash: string;
  /** The differences between the installed template and the file. */
  readonly differences: readonly MappingDifference[];
}

/** Whether the engine has the templates of the folder as they are there. @throws as `engine.call`, and when a file cannot be read */
export async function templateStatus(
  engine: Engine,
  folder: string,
  options: TemplateOptions,
): Promise<TemplateStatus[]> {
  return (await compare(engine, folder, options)).map(({ template, state, installed }) => ({
    name: template.name,
    state,
    hash: template.hash,
    differences: state === "differs" ? differences(installed?.template, template.body.template) : [],
  }));
}

/** Installs the templates that are missing or differ. Indices that exist keep what they have. @returns the names installed */
export async function applyTemplates(engine: Engine, folder: string, options: TemplateOptions): Promise<string[]> {
  const outdated = (await compare(engine, folder, options)).filter(
    ({ state }) => state === "missing" || state === "differs",
  );
  for (const { template } of outdated) {
    await engine.call("put_template", { method: "PUT", path: pathOf(template.name), body: template.body });
  }
  return outdated.map(({ template }) => template.name);
}

/** Templates first, then the indices that are not made by jobs: everything the service finds in place when it starts. */
export async function prepareEngine(engine: Engine, folder: string, options: TemplateOptions): Promise<string[]> {
  const installed = await applyTemplates(engine, folder, options);
  const templates = await readTemplates(engine.prefix, folder, options);
  const indices = templates.flatMap(({ body }) =>
    (body.index_patterns as readonly string[]).filter((pattern) => !pattern.includes("*")),
  );
  await Promise.all(indices.map((index) => ensureIndex(engine, index)));
  await refuseUnreadable(engine, indices);
  return installed;
}

/**
 * The health of an index that another process is just making is yellow already, so they are searched.
 * @throws EngineUnavailableError while one of them has no primary shard
 */
async function refuseUnreadable(engine: Engine, indices: readonly string[]): Promise<void> {
  await engine.call("search", {
    method: "POST",
    path: `/${indices.map(encodeURIComponent).join()}/_search`,
    querystring: { allow_partial_search_results: false },
    body: { size: 0, track_total_hits: false },
  });
}

/** Creates an index unless it exists; the matching template gives it its settings. Several processes may do so at once. */
export async function ensureIndex(engine: Engine, index: string, signal?: AbortSignal): Promise<void> {
  if (!(await exists(engine, index, signal))) await createUnlessThere(engine, index, {}, signal);
}

async function exists(engine: Engine, index: string, signal?: AbortSignal): Promise<boolean> {
  const path = `/${encodeURIComponent(index)}`;
  const call = { method: "GET", path, ...(signal === undefined ? {} : { signal }) } as const;
  return (await unlessAbsent(engine.call("get_index", call))) !== undefined;
}

interface Installed {
  readonly index_templates: readonly { readonly index_template: InstalledTemplate }[];
}

interface InstalledTemplate {
  readonly _meta?: { readonly hash?: unknown };
  readonly template?: unknown;
}

async function compare(
  engine: Engine,
  folder: string,
  options: TemplateOptions,
): Promise<
  { readonly template: RenderedTemplate; readonly state: TemplateState; readonly installed?: InstalledTemplate }[]
> {
  const templates = await readTemplates(engine.prefix, folder, options);
  return Promise.all(
    templates.map(async (template) => {
      const answer = await unlessAbsent(
        engine.call<Installed>("get_template", { method: "GET", path: pathOf(template.name) }),
      );
      const installed = answer?.index_templates[0]?.index_template;
      if (installed === undefined) return { template, state: "missing" };
      if (installed._meta?.hash === template.hash) return { template, installed, state: "current" };
      const isNewer = templateVersion(installed.template) > templateVersion(template.body.template);
      return { template, installed, state: isNewer ? "newer" : "differs" };
    }),
  );
}

const templateVersion = (template: unknown): number =>
  versionOf((template as { readonly mappings?: unknown } | undefined)?.mappings).version;

/** Reads the index template for the catalogues of a language. @throws Error when the folder has none */
export async function catalogTemplate(
  prefix: string,
  folder: string,
  language: string,
  shards: number,
): Promise<RenderedTemplate> {
  const all = await readTemplates(prefix, folder, { languages: [language], shards });
  const found = all.find(({ name }) => name === `${prefix}catalog-${language}`);
  if (found === undefined) throw new Error(`${folder} has no template of catalogues`);
  return found;
}

/** The hash of what makes the catalogues of a language now; undefined while nothing does. */
export async function installedCatalogHash(engine: Engine, language: string): Promise<string | undefined> {
  const path = pathOf(`${engine.prefix}catalog-${language}`);
  const answer = await unlessAbsent(engine.call<Installed>("get_template", { method: "GET", path }));
  return answer?.index_templates[0]?.index_template._meta?.hash as string | undefined;
}

/** The templates of a folder, as they would be installed. */
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

/** Of any language ("*"), of which only the names of indices are asked for, none. */
function analysisFor(language: string): Pick<TemplateValues, "filters" | "analyzers"> {
  const definition = new Map<string, LanguageDefinition>(Object.entries(LANGUAGES)).get(language);
  return definition === undefined ? { filters: {}, analyzers: {} } : analysisOf(definition);
}

const pathOf = (template: string) => `/_index_template/${encodeURIComponent(template)}`;

async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return undefined;
    throw error;
  }
}
