import type { Readable } from "node:stream";
import { LeafTypeSurvey } from "../leaf-types.js";
import type { LeafTypes } from "../leaves.js";
import { JobFailure, percent, type JobPhase, type JobRun } from "./job.js";
import { failWithoutLines } from "./reject-line.js";
import { parsedLines, surveyPayload, type ParsedLine, type PayloadSurvey } from "./survey.js";

async function openPayload({ payloads, job }: JobRun): Promise<Readable> {
  const payload = await payloads.read(job.file_identifier);
  if (payload === undefined) throw new JobFailure(`the stored payload ${job.file_identifier} is gone`);
  return payload;
}

const options = (run: JobRun, phase: JobPhase) => ({
  mode: run.job.trigger_source.mode,
  maxLineBytes: run.limits.maxLineBytes,
  signal: run.signal,
  onProgress: (bytes: number) => run.onProgress(phase, bytes),
});

/**
 * Surveys a job's payload on top of the leaf types that are fixed already.
 * @throws JobFailure when no line is taken, and when too many lines of a soft_replace cannot be read: what such a feed leaves
 *   out is not known, and would be deactivated. An insert does no such harm, so its unreadable lines are only rejected.
 */
export async function survey(run: JobRun, fixed: LeafTypes): Promise<PayloadSurvey> {
  const { configuration, report, limits, errors, job } = run;
  const types = new LeafTypeSurvey(fixed, new Set(configuration.date_fields), configuration.ingestion.max_leaves);
  const result = await surveyPayload(await openPayload(run), types, report, errors, options(run, "reading"));
  failWithoutLines(report);
  if (job.trigger_source.mode === "soft_replace" && result.unreadableShare > limits.maxUnreadableShare) {
    throw new JobFailure(
      `${percent(result.unreadableShare)} of the lines have no readable product identifier; at most ${percent(limits.maxUnreadableShare)} may`,
    );
  }
  return result;
}

/** The lines of a job's payload for the second reading. */
export async function* payloadLines(run: JobRun): AsyncGenerator<ParsedLine[], void, undefined> {
  yield* parsedLines(await openPayload(run), options(run, "writing"));
}
