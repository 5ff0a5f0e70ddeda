import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Scores } from "../ranking-metrics.js";

/** Saved scores of an evaluation run, keyed by query. */
export type SavedScores = ReadonlyMap<string, Pick<Scores, "ndcg" | "judged_ndcg">>;

/** Folder of saved scores. The folder and the evaluated catalogues are excluded from version control. */
const FOLDER = new URL("../../.cache/evaluate", import.meta.url).pathname;

/**
 * Returns the path of the file with the scores of a run. By default, later runs are compared with the `baseline` file.
 */
export const lastRunPath = (judgements: string, which: "last" | "baseline", folder = FOLDER): string =>
  join(folder, `${basename(judgements)}.${which}.json`);

/** Reads the scores of an earlier run; undefined if there was no earlier run. */
export async function readLastScores(path: string): Promise<SavedScores | undefined> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  });
  return text === undefined ? undefined : new Map(JSON.parse(text) as [string, Scores][]);
}

export async function saveScores(path: string, scores: ReadonlyMap<string, Scores>): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const kept = [...scores].map(([query, { ndcg, judged_ndcg }]) => [query, { ndcg, judged_ndcg }]);
  await writeFile(path, `${JSON.stringify(kept, null, 1)}\n`);
}
