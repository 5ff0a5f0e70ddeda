import { readGzip } from "../judgements.js";
import type { SessionSplit } from "./dataset.js";

const DAY_MS = 86_400_000;
/** The training sessions are from January to May 2016, the test sessions from the following week. The files contain no times. */
const START = Date.UTC(2016, 0, 1);
const TRAINING_MS = 145 * DAY_MS;
const REQUESTED_AT = START + TRAINING_MS + 3.5 * DAY_MS;

/** The Diginetica sessions (CIKM Cup 2016) with the split of Wu et al. (SR-GNN, 2019), which most later papers use. */
export async function diginetica(folder: string): Promise<SessionSplit> {
  const advice = "set the folder with --folder.";
  const [training, test] = await Promise.all([
    readGzip(`${folder}/diginetica-train-sessions.jsonl.gz`, advice),
    readGzip(`${folder}/diginetica-test.jsonl.gz`, advice),
  ]);
  const sessions = lines<number[]>(training);
  return {
    name: "Diginetica",
    notes: [
      "the data set has no timestamps: training sessions are distributed evenly over their months, test cases over the following week",
    ],
    training: sessions.map((visits, position) => ({
      at: START + (position / sessions.length) * TRAINING_MS,
      visits: visits.map(String),
    })),
    questions: lines<{ session: number[]; target: number }>(test).map(({ session, target }) => ({
      at: REQUESTED_AT,
      session: session.map(String),
      next: String(target),
    })),
    wanted: { hitRate: 0.535, reciprocalRank: 0.189, reference: "untuned VSTAN .524/.187, GCE-GNN .542/.190" },
  };
}

const lines = <T>(text: string): T[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
