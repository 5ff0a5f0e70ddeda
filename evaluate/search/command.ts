import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Command, InvalidArgumentError } from "commander";
import { stepLines } from "../../src/commands/steps.js";
import { progressLine } from "../progress-line.js";
import { openEngine, type Environment } from "../service.js";
import { readSettings } from "../settings.js";
import { evaluateSearch } from "./evaluate-search.js";
import { parseJudgements, readText, sampleOf } from "../../src/evaluation/judgements.js";
import { recallScores, rememberedPath, rememberScores } from "./last-run.js";
import { evaluationPage, shownProducts, type Shown } from "./page.js";
import { fetchPictures } from "./pictures.js";
import { formatSearchEvaluation } from "./report.js";
import { ablations } from "./signals.js";

interface Options {
  readonly catalog: string;
  readonly judgements: string;
  readonly queries: number;
  readonly amongJudged: boolean;
  readonly ablation: boolean;
  readonly asBaseline: boolean;
  readonly against: "last" | "baseline";
  readonly configuration?: string;
  readonly html?: string;
  readonly linkedPictures: boolean;
}

const BOOTSTRAP = { resamples: 2_000, confidence: 0.95, seed: "evaluate/search" };

/** `npm run evaluate -- search`. @param signal ends it early */
export function searchCommand(environment: Environment, signal: AbortSignal): Command {
  return new Command("search")
    .description("Asks judged queries of a catalogue and tells how good the answers are, beside a naive search.")
    .requiredOption("--catalog <file>", "feed (gzip or plain)")
    .requiredOption("--judgements <file>", "CSV with query,product_identifier,grade (gzip or plain)")
    .option("--queries <number>", "ask a sample of so many queries", positive, Infinity)
    .option("--among-judged", "rank the judged products of each query among themselves", false)
    .option("--ablation", "also with each signal left out, and each alone", false)
    .option("--as-baseline", "remember this run as the baseline", false)
    .option("--against <run>", "compare with the last run or the baseline", against, "last")
    .option("--configuration <file>", "JSON: storefront settings to replace, each as a whole")
    .option("--html <file>", "write a page with what was found")
    .option("--linked-pictures", "leave the page's pictures where they are instead of fetching them", false)
    .action((options: Options) => run(options, environment, signal));
}

async function run(options: Options, environment: Environment, signal: AbortSignal): Promise<void> {
  const { catalog, amongJudged, queries } = options;
  const configuration = options.configuration === undefined ? {} : await readSettings(options.configuration);
  const judgements = sampleOf(parseJudgements(await readText(options.judgements)), queries);
  const feed = (await readText(catalog)).split("\n").filter((line) => line !== "");
  const name = `${basename(options.judgements)} on ${basename(catalog)}`;
  const before = await recallScores(rememberedPath(options.judgements, options.against));
  const engine = await openEngine(environment, stepLines(process.stderr));
  const progress = progressLine(process.stderr, name);
  try {
    const evaluation = await evaluateSearch(feed, judgements, {
      ...{ engineUrl: engine.url, configuration, amongJudged, signal, onProgress: progress.update },
      variations: options.ablation ? ablations(configuration) : [],
    }).finally(progress.end);
    const conditions = { name, products: feed.length, amongJudged, bootstrap: BOOTSTRAP, before };
    const figures = formatSearchEvaluation(evaluation, conditions);
    process.stdout.write(figures);
    await rememberScores(rememberedPath(options.judgements, "last"), evaluation.service.scores);
    if (options.asBaseline)
      await rememberScores(rememberedPath(options.judgements, "baseline"), evaluation.service.scores);
    if (options.html !== undefined) {
      const shown = shownProducts(feed, evaluation);
      const withPictures = options.linkedPictures ? shown : await embedded(shown, signal);
      await writeFile(options.html, evaluationPage(evaluation, { name, figures, shown: withPictures, judgements }));
    }
  } finally {
    await engine.close();
  }
}

/** Pictures that can be fetched become part of the page; the others stay addresses. */
async function embedded(shown: ReadonlyMap<string, Shown>, signal: AbortSignal): Promise<ReadonlyMap<string, Shown>> {
  const pictures = await fetchPictures(
    [...shown.values()].flatMap(({ image }) => image ?? []),
    signal,
  );
  return new Map(
    [...shown].map(([id, one]) => [id, { ...one, image: pictures.get(one.image ?? "") ?? one.image }] as const),
  );
}

function against(run: string): "last" | "baseline" {
  if (run !== "last" && run !== "baseline") throw new InvalidArgumentError("expected last or baseline.");
  return run;
}

function positive(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("expected a whole number from 1.");
  return value;
}
