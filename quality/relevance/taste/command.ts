import { readFile, writeFile } from "node:fs/promises";
import { Command, InvalidArgumentError, Option } from "commander";
import { stepLines } from "../../../src/commands/output.js";
import { openEngine, type Environment } from "../evaluated-service.js";
import { createProgress } from "../../shared/progress.js";
import { readSettings } from "../settings.js";
import type { Dataset } from "./dataset.js";
import { demoShoppers } from "./demo.js";
import { evaluateTaste, type TasteEvaluationOptions } from "./evaluate-taste.js";
import { googleMerchandise } from "./google-merchandise.js";
import { evaluateNextViews } from "./next-view.js";
import { formatNextViews } from "./next-view-report.js";
import { readRees46 } from "./rees46.js";
import { formatEvaluation } from "./report.js";
import { evaluateTenfold, type LargeListing } from "./tenfold.js";
import { formatTenfold } from "./tenfold-report.js";

const DATA = ["google", "demo", "rees46", "tenfold"] as const;
/** Data sets that are evaluated by default. `tenfold` is excluded, because its evaluation takes half an hour. */
const BY_DEFAULT: readonly Options["data"][number][] = ["google", "demo", "rees46"];

interface Options {
  readonly data: readonly (typeof DATA)[number][];
  readonly catalog: string;
  readonly events: string;
  readonly shoppers: number;
  readonly wholeShoppers: number;
  readonly simulated: number;
  readonly folder: string;
  readonly limit: number;
  readonly depth?: number;
  readonly configuration?: string;
  readonly save?: string;
  readonly against?: string;
}

/**
 * Half-life, in days, of the popularity baseline. Chosen without tuning to be longer than a short trend and shorter
 * than a season.
 */
const POPULARITY_HALF_LIFE_DAYS = 14;
const BOOTSTRAP = { resamples: 2_000, confidence: 0.95, seed: "evaluate/taste" };

/**
 * Creates the command `npm run evaluate -- taste`.
 * @param signal signal that aborts the evaluation
 */
export function tasteCommand(environment: Environment, signal: AbortSignal): Command {
  return new Command("taste")
    .description(
      "Replays the events of shoppers in chronological order, and requests a personalized listing before each basket.",
    )
    .addOption(new Option("--data <set...>", "data sets to evaluate").choices(DATA).default([...BY_DEFAULT]))
    .option("--catalog <file>", "feed (gzip)", "data/catalogs/google-merchandise.feed.ndjson.gz")
    .option(
      "--events <file>",
      "file with the shoppers' events (CSV, gzip)",
      "data/behaviour/google-merchandise-events.csv.gz",
    )
    .option("--folder <folder>", "folder of rees46", "data")
    .option(
      "--shoppers <number>",
      "number of sampled shoppers per data set; all shoppers are replayed",
      positive,
      Infinity,
    )
    .option(
      "--whole-shoppers <number>",
      "number of sampled shoppers for whom repeated purchases are evaluated as well",
      positive,
      100,
    )
    .option("--simulated <number>", "number of simulated shoppers of the demo", positive, 60)
    .option("--limit <number>", "number of products per listing page", positive, 250)
    .option("--depth <number>", "maximum rank; products below count as not found (default: by data set)", positive)
    .option(
      "--configuration <file>",
      "JSON with storefront settings that replace the data set's settings (ranking, taste …)",
    )
    .option("--save <file>", "`tenfold`: write the results as JSON, for --against")
    .option("--against <file>", "`tenfold`: compare with the results that --save wrote in another checkout")
    .action((options: Options) => run(options, environment, signal));
}

async function run(options: Options, environment: Environment, signal: AbortSignal): Promise<void> {
  const configuration = options.configuration === undefined ? {} : await readSettings(options.configuration);
  // Load all data before starting an engine, so that missing files are reported immediately.
  const datasets: Dataset[] = [];
  for (const name of options.data) {
    if (name === "google" || name === "demo") datasets.push(await open(name, options));
  }
  const isRecorded = options.data.includes("rees46") || options.data.includes("tenfold");
  const rees46 = isRecorded ? await readRees46(rees46Files(options)) : undefined;
  const before =
    options.against === undefined ? undefined : (JSON.parse(await readFile(options.against, "utf8")) as LargeListing[]);
  const engine = await openEngine(environment, stepLines(process.stderr));
  try {
    for (const dataset of datasets) {
      const started = performance.now();
      const { shoppers, wholeShoppers, limit, depth = dataset.depth } = options;
      const how: Omit<TasteEvaluationOptions, "onProgress"> = {
        engineUrl: engine.url,
        shoppers,
        wholeShoppers,
        limit,
        depth,
        configuration,
        signal,
        popularityHalfLifeDays: POPULARITY_HALF_LIFE_DAYS,
      };
      const progress = createProgress(process.stderr).begin(dataset.name);
      const evaluation = await evaluateTaste(dataset, { ...how, onProgress: progress.update }).finally(() =>
        progress.end(),
      );
      const seconds = (performance.now() - started) / 1000;
      process.stdout.write(
        `${formatEvaluation(dataset, evaluation, how, BOOTSTRAP)}\n  took ${seconds.toFixed(0)} s\n\n`,
      );
    }
    if (rees46 !== undefined && options.data.includes("rees46")) {
      const progress = createProgress(process.stderr).begin("REES46");
      const how = { engineUrl: engine.url, configuration, sessions: options.shoppers, signal };
      const views = await evaluateNextViews(rees46, { ...how, onProgress: progress.update }).finally(() =>
        progress.end(),
      );
      process.stdout.write(`${formatNextViews(views, BOOTSTRAP)}\n`);
    }
    if (rees46 !== undefined && options.data.includes("tenfold")) {
      const progress = createProgress(process.stderr).begin("REES46, tenfold");
      const how = { engineUrl: engine.url, configuration, sessions: options.shoppers, signal };
      const found = await evaluateTenfold(rees46, { ...how, onProgress: progress.update }).finally(() =>
        progress.end(),
      );
      if (options.save !== undefined) await writeFile(options.save, JSON.stringify(found));
      process.stdout.write(`${formatTenfold(found, before, BOOTSTRAP)}\n`);
    }
  } finally {
    await engine.close();
  }
}

const rees46Files = ({ folder }: Options) => ({
  catalog: `${folder}/catalogs/rees46-general.feed.ndjson.gz`,
  events: `${folder}/behaviour/rees46-dev-events.csv.gz`,
});

function open(name: "google" | "demo", { catalog, events, simulated }: Options): Promise<Dataset> {
  switch (name) {
    case "google":
      return googleMerchandise({ catalog, events });
    case "demo":
      return demoShoppers({ shoppers: simulated });
  }
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("expected a whole number of at least 1.");
  return value;
}
