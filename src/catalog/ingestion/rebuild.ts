import type { Engine } from "../../engine/engine.js";
import { deleteIndex, refresh } from "../../engine/indices.js";
import type { Lease, Leases } from "../../engine/lease.js";
import { countDocuments } from "../../engine/search-documents.js";
import { isVisibleField } from "../../filters/visible-fields.js";
import type { Language } from "../../languages/index.js";
import type { StorefrontConfiguration } from "../../storefront/configuration.js";
import { BASE_FIELD_TYPES, declaredTypes, nextTypes } from "../field-types.js";
import { readFieldTypes, untilAllProcessesSee } from "../live.js";
import { type Taxonomy, TaxonomyScan } from "../taxonomy.js";
import { carry } from "./carry-over.js";
import { allIdentifiers } from "./compare-live.js";
import {
  changeCatalogState,
  createGeneration,
  goLive,
  liveGeneration,
  recordState,
  sealGeneration,
  snapshotOf,
} from "./generations.js";
import { nextIngestionId } from "./ingestion-store.js";
import { isStale, buildFingerprintOf } from "./build-fingerprint.js";

export interface RebuildDeps {
  readonly engine: Engine;
  readonly leases: Leases;
  /** Returns the configuration of a client; undefined if the client has been deleted. */
  configurationOf(clientId: string): Promise<StorefrontConfiguration | undefined>;
  /** Installs the catalogue template of a language. */
  ensureTemplate(language: Language): Promise<void>;
  /** ISO 8601. */
  readonly now: () => string;
  /** Stops the rebuild between two batches; the new index is deleted. */
  readonly signal?: AbortSignal;
}

/**
 * Rebuilds a client's live catalogue from the stored products if it was built with other settings or by another
 * release, and makes the result live. The previous generation is retained for a rollback.
 * @returns `current` if no rebuild was needed; `busy` while another process changes the catalogue
 * @throws the errors of the engine, LeaseLostError, and the abort reason of `signal`; the live catalogue is then unchanged
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
    const check = async () => {
      signal?.throwIfAborted();
      await lease.check();
    };
    const { index, taxonomy } = await rebuild(engine, { ...lease, check }, { clientId, live, configuration });
    await recordState(engine, clientId, { previous: { index: live, replaced_at: deps.now() } });
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
  readonly live: string;
  readonly configuration: StorefrontConfiguration;
}

/**
 * Builds a new catalogue generation from the live generation.
 * @returns the complete and durable index, which is not live yet, and its taxonomy
 */
async function rebuild(
  engine: Engine,
  lease: Lease,
  { clientId, live, configuration }: Rebuild,
): Promise<{ readonly index: string; readonly taxonomy: Taxonomy }> {
  const types = nextTypes((await readFieldTypes(engine, live)) ?? BASE_FIELD_TYPES, declaredTypes(configuration));
  const { language, department, fields, sells_fashion } = configuration;
  const scan = new TaxonomyScan(language, department, isVisibleField(fields), sells_fashion);
  await refresh(engine, live);
  const generation = { language, clientId, ingestion: await nextIngestionId(engine), attempt: 1 };
  const meta = {
    build_fingerprint: await buildFingerprintOf(engine, configuration),
    snapshot: await snapshotOf(engine, live),
  };
  const index = await createGeneration(engine, generation, types, meta);
  try {
    const total = await countDocuments(engine, live);
    const carried = carry(
      { engine, lease },
      {
        from: live,
        to: index,
        client_id: clientId,
        types,
        rules: configuration,
        among: allIdentifiers(engine, live),
        onMade: (_, active) => {
          for (const { raw } of active) scan.observe(raw);
        },
      },
    );
    for await (const item of carried)
      if (item.status === "refused") throw new Error(`OpenSearch rejected product ${item.id}: ${item.reason}`);
    await refresh(engine, index);
    const built = await countDocuments(engine, index);
    if (built !== total)
      throw new Error(`expected ${total} products in the new generation of the catalogue, got ${built}`);
    await sealGeneration(engine, index);
    await lease.check();
    return { index, taxonomy: scan.decide() };
  } catch (error) {
    await deleteIndex(engine, index).catch(() => undefined);
    throw error;
  }
}
