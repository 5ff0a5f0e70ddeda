import { Command, InvalidArgumentError, Option } from "commander";
import { createSessionNeighbours } from "../../src/behaviour/sessions/neighbours.js";
import { WEIGHTS } from "../../src/behaviour/sessions/weights.js";
import { progressLine } from "../progress-line.js";
import { formatTable } from "../table.js";
import { validationSplit, type SessionSplit } from "./dataset.js";
import { diginetica } from "./diginetica.js";
import { askNextVisits, learnSessions, type NextVisitFigures } from "./next-visit.js";
import { yoochoose } from "./yoochoose.js";

const SPLITS = { diginetica, yoochoose };
type Name = keyof typeof SPLITS;
const NAMES = Object.keys(SPLITS) as Name[];

interface Options {
  readonly data: readonly Name[];
  readonly folder: string;
  readonly validation?: number;
}

const K = 20;
/** More than any of the data has. */
const LIMITS = { maxSessions: 1_000_000, maxBytes: 200_000_000 };

/** `npm run evaluate -- recommendations`. @param signal ends it early */
export function recommendationsCommand(signal: AbortSignal): Command {
  return new Command("recommendations")
    .description("How often what a session visits next is among the first recommendations.")
    .addOption(new Option("--data <set...>", "whose sessions").choices(NAMES).default(NAMES))
    .option("--folder <folder>", "where the recorded sessions are", "../shared/data/behaviour")
    .option(
      "--validation <share>",
      "ask about so much of the training sessions instead, as is done to choose constants",
      share,
    )
    .action((options: Options) => run(options, signal));
}

async function run({ data, folder, validation }: Options, signal: AbortSignal): Promise<void> {
  // All of it before anything is asked: what is missing should be said at once.
  const splits: SessionSplit[] = [];
  for (const name of data) splits.push(await SPLITS[name](folder));
  process.stdout.write(`constants, the same for all data: ${JSON.stringify(WEIGHTS)}\n${ORIGIN}\n\n`);
  for (const split of splits) {
    const asked = validation === undefined ? split : validationSplit(split, validation);
    process.stdout.write(`${formatFigures(asked, await evaluate(asked, signal))}\n\n`);
  }
}

const ORIGIN = [
  "chosen on parts of the training sessions (the last 12 % of Diginetica's, the last half of Yoochoose's), none on test rows",
  "how often shoppers return to what they visited is counted in the sessions learnt from, data set by data set",
].join("\n");

async function evaluate(split: SessionSplit, signal: AbortSignal): Promise<NextVisitFigures> {
  const neighbours = createSessionNeighbours(LIMITS);
  const progress = progressLine(process.stderr, split.name);
  const update = (done: number, of: number) => {
    signal.throwIfAborted();
    progress.update(done, of);
  };
  try {
    await learnSessions(neighbours, split.training, update);
    return askNextVisits(neighbours, split.questions, K, update);
  } finally {
    progress.end();
  }
}

export function formatFigures({ name, notes, training, wanted }: SessionSplit, figures: NextVisitFigures): string {
  const lines = [
    `${training.length} sessions learnt, ${figures.questions} questions, all products ranked, the current one included`,
    ...notes,
    `${figures.milliseconds.toFixed(2)} ms a question`,
  ];
  const rows = [
    ["", "measured", "wanted at least"],
    [`HR@${K} (P@${K})`, figures.hitRate.toFixed(4), wanted.hitRate.toFixed(3)],
    [`MRR@${K}`, figures.reciprocalRank.toFixed(4), wanted.reciprocalRank.toFixed(3)],
  ];
  return `${name}\n${[...lines, `reference: ${wanted.reference}`].map((line) => `  ${line}`).join("\n")}\n\n${formatTable(rows)}`;
}

function share(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("expected a number between 0 and 1.");
  return value;
}
