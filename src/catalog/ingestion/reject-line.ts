import type { ErrorList } from "./error-list.js";
import { JobFailure } from "./job.js";
import type { LineError, Report } from "./ingestion-report.js";

/** Counts a line that is not taken and lists why. */
export async function rejectLine(report: Report, errors: ErrorList, error: LineError): Promise<void> {
  report.lines.rejected += 1;
  report.variants.rejected += error.product_identifier === null ? 0 : 1;
  report.reject(error);
  await errors.add(error);
}

/** @throws JobFailure when no line was taken: a job that did nothing of what it was sent for has not succeeded */
export function failWithoutLines(report: Report): void {
  const { received, rejected } = report.lines;
  if (rejected < received) return;
  const first = report.firstError;
  const reason =
    first === undefined
      ? ""
      : `; the first, ${first.line === 0 ? first.product_identifier : `line ${first.line}`}: ${first.reason}`;
  throw new JobFailure(`none of the ${received} lines was taken${reason}`);
}
