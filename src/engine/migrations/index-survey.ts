import type { Engine } from "../engine.js";
import { type IndexDescription, stateIndex } from "../indices.js";
import { type RenderedTemplate } from "../template-text.js";
import { readTemplates, type TemplateOptions } from "../templates.js";
import { UnfinishedRestoreError, unfinishedRestore } from "../snapshots.js";
import {
  compareIndex,
  metaOf,
  versionOf,
  type IndexComparison,
  type DataVersion,
  type MappingDifference,
} from "./compare.js";

/** The data is of a release newer than this one, which would damage it. */
export class NewerDataError extends Error {
  override readonly name = "NewerDataError";
}

/**
 * The migration that an index needs. `update`: changed in place. `copy`: copied into a new index of the template,
 * behind an alias of its name. `rebuild`: a live catalogue, built anew from what is stored of it. `keep`: changed in
 * place as far as that goes; the rest holds from the next index on. `newer`: a newer release has migrated it and lets
 * this one go on.
 */
type Action = "current" | "update" | "copy" | "rebuild" | "keep" | "newer";

export interface SurveyedIndex extends IndexComparison {
  /** The index's own name in the engine. */
  readonly index: string;
  /** The name that the service uses: the same, or an alias. */
  readonly name: string;
  readonly action: Action;
  readonly template: RenderedTemplate;
  readonly version: DataVersion;
  readonly wanted: DataVersion;
  readonly meta: Readonly<Record<string, unknown>>;
  /** Stored documents have not been indexed by fields that were added. */
  readonly isUnfilled: boolean;
  /** Whether readers remember how far they have read by its sequence numbers, so that none may change. */
  readonly isReadInOrder: boolean;
}

type Described = IndexDescription & { readonly aliases: Readonly<Record<string, unknown>> };

/** Those of an installation. Generations that no shopper sees are left out: they are deleted when their time is over. */
export async function surveyIndices(
  engine: Engine,
  folder: string,
  options: TemplateOptions,
): Promise<SurveyedIndex[]> {
  const [templates, described] = await Promise.all([
    readTemplates(engine.prefix, folder, options),
    engine.call<Record<string, Described>>("get_indices", {
      method: "GET",
      path: `/${encodeURIComponent(engine.prefix)}*`,
    }),
  ]);
  return Object.entries(described)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([index, description]) => {
      const names = [index, ...Object.keys(description.aliases)];
      for (const template of templates) {
        const name = names.find((one) => matches(template, one));
        if (name === undefined || isUnseenGeneration(engine, name, names)) continue;
        return [surveyOne(engine, { index, name }, description, template)];
      }
      return [];
    });
}

/**
 * @throws NewerDataError where this release must not read or write what is there, UnfinishedRestoreError where a part may be
 * missing; nothing has been changed then
 */
export async function refuseUnusableData(engine: Engine, folder: string): Promise<void> {
  const unfinished = await unfinishedRestore(engine);
  if (unfinished !== undefined) throw new UnfinishedRestoreError(engine, unfinished);
  const templates = await readTemplates(engine.prefix, folder, { languages: ["*"], shards: 1 });
  const metas = await engine.call<Record<string, { readonly mappings?: unknown }>>("get_mapping", {
    method: "GET",
    path: `/${encodeURIComponent(engine.prefix)}*/_mapping`,
    querystring: { filter_path: "*.mappings._meta" },
  });
  for (const [index, { mappings }] of Object.entries(metas)) {
    // A copy has its version in its name.
    const template = templates.find((one) => matches(one, index) || matches(one, index.replace(COPY, "")));
    if (template === undefined) continue;
    const has = versionOf(mappings);
    const { version } = versionOf(mappingsOf(template));
    if (has.oldest <= version) continue;
    throw new NewerDataError(
      `${index} holds data of version ${has.version}, which a release of version ${has.oldest} or later can use; this one ` +
        `has version ${version} and would damage it. Start the newer release, or restore what was kept before the upgrade`,
    );
  }
}

export const copyName = (name: string, version: number): string => `${name}-v${version}`;
const COPY = /-v\d+$/;

const mappingsOf = ({ body }: RenderedTemplate): unknown =>
  (body.template as { readonly mappings?: unknown } | undefined)?.mappings;

function surveyOne(
  engine: Engine,
  { index, name }: { readonly index: string; readonly name: string },
  description: Described,
  template: RenderedTemplate,
): SurveyedIndex {
  const isCatalogue = isGeneration(engine, name);
  const [version, wanted] = [versionOf(description.mappings), versionOf(mappingsOf(template))];
  const meta = metaOf(description.mappings);
  // Jobs type the leaves of a catalogue, and set how often it is refreshed.
  const options = isCatalogue ? { typedElsewhere: LEAVES, ignoredSettings: ["refresh_interval"] } : {};
  const comparison = compareIndex(description, template, options);
  const surveyed = {
    ...comparison,
    index,
    name,
    template,
    version,
    wanted,
    meta,
    isUnfilled: meta["unfilled"] === true,
    isReadInOrder: patternsOf(template).some((pattern) => pattern.endsWith("*")) && !isCatalogue,
  };
  return { ...surveyed, action: actionOf(surveyed, isCatalogue, name === stateIndex(engine)) };
}

function actionOf(
  { version, wanted, meta, changed, added, updated, isUnfilled, isReadInOrder }: Omit<SurveyedIndex, "action">,
  isCatalogue: boolean,
  hasLeases: boolean,
): Action {
  if (version.version > wanted.version) return "newer";
  // One that was gone back to on purpose stays until the next feed, or until somebody applies the templates. Neither new fields nor
  // searches can do without analyzers that it lacks.
  const isBehind = changed.length > 0 || added.length > 0;
  if (isCatalogue && isBehind && (meta["kept"] !== true || changed.some(isMissingAnalyzer))) return "rebuild";
  const isUpToDate = updated.length === 0 && !isUnfilled && version.version === wanted.version;
  if (isCatalogue) return isUpToDate ? "current" : "update";
  if (changed.length > 0 && !isReadInOrder && !hasLeases) return "copy";
  if (!isUpToDate || added.length > 0) return "update";
  return changed.length > 0 ? "keep" : "current";
}

const isMissingAnalyzer = ({ path, now }: MappingDifference): boolean =>
  now === null && /^analysis\.analyzer\.[^.]+\.type$/.test(path);

const LEAVES = "variants.data";

const patternsOf = ({ body }: RenderedTemplate) => body.index_patterns as readonly string[];

/** Names have no character that means anything in a regular expression but the asterisk. */
const matches = (template: RenderedTemplate, index: string) =>
  patternsOf(template).some((pattern) => new RegExp(`^${pattern.replaceAll("*", ".*")}$`).test(index));

const isGeneration = ({ prefix }: Engine, name: string) => name.startsWith(`${prefix}products-`);

const isUnseenGeneration = (engine: Engine, name: string, names: readonly string[]) =>
  isGeneration(engine, name) && !names.some((one) => one.startsWith(`${engine.prefix}catalog-`));
