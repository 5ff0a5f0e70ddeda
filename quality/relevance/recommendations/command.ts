import { Command, InvalidArgumentError, Option } from "commander";
import { stepLines } from "../../../src/commands/output.js";
import { createSessionNeighbours } from "../../../src/behaviour/sessions/neighbours.js";
import { WEIGHTS } from "../../../src/behaviour/sessions/neighbour-weights.js";
import { createProgress } from "../../shared/progress.js";
import { openEngine, type Environment } from "../evaluated-service.js";
import { formatTable } from "../../shared/table.js";
import type { Dataset } from "../taste/dataset.js";
import { googleMerchandise } from "../taste/google-merchandise.js";
import { formatBaskets } from "./basket-report.js";
import { smallShop, validationSplit, type SessionSplit } from "./dataset.js";
import { diginetica } from "./diginetica.js";
import { evaluateBaskets } from "./evaluate-baskets.js";
import { requestNextVisits, learnSessions, type NextVisitMetrics } from "./next-visit.js";
import { evaluateThroughHttp } from "./next-through-http.js";
import { yoochoose } from "./yoochoose.js";

const SPLITS = { diginetica, yoochoose };
type SplitName = keyof typeof SPLITS;
const NAMES = [...(Object.keys(SPLITS) as SplitName[]), "google"] as const;

interface Options {
  readonly data: readonly (typeof NAMES)[number][];
  readonly folder: string;
  readonly catalog: string;
  readonly validation?: number;
  readonly sessionsADay?: number;
  readonly http: boolean;
}

const K = 20;
/** Limits of the session index, sufficient for all sessions of each evaluated data set. */
const LIMITS = { maxSessions: 1_000_000, maxBytes: 200_000_000 };
const ADVICE = "set --catalog and --folder, or select another data set with --data.";
/** Share of all baskets that are evaluated: the latest baskets. */
const HELD_OUT = 0.2;
const BASKETS = {
  bootstrap: { resamples: 2_000, confidence: 0.95, seed: "evaluate/recommendations" },
};

/**
 * Creates the command `npm run evaluate -- recommendations`.
 * @param signal signal that aborts the evaluation
 */
export function recommendationsCommand(environment: Environment, signal: AbortSignal): Command {
  return new Command("recommendations")
    .description("Measures how often the next product of a session or basket is among the first recommendations.")
    .addOption(new Option("--data <set...>", "whose sessions").choices(NAMES).default(NAMES))
    .option("--folder <folder>", "folder with recorded shopper behaviour", "data/behaviour")
    .option(
      "--catalog <file>",
      "feed of the Google Merchandise Store (gzip)",
      "data/catalogs/google-merchandise.feed.ndjson.gz",
    )
    .option(
      "--validation <share>",
      "share of the training sessions used for validation, to tune parameters without the test data",
      share,
    )
    .option("--sessions-a-day <number>", "maximum training sessions per day, to simulate a small shop", positive)
    .option("--http", "also evaluate recommendation profiles over HTTP, for devices that have sent events", false)
    .action((options: Options) => run(options, environment, signal));
}

async function run(options: Options, environment: Environment, signal: AbortSignal): Promise<void> {
  const { data, folder, catalog, validation, sessionsADay, http } = options;
  // Load all data first, so that missing files are reported immediately.
  const splits: SessionSplit[] = [];
  for (const name of data) if (name !== "google") splits.push(await SPLITS[name](folder));
  const events = `${folder}/google-merchandise-events.csv.gz`;
  const shop = data.includes("google") ? await googleMerchandise({ catalog, events }, ADVICE) : undefined;
  if (splits.length > 0) {
    process.stdout.write(`constants for all data: ${JSON.stringify(WEIGHTS)}\n${ORIGIN}\n\n`);
  }
  for (const split of splits) {
    const whole = validation === undefined ? split : validationSplit(split, validation);
    const requested = sessionsADay === undefined ? whole : smallShop(whole, sessionsADay);
    process.stdout.write(`${formatMetrics(requested, await evaluate(requested, signal))}\n\n`);
    if (http) await runThroughHttp(requested, environment, signal);
  }
  if (shop !== undefined) await runBaskets(shop, validation, environment, signal);
}

/** Evaluates recommendations for baskets and prints the result. */
async function runBaskets(
  shop: Dataset,
  validation: number | undefined,
  environment: Environment,
  signal: AbortSignal,
): Promise<void> {
  const baskets = shop.baskets.slice(0, Math.round(shop.baskets.length * (1 - HELD_OUT)));
  const dataset = validation === undefined ? shop : { ...shop, baskets };
  const heldOut = validation ?? HELD_OUT;
  const engine = await openEngine(environment, stepLines(process.stderr));
  const progress = createProgress(process.stderr).begin(shop.name);
  try {
    const how = { engineUrl: engine.url, heldOut, onProgress: progress.update, signal };
    const evaluation = await evaluateBaskets(dataset, how);
    process.stdout.write(`${formatBaskets(dataset, evaluation, { heldOut, ...BASKETS })}\n\n`);
  } finally {
    progress.end();
    await engine.close();
  }
}

/**
 * Numbers of sessions and predictions for the evaluation through HTTP, limited because every event is sent and stored.
 */
const HTTP = { sessions: 20_000, questions: 1_000, k: K };

async function runThroughHttp(split: SessionSplit, environment: Environment, signal: AbortSignal): Promise<void> {
  const engine = await openEngine(environment, stepLines(process.stderr));
  const progress = createProgress(process.stderr).begin(split.name);
  try {
    const how = { ...HTTP, engineUrl: engine.url, onProgress: progress.update, signal };
    const rows = (await evaluateThroughHttp(split, how)).map(({ name, hitRate, reciprocalRank }) => [
      ...[name, hitRate.toFixed(4), reciprocalRank.toFixed(4)],
    ]);
    const header = [
      `about ${HTTP.questions} test cases from the last ${HTTP.sessions} sessions`,
      `HR@${K}`,
      `MRR@${K}`,
    ];
    process.stdout.write(`${split.name}, through HTTP\n${formatTable([header, ...rows])}\n\n`);
  } finally {
    progress.end();
    await engine.close();
  }
}

const ORIGIN = [
  "the parameters were tuned on the training sessions (the last 12 % of Diginetica, the last half of Yoochoose)",
  "rates of repeated visits come from the training sessions of each data set",
].join("\n");

async function evaluate(split: SessionSplit, signal: AbortSignal): Promise<NextVisitMetrics> {
  const neighbours = createSessionNeighbours(LIMITS);
  const progress = createProgress(process.stderr).begin(split.name);
  const update = (done: number, of: number) => {
    signal.throwIfAborted();
    progress.update(done, of);
  };
  try {
    await learnSessions(neighbours, split.training, update);
    return requestNextVisits(neighbours, split.questions, K, update);
  } finally {
    progress.end();
  }
}

export function formatMetrics({ name, notes, training, wanted }: SessionSplit, metrics: NextVisitMetrics): string {
  const lines = [
    `${training.length} training sessions, ${metrics.questions} test cases, all products ranked, including the viewed product`,
    ...notes,
    `${metrics.milliseconds.toFixed(2)} ms per test case`,
  ];
  const rows = [
    ["", "measured", "expected at least"],
    [`HR@${K} (P@${K})`, metrics.hitRate.toFixed(4), wanted.hitRate.toFixed(3)],
    [`MRR@${K}`, metrics.reciprocalRank.toFixed(4), wanted.reciprocalRank.toFixed(3)],
  ];
  return `${name}\n${[...lines, `reference: ${wanted.reference}`].map((line) => `  ${line}`).join("\n")}\n\n${formatTable(rows)}`;
}

function share(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value < 1)) throw new InvalidArgumentError("expected a number between 0 and 1.");
  return value;
}

function positive(text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new InvalidArgumentError("expected a number above 0.");
  return value;
}
