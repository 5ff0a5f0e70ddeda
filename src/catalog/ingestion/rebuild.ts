import { bulk, type Put } from "../../engine/bulk.js";
import { differences, type MappingDifference } from "../../engine/migrations/compare.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { deleteIndex, describeIndex, putMapping, refresh, type IndexDescription } from "../../engine/indices.js";
import { scan } from "../../engine/point-in-time.js";
import { countDocuments } from "../../engine/search-documents.js";
import type { RenderedTemplate } from "../../engine/template-text.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import type { ProductSource, Version } from "../product-document.js";
import { flatten, type LostLeaf } from "../flatten.js";
import type { LeafType, LeafTypes } from "../leaves.js";
import { declaredTypes, misfits, nextTypes, typesToChange } from "../leaf-types.js";
import { readLearned } from "../learned.js";
import { seesEverything, type SeenFields } from "../../filters/seen-fields.js";
import { recipeIn, recipeOf, type RecipeConfiguration } from "./recipe.js";
import { readLeafTypes, untilAllProcessesSee } from "../live.js";
import { buildDocument, type DocumentRules } from "../product.js";
import {
  changeCatalogState,
  createGeneration,
  snapshotOf,
  generationIndex,
  goLive,
  leafMapping,
  recordPrevious,
  sealGeneration,
  type Generation,
  createOwnIndex,
} from "./generations.js";
import type { Lease } from "../../engine/lease.js";
import { nextIngestionId } from "./ingestion-store.js";

/** The catalogue cannot be built anew; shoppers see what they saw. */
export class RebuildError extends Error {
  override readonly name = "RebuildError";
}

/** Where the analysis and the texts of a catalogue are; all other mappings are those of its leaves. */
const TEXT_PLACES = ["mappings.properties.text.", "settings.index.analysis."];

/** Defaults that the engine leaves out of a mapping. */
const UNSAID = new Set(["standard"]);

/** In which settings a generation differs from one that would be built from a template now. */
export async function generationDifferences(
  engine: Engine,
  index: string,
  template: RenderedTemplate,
): Promise<MappingDifference[]> {
  const live = await describeIndex(engine, index);
  if (live === undefined) throw new RebuildError(`there is no index ${index}`);
  const wanted = template.body.template as { settings: { analysis?: unknown }; mappings: unknown };
  return differences(
    { mappings: live.mappings, settings: { index: { analysis: live.settings.index["analysis"] } } },
    { mappings: wanted.mappings, settings: { index: { analysis: wanted.settings.analysis } } },
    (path) => TEXT_PLACES.some((place) => path.startsWith(place)),
  ).filter(({ now, then }) => !(now === null && then !== null && UNSAID.has(then)));
}

/** The leaves of a generation that are something else than the storefront declares. */
export async function typeDifferences(
  engine: Engine,
  index: string,
  rules: Pick<StorefrontConfiguration, "field_types">,
): Promise<MappingDifference[]> {
  const had = (await readLeafTypes(engine, index)) ?? new Map<string, LeafType>();
  return typesToChange(had, declaredTypes(rules)).map(({ leaf, now, then }) => ({
    path: `field_types.${leaf}`,
    now,
    then,
  }));
}

/**
 * Whether the texts of a generation may hold what pages do not see, or lack what they do: unless all its documents were made
 * as they would be now, and wherever fields are hidden before or after.
 * @param had the fields that pages see by the configuration in force
 */
export async function seenDifferences(
  engine: Engine,
  index: string,
  had: SeenFields,
  rules: RecipeConfiguration,
): Promise<MappingDifference[]> {
  if (seesEverything(had) && seesEverything(rules.fields)) return [];
  if ((await recipeIn(engine, index)) === (await recipeOf(engine, rules))) return [];
  return [{ path: "fields", now: JSON.stringify(had), then: JSON.stringify(rules.fields) }];
}

export interface Rebuild {
  readonly clientId: string;
  /** The live generation. */
  readonly from: string;
  readonly rules: DocumentRules & RecipeConfiguration;
  /** A generation whose analysis, texts and types it shall have; those of the installed template and the rules unless given. */
  readonly like?: string;
  /** Told of products so far. */
  readonly onProgress: (done: number, of: number) => void;
  /** Told of values that fit no more because another type is declared. */
  readonly onLost?: (lost: LostLeaf) => void;
}

const PAGE = 1_000;
/** Products are of any size. */
const READ_PAGE = 100;

/**
 * Builds a generation of the live catalogue anew, from what is stored, beside the live one: by other rules, or with
 * another analysis. The caller holds the client's lease, so that no job writes meanwhile.
 * @returns the index, complete and durable, but not live yet
 * @throws RebuildError, LeaseLostError; what was built is gone then
 */
export async function rebuildGeneration(engine: Engine, lease: Lease, rebuild: Rebuild): Promise<string> {
  const { clientId, from, rules, like } = rebuild;
  const had = await readLeafTypes(engine, from);
  if (had === undefined) throw new RebuildError(`there is no index ${from}`);
  const wanted = like === undefined ? declaredTypes(rules) : await readLeafTypes(engine, like);
  const types = nextTypes(had, wanted ?? new Map());
  const retyped = new Map([...types].filter(([leaf, type]) => had.get(leaf) !== type));
  await refresh(engine, from);
  const generation = { language: rules.language, clientId, ingestion: await nextIngestionId(engine), attempt: 1 };
  const snapshot = await snapshotOf(engine, from);
  const index =
    like === undefined
      ? await createGeneration(engine, generation, types, await recipeOf(engine, rules), snapshot)
      : await createLike(engine, generation, like, leafMapping(types), snapshot);
  try {
    const total = await countDocuments(engine, from);
    let done = 0;
    for await (const hits of scan(engine, from, PAGE, { idsOnly: true })) {
      for (let start = 0; start < hits.length; start += READ_PAGE) {
        const ids = hits.slice(start, start + READ_PAGE).map((hit) => hit._id);
        const [products, learned] = await Promise.all([
          getDocuments<ProductSource>(engine, from, ids),
          readLearned(engine, clientId, ids),
        ]);
        const writes = products.flatMap((product, at): Put[] => {
          if (product === undefined) return [];
          for (const lost of lossesFrom(product.source, retyped)) rebuild.onLost?.(lost);
          const document = buildDocument(product.source, types, rules, learned[at]);
          return [{ id: product.id, document: JSON.stringify(document), precondition: "absent" }];
        });
        await lease.check();
        const refused = (await bulk(engine, writes, { index, onBusy: "retry" })).find(
          ({ status }) => status !== "written",
        );
        if (refused !== undefined) throw new RebuildError(`product ${refused.id} is not taken: ${reasonOf(refused)}`);
        rebuild.onProgress((done += ids.length), total);
      }
    }
    await refresh(engine, index);
    const built = await countDocuments(engine, index);
    if (built !== total)
      throw new RebuildError(`the new generation holds ${built} products where ${total} were expected`);
    await sealGeneration(engine, index);
    await lease.check();
    return index;
  } catch (error) {
    await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
}

/** The values of its active variants that do not fit, of the leaves that are given. */
function lossesFrom(product: ProductSource, types: LeafTypes): LostLeaf[] {
  if (types.size === 0) return [];
  return product.source.flatMap((variant) =>
    variant.active
      ? [...flatten(variant.data).leaves].flatMap(([leaf, values]) => {
          const type = types.get(leaf);
          return type === undefined ? [] : misfits(leaf, values, type);
        })
      : [],
  );
}

const reasonOf = (outcome: object): string => ("reason" in outcome ? String(outcome.reason) : "it is there already");

/**
 * Another generation's analysis goes before the template's, and so do its mappings. It is marked as kept, so that the next
 * start does not build it anew from the template.
 */
async function createLike(
  engine: Engine,
  generation: Generation,
  like: string,
  leaves: object,
  snapshot: Version | undefined,
): Promise<string> {
  const description: IndexDescription | undefined = await describeIndex(engine, like);
  if (description === undefined) throw new RebuildError(`the generation ${like} is gone; it was not kept for longer`);
  const index = generationIndex(engine, generation);
  const { analysis } = description.settings.index;
  const { mappings } = description;
  // The new documents are not made by the recipe of the old ones, and have the products of another generation.
  const _meta = { ...(mappings["_meta"] as object | undefined), recipe: undefined, kept: true, snapshot };
  await createOwnIndex(engine, index, { settings: { index: { analysis } }, mappings: { ...mappings, _meta } });
  await putMapping(engine, index, leaves);
  return index;
}

/** Shows shoppers a generation that was built from the live one, in every process. It holds the same products with the same leaves. */
export async function showRebuilt(
  engine: Engine,
  clientId: string,
  { from, to }: { readonly from: string; readonly to: string },
  now: string,
): Promise<void> {
  await recordPrevious(engine, clientId, { index: from, replaced_at: now });
  await goLive(engine, clientId, from, to);
  await changeCatalogState(engine, clientId, {});
  await untilAllProcessesSee();
}
