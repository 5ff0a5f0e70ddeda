import type { Readable } from "node:stream";
import { seesLeaf } from "../../filters/seen-fields.js";
import { namedFields } from "../../storefront/named-fields.js";
import { declaredTypes } from "../leaf-types.js";
import { LeafSurvey, type DecidedLeaves } from "../leaf-survey.js";
import type { LeafTypes } from "../leaves.js";
import { TaxonomySurvey } from "../taxonomy.js";
import type { FeedProducts } from "./feed-products.js";
import { JobFailure, percent, type JobRun } from "./job.js";
import type { JobPhase } from "./attempts.js";
import { failWithoutLines } from "./reject-line.js";
import {
  parsedLines,
  reportingLosses,
  surveyPayload,
  type ParsedFeedLine,
  type PayloadSurvey,
} from "./payload-survey.js";

async function openPayload({ payloads, job }: JobRun): Promise<Readable> {
  const payload = await payloads.read(job.file_identifier);
  if (payload === undefined) throw new JobFailure(`the stored payload ${job.file_identifier} is gone`);
  return payload;
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
  const taxonomy = new TaxonomySurvey(configuration.language, configuration.department, seesLeaf(configuration.fields));
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
