import { getDocuments } from "../../engine/documents.js";
import { flatten } from "../flatten.js";
import type { ProductData, ProductSource } from "../product-document.js";
import type { InsertLine } from "./feed-line.js";
import { readCatalogState } from "./generations.js";
import type { FeedSource } from "./ingestion-record.js";
import { JobFailure, type JobRun, percent } from "./job.js";

/**
 * Rejects a feed whose source file seems truncated: the file has too few records, or its last record seems incomplete.
 * @param last last line of the feed
 * @throws {JobFailure}
 */
export async function checkSource(run: JobRun, live: string | undefined, last: InsertLine | undefined): Promise<void> {
  const { engine, job, configuration } = run;
  const { source, mode, max_removed_share } = job.trigger_source;
  if (source === undefined || live === undefined) return;
  const known = mode !== "soft_replace" ? undefined : (await readCatalogState(engine, job.client_id)).source;
  const before = known?.format === source.format ? known : undefined;
  const allowed = max_removed_share ?? configuration.ingestion.max_deactivated_share;
  const reason = before && reasonAgainst(source, before, allowed);
  if (reason !== undefined) throw new JobFailure(reason);
  if (!source.is_open || last === undefined || source.last === before?.last) return;
  const [stored] = await getDocuments<ProductSource>(engine, live, [last.product_identifier]);
  const sold = stored?.source.source.find(
    ({ variant_identifier }) => variant_identifier === last.variant.variant_identifier,
  );
  const field = sold && cutField(last, sold.data);
  if (field === undefined) return;
  throw new JobFailure(
    `the file appears to be truncated: its last row has no line end, and ` +
      `the field ${field} in this row contains only the beginning of the field's value in the live catalogue. ${IF_WHOLE}`,
  );
}

const IF_WHOLE = "If the file is complete, end it with a line break";

/**
 * Returns the reason why a source file must not replace the previous file.
 * @param allowed maximum share of the previous file's records that may be missing; null for no limit
 */
export function reasonAgainst(now: FeedSource, before: FeedSource, allowed: number | null): string | undefined {
  const counts = `${now.records} records, the previous file had ${before.records}`;
  const missing = 1 - now.records / before.records;
  if (allowed !== null && missing > allowed) {
    return `the file has ${counts}: ${percent(missing)} fewer records, at most ${percent(allowed)} fewer are allowed`;
  }
  // A missing line end is accepted if the last record equals the last record of the previous file.
  if (!now.is_open || before.is_open || now.last === before.last) return undefined;
  return (
    `the file appears to be truncated: unlike the previous file, its last row has no line end, ` +
    `and the last rows of the files differ; the file has ${counts}. ${IF_WHOLE}`
  );
}

/** Finds a field whose value is only the start of its value in the live catalogue. @returns the name of the field */
export function cutField({ fields }: Pick<InsertLine, "fields">, live: ProductData): string | undefined {
  for (const [field, before] of flatten(live).fields) {
    const now = fields.get(field) ?? [];
    const isCut = now.some((value, at) => {
      const [old, cut] = [String(before[at] ?? ""), String(value)];
      return old.length > cut.length && old.startsWith(cut);
    });
    if (isCut) return field;
  }
  return undefined;
}
