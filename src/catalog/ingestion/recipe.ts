import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname } from "node:path";
import type { Engine } from "../../engine/engine.js";
import { getMappingMeta, putMapping } from "../../engine/indices.js";
import { installedCatalogHash } from "../../engine/templates.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { seesEverything } from "../../filters/seen-fields.js";
import { namedFields } from "../../storefront/named-fields.js";

/** The settings that decide how documents are built and which leaves are indexed. */
export type RecipeConfiguration = Parameters<typeof namedFields>[0] &
  Pick<StorefrontConfiguration, "language" | "popularity" | "ingestion" | "fields">;

/**
 * A hash of all that makes documents out of what is stored: the template with mapping and analysis, the configuration, this
 * release's code, and the engine's major version, because an index that is cloned keeps the format that it was made in. Documents
 * of one recipe and the same sources are the same.
 */
export async function recipeOf(engine: Engine, configuration: RecipeConfiguration): Promise<string> {
  const { language, taste, popularity, field_types, ingestion, fields } = configuration;
  const [template, code, engineVersion] = await Promise.all([
    installedCatalogHash(engine, language),
    codeHash(),
    engine.call<{ version: { number: string } }>("info", { method: "GET", path: "/" }),
  ]);
  const rules = {
    language,
    field_types,
    max_leaves: ingestion.max_leaves,
    half_life_days: popularity.half_life_days,
    taste: [taste.fields.map(({ field }) => field), taste.price?.field],
    named: [...namedFields(configuration)].sort(),
    ...(seesEverything(fields) ? {} : { fields }),
  };
  return hashOf(JSON.stringify([template, code, engineVersion.version.number.split(".")[0], rules]));
}

/** The recipe that all documents of a generation were made by; undefined where there may be several. */
export async function recipeIn(engine: Engine, index: string): Promise<string | undefined> {
  return (await getMappingMeta(engine, index))["recipe"] as string | undefined;
}

/** Told before documents are written into a generation that was made by another recipe: then it has none any more. */
export async function mixRecipes(engine: Engine, index: string, recipe: string | null): Promise<void> {
  const { recipe: had, ...meta } = await getMappingMeta(engine, index);
  if (had !== undefined && had !== recipe) await putMapping(engine, index, { _meta: meta });
}

/** Where code is that has a part in documents, as source or compiled. What else is there changes the recipe to no harm. */
const FOLDERS = ["../", "../../filters/", "../../languages/"];
const FILES = ["../../storefront/field-types", "../../lib/folded", "../../lib/text-hash"].map(
  (file) => `${file}${extname(import.meta.url)}`,
);

let code: Promise<string> | undefined;
const codeHash = (): Promise<string> => (code ??= hashCode());

async function hashCode(): Promise<string> {
  const files = [...FILES];
  for (const folder of FOLDERS) {
    const all = await readdir(new URL(folder, import.meta.url), { recursive: true });
    for (const file of all) if (/\.[jt]s$/.test(file)) files.push(`${folder}${file}`);
  }
  const hash = createHash("sha256");
  for (const file of files.sort()) hash.update(await readFile(new URL(file, import.meta.url)));
  return hash.digest("hex");
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);
