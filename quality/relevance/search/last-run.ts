import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Scores } from "../ranking-metrics.js";

/** By query. */
export type SavedScores = ReadonlyMap<string, Pick<Scores, "ndcg" | "judged_ndcg">>;

/** Outside version control: it is about a catalogue that is not part of the project. */
const FOLDER = new URL("../../.cache/evaluate", import.meta.url).pathname;

/** Where the scores of judgements are kept; `baseline` is the run that later ones are compared with until told otherwise. */
export const lastRunPath = (judgements: string, which: "last" | "baseline", folder = FOLDER): string =>
  join(folder, `${basename(judgements)}.${which}.json`);

/** Undefined when there was no run before. */
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
