import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { impressionId } from "./impression-id.js";
import { queriesStem, type UbiQuery } from "./impressions.js";
import { readMonths, type MonthsRead, type TailCursor } from "./read-months.js";

/** Reads the answers remembered since a cursor, each exactly once. @param oldest the first month that is wanted, "2026-11" */
export function readStoredImpressions(
  engine: Engine,
  cursor: TailCursor,
  reading: { readonly limit: number; readonly oldest: string },
): Promise<MonthsRead<UbiQuery>> {
  return readMonths<UbiQuery>(engine, queriesStem(engine.prefix), cursor, reading);
}

/**
 * Looks answers up that were remembered in some months, in real time.
 * @returns by `recommendation_id`; those that are not stored are missing
 */
export async function findImpressions(
  engine: Engine,
  recommendationIds: readonly string[],
  months: readonly string[],
): Promise<ReadonlyMap<string, UbiQuery>> {
  const ids = [...new Set(recommendationIds)];
  const found = new Map<string, UbiQuery>();
  for (const month of months) {
    const missing = ids.filter((id) => !found.has(id));
    const answers = await getDocuments<UbiQuery>(engine, queriesStem(engine.prefix) + month, missing.map(impressionId));
    answers.forEach((answer, at) => {
      if (answer !== undefined) found.set(missing[at] as string, answer.source);
    });
  }
  return found;
}
