import { bulk, type Put } from "../../engine/bulk.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { deleteIndex, refresh } from "../../engine/indices.js";
import type { Lease, Leases } from "../../engine/lease.js";
import { scan } from "../../engine/point-in-time.js";
import { countDocuments } from "../../engine/search-documents.js";
import { seesLeaf } from "../../filters/seen-fields.js";
import type { Language } from "../../languages/languages.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { flatten } from "../flatten.js";
import { declaredTypes, nextTypes } from "../leaf-types.js";
import { readLearned } from "../learned.js";
import { readLeafTypes, untilAllProcessesSee } from "../live.js";
import { buildDocument } from "../product.js";
import type { ProductSource } from "../product-document.js";
import { type Taxonomy, TaxonomySurvey } from "../taxonomy.js";
import {
  changeCatalogState,
  createGeneration,
  goLive,
  liveGeneration,
  recordPrevious,
  sealGeneration,
  snapshotOf,
} from "./generations.js";
import { nextIngestionId } from "./ingestion-store.js";
import { isStale, recipeOf } from "./recipe.js";

export interface RebuildDeps {
  readonly engine: Engine;
  readonly leases: Leases;
  /** Undefined for a client that is no more. */
  configurationOf(clientId: string): Promise<StorefrontConfiguration | undefined>;
  /** Installs the template of a language's catalogues. */
  ensureTemplate(language: Language): Promise<void>;
  /** ISO 8601. */
  readonly now: () => string;
  /** Ends it between two batches; what was built is gone then. */
  readonly signal?: AbortSignal;
}

/**
 * Builds the live catalogue of a client anew from what is stored of its products, where it was built by other settings or by another release,
 * and shows it. The generation before stays for a while, to go back to.
 * @returns `current` where there was nothing to do; `busy` while somebody else changes the catalogue
 * @throws errors of the engine as they are, LeaseLostError, and what `signal` was aborted with; shoppers see what they saw then
 */
export async function rebuildStale(deps: RebuildDeps, clientId: string): Promise<"rebuilt" | "current" | "busy"> {
  const { engine, leases, signal } = deps;
  const known = await deps.configurationOf(clientId);
  const seen = await liveGeneration(engine, clientId);
  if (known === undefined || seen === undefined) return "current";
  await deps.ensureTemplate(known.language);
  if (!(await isStale(engine, seen, known))) return "current";
  const lease = await leases.acquire(clientId);
  if (lease === undefined) return "busy";
  try {
    const [configuration, live] = [await deps.configurationOf(clientId), await liveGeneration(engine, clientId)];
    if (configuration === undefined || live === undefined) return "current";
    if (!(await isStale(engine, live, configuration))) return "current";
    const held: Lease = {
      ...lease,
      check: async () => {
        signal?.throwIfAborted();
        await lease.check();
      },
    };
    const { index, taxonomy } = await rebuild(engine, held, { clientId, live, configuration });
    await recordPrevious(engine, clientId, { index: live, replaced_at: deps.now() });
    await goLive(engine, clientId, live, index);
    await changeCatalogState(engine, clientId, { taxonomy });
    await untilAllProcessesSee();
    return "rebuilt";
  } finally {
    await lease.release();
  }
}

interface Rebuild {
  readonly clientId: string;
  /** The live generation. */
  readonly live: string;
  readonly configuration: StorefrontConfiguration;
}

const PAGE = 1_000;
/** Products are of any size. */
const READ_PAGE = 100;

/** @returns the index, complete and durable, but not live yet, and how its products are divided */
async function rebuild(
  engine: Engine,
  lease: Lease,
  { clientId, live, configuration }: Rebuild,
): Promise<{ readonly index: string; readonly taxonomy: Taxonomy }> {
  const had = await readLeafTypes(engine, live);
  const types = nextTypes(had ?? new Map(), declaredTypes(configuration));
  const { language, department, fields, sells_fashion } = configuration;
  const survey = new TaxonomySurvey(language, department, seesLeaf(fields), sells_fashion);
  await refresh(engine, live);
  const generation = { language, clientId, ingestion: await nextIngestionId(engine), attempt: 1 };
  const recipe = await recipeOf(engine, configuration);
  const index = await createGeneration(engine, generation, types, recipe, await snapshotOf(engine, live));
  try {
    const total = await countDocuments(engine, live);
    for await (const hits of scan(engine, live, PAGE, { idsOnly: true })) {
      for (let start = 0; start < hits.length; start += READ_PAGE) {
        const ids = hits.slice(start, start + READ_PAGE).map((hit) => hit._id);
        const [products, learned] = await Promise.all([
          getDocuments<ProductSource>(engine, live, ids),
          readLearned(engine, clientId, ids),
        ]);
        const writes = products.flatMap((product, at): Put[] => {
          if (product === undefined) return [];
          for (const { active, data } of product.source.source) if (active) survey.observe(flatten(data).leaves);
          const document = buildDocument(product.source, types, configuration, learned[at]);
          return [{ id: product.id, document: JSON.stringify(document), precondition: "absent" }];
        });
        await lease.check();
        const items = await bulk(engine, writes, { index, onBusy: "retry" });
        const refused = items.find(({ status }) => status !== "written");
        if (refused !== undefined) throw new Error(`product ${refused.id} is not taken: ${JSON.stringify(refused)}`);
      }
    }
    await refresh(engine, index);
    const built = await countDocuments(engine, index);
    if (built !== total) throw new Error(`the new generation holds ${built} products where ${total} were expected`);
    await sealGeneration(engine, index);
    await lease.check();
    return { index, taxonomy: survey.decide() };
  } catch (error) {
    await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
}
