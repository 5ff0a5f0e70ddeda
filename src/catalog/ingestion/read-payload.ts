import type { Readable } from "node:stream";
import { seesLeaf } from "../../filters/seen-fields.js";
import { namedFields } from "../../storefront/named-fields.js";
import type { LeafTypes } from "../leaves.js";
import { declaredTypes } from "../leaf-types.js";
import { type DecidedLeaves, LeafSurvey } from "../leaf-survey.js";
import { TaxonomySurvey } from "../taxonomy.js";
import type { FeedProducts } from "./feed-products.js";
import { failWithoutLines, JobFailure, type JobRun, percent } from "./job.js";
import type { JobPhase } from "./attempts.js";
import {
  type ParsedFeedLine,
  parsedLines,
  type PayloadSurvey,
  reportingLosses,
  surveyPayload,
} from "./payload-survey.js";
import { getDocuments } from "../../engine/documents.js";
import { flatten } from "../flatten.js";
import type { ProductData, ProductSource } from "../product-document.js";
import type { InsertLine } from "./feed-line.js";
import { readCatalogState } from "./generations.js";
import type { FeedSource } from "./ingestion-record.js";
import { PayloadsUnavailableError } from "./payloads.js";

/** A shared folder may show a new file late, so the first attempts that miss it count as interrupted. */
const LOOKS = 5;

async function openPayload({ payloads, job }: JobRun): Promise<Readable> {
  const payload = await payloads.read(job.file_identifier);
  if (payload !== undefined) return payload;
  const missing = `the stored payload ${job.file_identifier} is gone`;
  throw job.attempts < LOOKS ? new PayloadsUnavailableError(missing) : new JobFailure(missing);
}

const options = (run: JobRun, phase: JobPhase) => ({
  mode: run.job.trigger_source.mode,
  maxLineBytes: run.limits.maxLineBytes,
  signal: run.halt,
  onProgress: (bytes: number) => run.onProgress(phase, bytes),
});

/**
 * Surveys a job's payload on top of the leaves that are known already.
 * @param isMapped the known leaves are those of the index that is written to
 * @param products take in every line, where the feed is to be compared with the live catalogue
 * @throws JobFailure when no line is taken, and when too many lines of a soft_replace cannot be read: what such a feed leaves
 *   out is not known, and would be deactivated. An insert does no such harm, so its unreadable lines are only rejected.
 */
export async function survey(
  run: JobRun,
  known: LeafTypes,
  isMapped: boolean,
  products?: FeedProducts,
): Promise<PayloadSurvey> {
  const { configuration, report, limits, errors, job } = run;
  const leaves = new LeafSurvey(known, {
    declared: declaredTypes(configuration),
    named: namedFields(configuration),
    maxLeaves: configuration.ingestion.max_leaves,
    mayForget: !isMapped,
  });
  const { language, department, fields, sells_fashion } = configuration;
  const taxonomy = new TaxonomySurvey(language, department, seesLeaf(fields), sells_fashion);
  const result = await surveyPayload(
    await openPayload(run),
    { leaves, taxonomy },
    report,
    errors,
    options(run, "reading"),
    products,
  );
  failWithoutLines(report);
  if (job.trigger_source.mode === "soft_replace" && result.unreadableShare > limits.maxUnreadableShare) {
    throw new JobFailure(
      `${percent(result.unreadableShare)} of the lines have no readable product identifier; at most ${percent(limits.maxUnreadableShare)} may`,
    );
  }
  return result;
}

/**
 * The lines of a job's payload for the second reading, which reports values that cannot be filtered on.
 * @param products where they have been compared with the live catalogue: lines of those that stay as they are are left
 * out
 */
export async function* payloadLines(
  run: JobRun,
  decided: DecidedLeaves,
  products?: FeedProducts,
): AsyncGenerator<ParsedFeedLine[], void, undefined> {
  const isWanted = products && ((number: number) => products.isNeeded(number));
  const how = { ...options(run, "writing"), ...(isWanted && { isWanted }) };
  for await (const lines of reportingLosses(
    parsedLines(await openPayload(run), how),
    decided,
    run.report,
    run.errors,
  )) {
    yield products === undefined ? lines : lines.filter(({ number }) => !products.isUnchanged(number));
  }
}

/**
 * Refuses a feed that was made of a file which seems to have been cut off: by the number of its records, and by an end
 * that is another one than that of the file before.
 * @param last line of the feed
 * @throws JobFailure
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
  const leaf = sold && cutLeaf(last, sold.data);
  if (leaf === undefined) return;
  throw new JobFailure(
    `the file seems to be cut off: it has no line end behind its last row, whose "${leaf}" is a part of what the live ` +
      `catalogue has. ${IF_WHOLE}`,
  );
}

const IF_WHOLE = "If the file is whole, end it with a line break";

/** Why a file cannot be the successor of the one before. @param allowed share of its records that may be missing; null for all */
export function reasonAgainst(now: FeedSource, before: FeedSource, allowed: number | null): string | undefined {
  const counts = `${now.records} records, and the file before had ${before.records}`;
  const missing = 1 - now.records / before.records;
  if (allowed !== null && missing > allowed) {
    return `the file has ${counts}: ${percent(missing)} fewer, and at most ${percent(allowed)} may be missing`;
  }
  // A line end that is missing by itself is no harm: the last record is the one that the file before ended with.
  if (!now.is_open || before.is_open || now.last === before.last) return undefined;
  return (
    `the file seems to be cut off: no line end stands behind its last row, which is another one than that of the file ` +
    `before, where there was one; it has ${counts}. ${IF_WHOLE}`
  );
}

/** Finds a value of a row that is only the beginning of what the live catalogue has. @returns the name of its leaf */
export function cutLeaf({ leaves }: Pick<InsertLine, "leaves">, live: ProductData): string | undefined {
  for (const [leaf, before] of flatten(live).leaves) {
    const now = leaves.get(leaf) ?? [];
    const isCut = now.some((value, at) => {
      const [old, cut] = [String(before[at] ?? ""), String(value)];
      return old.length > cut.length && old.startsWith(cut);
    });
    if (isCut) return leaf;
  }
  return undefined;
}
