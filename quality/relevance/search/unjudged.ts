import type { EvaluationOutcome } from "../ranking-metrics.js";
import type { Judgements } from "../judgements.js";

const POSITIONS = 10;

/**
 * Returns the unjudged products among the first ten results of each query as CSV with the header
 * `query,product_identifier,grade,title`. After filling in the grades and removing the last column, the file can be
 * used as judgements.
 */
export function unjudgedAsCsv(
  { rankings }: EvaluationOutcome,
  judgements: Judgements,
  titles: ReadonlyMap<string, string>,
): string {
  const lines = [...rankings].flatMap(([query, ids]) =>
    ids
      .slice(0, POSITIONS)
      .filter((id) => judgements.get(query)?.has(id) !== true)
      .map((id) => [query, id, "", titles.get(id) ?? ""].map(quoted).join(",")),
  );
  return `${["query,product_identifier,grade,title", ...lines].join("\n")}\n`;
}

/** Adds judgements to existing judgements. @param more added judgements, which override existing grades */
export function withFurther(judgements: Judgements, more: Judgements): Judgements {
  return new Map(
    [...judgements].map(([query, grades]) => [query, new Map([...grades, ...(more.get(query) ?? new Map())])]),
  );
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
