import { readGzip } from "../judgements.js";
import { questionsOf, type SessionSplit } from "./dataset.js";

interface Click {
  readonly id: string;
  /** Time of the click in milliseconds since 1970. */
  readonly at: number;
}

/** 100,000 clicks of the RecSys Challenge 2015, split by time: six days for learning, the next day for predictions. */
export async function yoochoose(folder: string): Promise<SessionSplit> {
  const advice = "set the folder with --folder.";
  const [training, test] = await Promise.all([
    readGzip(`${folder}/yoochoose-100k-train.tsv.gz`, advice),
    readGzip(`${folder}/yoochoose-100k-test.tsv.gz`, advice),
  ]);
  return {
    name: "Yoochoose 100k",
    notes: ["test cases at every visit of the test sessions except the first; they are not used for training"],
    training: sessionsOf(training)
      .map((clicks) => ({ at: clicks.at(-1)?.at ?? 0, visits: clicks.map(({ id }) => id) }))
      .sort((one, other) => one.at - other.at),
    questions: sessionsOf(test).flatMap((clicks) =>
      questionsOf(
        clicks.map(({ id }) => id),
        (visit) => clicks[visit]?.at ?? 0,
      ),
    ),
    wanted: { hitRate: 0.7, reciprocalRank: 0.385, reference: "untuned STAN .690/.374" },
  };
}

const HEADER = "SessionId\tItemId\tTime";

/**
 * Parses clicks and groups them by session, in chronological order.
 * @throws Error if the file is invalid
 */
export function sessionsOf(tsv: string): Click[][] {
  const [header, ...rows] = tsv.split(/\r?\n/);
  if (header !== HEADER)
    throw new Error(`expected the click file to begin with the line ${HEADER}, got ${String(header)}`);
  const sessions = new Map<string, Click[]>();
  for (const row of rows) {
    if (row === "") continue;
    const [session = "", id = "", seconds = ""] = row.split("\t");
    const clicks = sessions.get(session) ?? [];
    clicks.push({ id, at: Number(seconds) * 1000 });
    sessions.set(session, clicks);
  }
  return [...sessions.values()].map((clicks) => clicks.sort((one, other) => one.at - other.at));
}
