import type { JobRow, JobState } from "../../server/catalog/jobs.js";
import type { ProductMetrics } from "../../../src/catalog/ingestion/ingestion-report.js";
import { count, megabytes } from "../../parts/format-numbers.js";

export const STATES: Readonly<Record<JobState, { readonly label: string; readonly color: string }>> = {
  waiting: { label: "waits", color: "gray" },
  running: { label: "runs", color: "blue" },
  completed: { label: "completed", color: "green" },
  partly_completed: { label: "completed in part", color: "orange" },
  failed: { label: "failed", color: "red" },
  cancelled: { label: "cancelled", color: "gray" },
};

const MODES = { insert: "changes", soft_replace: "whole catalogue", live: "live changes" } as const;

export const whatCame = ({ mode, dry_run }: Pick<JobRow, "mode" | "dry_run">): string =>
  dry_run ? `${MODES[mode]}, dry run` : MODES[mode];

const PHASES = { reading: "Reading the lines", writing: "Writing products", finishing: "Putting it in place" } as const;

/**
 * Formats the progress of a running job.
 * @returns `percent` (0 to 100 of the current phase) and a text; `undefined` if the job is not running
 */
export function progressOf({ progress }: JobRow): { readonly percent: number; readonly words: string } | undefined {
  if (progress === null) return undefined;
  const { phase, bytes, bytes_total, attempt, cancelling } = progress;
  const percent = bytes_total === 0 ? 0 : Math.min(100, Math.round((100 * bytes) / bytes_total));
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  const words = cancelling === true ? "Ends at its next safe point" : `${PHASES[phase]}: ${percent} %`;
  return { percent, words: words + again };
}

/** Formats the person or interface that started a job, with the comment. */
export const triggerOf = ({ trigger: { type, user, comment } }: JobRow): string =>
  [user ?? (type === "cli" ? "command line" : "interface"), ...(comment === null ? [] : [`“${comment}”`])].join(": ");

/** Formats an ingestion report as sentences. */
export function formatReport(report: ProductMetrics, isDry: boolean): string[] {
  const {
    lines,
    products,
    seconds,
    bytes,
    attempts,
    failure,
    index_warnings_total,
    ignored_fields,
    possibly_private = [],
  } = report;
  const changes = [
    [products.created, "came new", "would come new"],
    [products.updated, "changed", "would change"],
    [products.unchanged, "stayed as they were", "would stay as they are"],
    [products.deactivated, "are not sold any more", "would not be sold any more"],
    [products.reactivated, "are sold again", "would be sold again"],
  ] as const;
  const reported = changes
    .filter(([number]) => number > 0)
    .map(([number, words, wouldBe]) => `${count(number)} ${isDry ? wouldBe : words}`);
  const ignored = Object.keys(ignored_fields);
  return [
    ...(isDry ? ["This was a dry run: nothing was changed."] : []),
    ...(failure === null ? [] : [`It did not end well: ${failure}.`]),
    `${count(lines.received)} lines came, ${count(lines.rejected)} were rejected and ${count(lines.deletions)} delete something.`,
    reported.length === 0
      ? `No product ${isDry ? "would be" : "was"} touched.`
      : `Of the products ${reported.join(", ")}.`,
    `It took ${seconds.toFixed(1)} seconds for ${megabytes(bytes)}${attempts > 1 ? `, in ${attempts} attempts` : ""}.`,
    ...(possibly_private.length === 0 ? [] : [`Pages can see ${possibly_private.join(", ")}, which looks as if they should not: if so, name it in the configuration's \`fields.private\`.`]), // prettier-ignore
    ...(index_warnings_total === 0 ? [] : [`${count(index_warnings_total)} values cannot be filtered on, or are kept in another form than they were sent in.`]), // prettier-ignore
    ...(ignored.length === 0 ? [] : [`Fields that are not known were ignored: ${ignored.join(", ")}.`]),
  ];
}
