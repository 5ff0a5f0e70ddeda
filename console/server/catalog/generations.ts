import { liveGeneration, readCatalogState } from "../../../src/catalog/ingestion/generations.js";
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

/**
 * Role of a catalogue generation: `live` serves requests, `previous` is available for a rollback, `kept` is an older
 * generation.
 */
export type GenerationRole = "live" | "previous" | "kept";

export interface GenerationRow {
  readonly index: string;
  readonly role: GenerationRole;
  /** Job that built the generation. The time is the job's creation time; `null` if the job's record was deleted. */
  readonly job: number;
  readonly created_at: string | null;
  /** Number of active products. */
  readonly products: number;
  /** Number of inactive products. */
  readonly inactive: number;
  /** Earliest time at which the previous generation may be deleted; `null` for other generations. */
  readonly kept_until: string | null;
}

export interface GenerationDeps extends RollbackDeps {
  /** Retention time of the previous generation in hours, as set by `GENERATION_RETENTION_HOURS`. */
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
    all.map(async ({ index, ingestion, job, isLive }) => {
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
        products,
        inactive: total - products,
        created_at: job?.created_at ?? null,
        kept_until: replaced === null ? null : new Date(Date.parse(replaced) + generationHours * HOUR_MS).toISOString(),
      };
    }),
  );
}

const HOUR_MS = 3_600_000;

/** Effect of a rollback on active products. */
export interface RollbackEffect {
  /** Index name of the previous generation. */
  readonly to: string;
  /** Numbers of products that become active, become inactive, change their data, or stay the same. */
  readonly returns: number;
  readonly fields: number;
  readonly changes: number;
  readonly same: number;
}

/**
 * Number of products per page when two catalogue generations are compared. Each product takes a few hundred bytes of
 * memory.
 */
const PAGE = 5_000;
const MAX_COMPARED = 300_000;
const SELLS_NOTHING = productDigest([]);

/**
 * Compares the live generation with the previous generation by product digests. Returns `null` if there is no previous
 * generation.
 * @throws {ServiceError} `conflict` if the generations are too large to compare
 */
export async function rollbackEffect(engine: Engine, clientId: string): Promise<RollbackEffect | null> {
  const [from, { previous }] = await Promise.all([
    liveGeneration(engine, clientId),
    readCatalogState(engine, clientId),
  ]);
  if (previous === null || from === undefined || previous.index === from) return null;
  if ((await countDocuments(engine, from)) > MAX_COMPARED) {
    throw new ServiceError("conflict", `catalogues with more than ${MAX_COMPARED} products cannot be compared`);
  }
  const sold = new Map<string, string>();
  for await (const [id, digest] of soldIn(engine, from)) sold.set(id, digest);
  const effect = { returns: 0, changes: 0, same: 0 };
  for await (const [id, digest] of soldIn(engine, previous.index)) {
    const now = sold.get(id);
    effect[now === undefined ? "returns" : now === digest ? "same" : "changes"] += 1;
  }
  return { to: previous.index, ...effect, fields: sold.size - effect.changes - effect.same };
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
 * Rolls the catalogue back to the previous generation, under the client's lease.
 * @param to index of the generation that was the previous generation when the user confirmed the rollback
 * @throws {ServiceError} `conflict` if the previous generation has changed or is missing, or a job is running
 */
export async function goBack(
  deps: RollbackDeps,
  clientId: string,
  to: string,
): Promise<{ readonly from: string; readonly to: string }> {
  const { previous } = await readCatalogState(deps.engine, clientId);
  if (previous?.index !== to) {
    throw new ServiceError("conflict", "the catalogue has changed; load its versions again");
  }
  try {
    return await rollBack(deps, clientId);
  } catch (error) {
    if (error instanceof RollbackError) throw new ServiceError("conflict", error.message, null, { cause: error });
    throw error;
  }
}
