import type { JobRow, JobState } from "../../server/catalog/jobs.js";
import type { ProductMetrics } from "../../../src/catalog/ingestion/ingestion-report.js";
import { count, megabytes } from "../../parts/format-numbers.js";

export const STATES: Readonly<Record<JobState, { readonly label: string; readonly color: string }>> = {
  waiting: { label: "waiting", color: "gray" },
  running: { label: "running", color: "blue" },
  completed: { label: "completed", color: "green" },
  partly_completed: { label: "completed with errors", color: "orange" },
  failed: { label: "failed", color: "red" },
  cancelled: { label: "cancelled", color: "gray" },
};

const MODES = { insert: "Changed products", soft_replace: "Whole catalog", live: "Product updates" } as const;

export const formatMode = ({ mode, dry_run }: Pick<JobRow, "mode" | "dry_run">): string =>
  dry_run ? `${MODES[mode]}, dry run` : MODES[mode];

const PHASES = { reading: "Reading lines", writing: "Writing products", finishing: "Publishing" } as const;

/**
 * Formats the progress of an import: percentage of the current phase (0 to 100) and a text. Returns `undefined` if the
 * import is not running.
 */
export function progressOf({ progress }: JobRow): { readonly percent: number; readonly text: string } | undefined {
  if (progress === null) return undefined;
  const { phase, bytes, bytes_total, attempt, cancelling } = progress;
  const percent = bytes_total === 0 ? 0 : Math.min(100, Math.round((100 * bytes) / bytes_total));
  const again = attempt > 1 ? `, attempt ${attempt}` : "";
  return { percent, text: `${cancelling === true ? "Cancelling" : `${PHASES[phase]}: ${percent} %`}${again}` };
}

/** Formats who started an import (a user, the command line or the API) and the comment of the import. */
export const formatSource = ({ trigger: { type, user, comment } }: JobRow): string =>
  [user ?? (type === "cli" ? "Command line" : "API"), ...(comment === null ? [] : [comment])].join(": ");

export function formatReport(report: ProductMetrics, isDry: boolean): string[] {
  const { lines, products, seconds, bytes, attempts, failure, index_warnings_total, ignored_fields, possibly_private = [] } = report; // prettier-ignore
  const changes = [
    [products.created, "added"],
    [products.updated, "changed"],
    [products.unchanged, "unchanged"],
    [products.deactivated, "no longer for sale"],
    [products.reactivated, "for sale again"],
  ] as const;
  const changed = changes.filter(([number]) => number > 0).map(([number, effect]) => `${count(number)} ${effect}`);
  const ignored = Object.keys(ignored_fields);
  return [
    ...(isDry ? ["This was a dry run: the catalog was not changed."] : []),
    ...(failure === null ? [] : [`The import failed: ${failure}.`]),
    `Lines: ${count(lines.received)} received, ${count(lines.rejected)} rejected, ${count(lines.deletions)} deletions.`,
    `${isDry ? "Products that would change" : "Products"}: ${changed.length === 0 ? "none" : changed.join(", ")}.`,
    `Duration: ${seconds.toFixed(1)} seconds for ${megabytes(bytes)}${attempts > 1 ? `, in ${attempts} attempts` : ""}.`,
    ...(possibly_private.length === 0 ? [] : [`Shoppers can see fields that look internal: ${possibly_private.join(", ")}. Add them to the private fields in Settings.`]), // prettier-ignore
    ...(index_warnings_total === 0 ? [] : [`${count(index_warnings_total)} field values were converted to another type or cannot be used as filters.`]), // prettier-ignore
    ...(ignored.length === 0 ? [] : [`Unknown fields were ignored: ${ignored.join(", ")}.`]),
  ];
}
