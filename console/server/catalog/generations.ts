import { liveGeneration, readCatalogState } from "../../../src/catalog/ingestion/generations.js";
import type { IngestionMode } from "../../../src/catalog/ingestion/ingestion-record.js";
import {
  rollBack,
  RollbackError,
  wholeGenerations,
  type RollbackDeps,
} from "../../../src/catalog/ingestion/rollback.js";
import { productDigest } from "../../../src/catalog/digest.js";
import type { Engine } from "../../../src/engine/engine.js";
import { scan } from "../../../src/engine/point-in-time.js";
import { countDocuments } from "../../../src/engine/search-documents.js";
import { ServiceError } from "../../../src/errors.js";

/** `live`: what shoppers see. `previous`: can be gone back to. `kept`: an older one that has not been deleted yet. */
export type GenerationRole = "live" | "previous" | "kept";

export interface GenerationRow {
  readonly index: string;
  readonly role: GenerationRole;
  /** The job whose result it is, and which attempt of it. */
  readonly job: number;
  readonly attempt: number;
  /** Of the job; null when its record is gone. */
  readonly mode: IngestionMode | null;
  readonly created_at: string | null;
  /** Products that are sold. */
  readonly products: number;
  /** Products that are not sold any more. */
  readonly inactive: number;
  /** Of the previous one: when it was replaced, and until when it is kept at least. */
  readonly replaced_at: string | null;
  readonly kept_until: string | null;
}

export interface GenerationDeps extends RollbackDeps {
  /** The service's `GENERATION_RETENTION_HOURS`. */
  readonly generationHours: number;
}

export async function generations(
  { engine, generationHours }: Pick<GenerationDeps, "engine" | "generationHours">,
  clientId: string,
): Promise<GenerationRow[]> {
  const [all, { previous }] = await Promise.all([
    wholeGenerations(engine, clientId),
    readCatalogState(engine, clientId),
  ]);
  return Promise.all(
    all.map(async ({ index, ingestion, attempt, job, isLive }) => {
      const role: GenerationRole = isLive ? "live" : index === previous?.index ? "previous" : "kept";
      const [products, total] = await Promise.all([
        countDocuments(engine, index, { term: { active: true } }),
        countDocuments(engine, index),
      ]);
      const replaced = role === "previous" ? (previous?.replaced_at ?? null) : null;
      return {
        index,
        role,
        job: ingestion,
        attempt,
        products,
        inactive: total - products,
        mode: job?.trigger_source.mode ?? null,
        created_at: job?.created_at ?? null,
        replaced_at: replaced,
        kept_until: replaced === null ? null : new Date(Date.parse(replaced) + generationHours * HOUR_MS).toISOString(),
      };
    }),
  );
}

const HOUR_MS = 3_600_000;

/** What going back changes for shoppers, in products that are sold. */
export interface RollbackEffect {
  /** The generations, by index. */
  readonly from: string;
  readonly to: string;
  /** Sold again, sold no more, and sold with other data. */
  readonly returns: number;
  readonly fields: number;
  readonly changes: number;
  readonly same: number;
}

/** Two doc values a product; what is remembered of each is some hundred bytes. */
const PAGE = 5_000;
const MAX_COMPARED = 300_000;
const SELLS_NOTHING = productDigest([]);

/**
 * Compares the live generation with the one before it by their products' digests.
 * @returns null when there is none to go back to
 * @throws ServiceError conflict when they are too large to be compared
 */
export async function rollbackEffect(engine: Engine, clientId: string): Promise<RollbackEffect | null> {
  const [from, { previous }] = await Promise.all([
    liveGeneration(engine, clientId),
    readCatalogState(engine, clientId),
  ]);
  if (previous === null || from === undefined || previous.index === from) return null;
  if ((await countDocuments(engine, from)) > MAX_COMPARED) {
    throw new ServiceError("conflict", `more than ${MAX_COMPARED} products are not compared`);
  }
  const sold = new Map<string, string>();
  for await (const [id, digest] of soldIn(engine, from)) sold.set(id, digest);
  const effect = { returns: 0, changes: 0, same: 0 };
  for await (const [id, digest] of soldIn(engine, previous.index)) {
    const now = sold.get(id);
    effect[now === undefined ? "returns" : now === digest ? "same" : "changes"] += 1;
  }
  return { from, to: previous.index, ...effect, fields: sold.size - effect.changes - effect.same };
}

async function* soldIn(engine: Engine, index: string): AsyncGenerator<readonly [string, string], void, undefined> {
  for await (const hits of scan(engine, index, PAGE, { fields: ["product_identifier", "digest"] })) {
    for (const { fields } of hits) {
      const digest = String(fields?.["digest"]?.[0]);
      if (digest !== SELLS_NOTHING) yield [String(fields?.["product_identifier"]?.[0]), digest];
    }
  }
}

/**
 * Shows shoppers the generation before the live one again, under the client's lease.
 * @param to the generation that whoever asks has been shown as the one before
 * @throws ServiceError conflict when another one is, or none, or a job runs
 */
export async function goBack(
  deps: RollbackDeps,
  clientId: string,
  to: string,
): Promise<{ readonly from: string; readonly to: string }> {
  const { previous } = await readCatalogState(deps.engine, clientId);
  if (previous?.index !== to) {
    throw new ServiceError("conflict", "the catalogue has changed meanwhile; look at its generations again");
  }
  try {
    return await rollBack(deps, clientId);
  } catch (error) {
    if (error instanceof RollbackError) throw new ServiceError("conflict", error.message, null, { cause: error });
    throw error;
  }
}
