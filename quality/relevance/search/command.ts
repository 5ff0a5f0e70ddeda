import { readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { CommandError } from "../../../src/commands/command-error.js";
import { stepLines } from "../../../src/commands/output.js";
import { parseJudgements, readText, sampleOf } from "../judgements.js";
import { createProgress } from "../../shared/progress.js";
import { openEngine, type Environment } from "../evaluated-service.js";
import { readSettings } from "../settings.js";
import { evaluateSearch } from "./evaluate-search.js";
import { gainsOf, judgeSettings, type CatalogueGains } from "./gate.js";
import { JUDGED_CATALOGUES, type JudgedCatalogue } from "./judged-catalogues.js";
import { readLastScores, lastRunPath, saveScores } from "./last-run.js";
import { readCatalogue } from "./read-catalogue.js";
import { evaluationPage, shownProducts, type Shown } from "./page.js";
import { fetchPictures } from "./pictures.js";
import { type EvaluatedCatalogue, formatSearchEvaluation, formatTogether, formatVerdict } from "./report.js";
import { ablations, type Variation } from "./signals.js";
import { unjudgedAsCsv, withFurther } from "./unjudged.js";

interface Options {
  readonly data?: readonly string[];
  readonly catalog?: string;
  readonly judgements?: string;
  readonly queries?: number;
  readonly amongJudged: boolean;
  readonly ablation: boolean;
  readonly candidates?: string;
  readonly asBaseline: boolean;
  readonly against: "last" | "baseline";
  readonly configuration?: string;
  readonly further?: string;
  readonly unjudged?: string;
  readonly html?: string;
  readonly linkedPictures: boolean;
}

const BOOTSTRAP = { resamples: 2_000, confidence: 0.95, seed: "evaluate/search" };

/**
 * Creates the command `npm run evaluate -- search`.
 * @param signal signal that aborts the evaluation
 */
export function searchCommand(environment: Environment, signal: AbortSignal): Command {
  const names = JUDGED_CATALOGUES.map(({ name }) => name);
  return new Command("search")
    .description("Evaluates the search results of judged queries on several catalogues, compared with a simple search.")
    .addOption(new Option("--data <names...>", "catalogues in data/ to evaluate").choices(names))
    .option("--catalog <file>", "path of another catalogue: a feed (….ndjson) or a shop export, gzip or plain")
    .option(
      "--judgements <file>",
      "CSV file of judgements with the columns query,product_identifier,grade (gzip or plain)",
    )
    .option("--queries <number>", "number of sampled queries", positive)
    .option("--among-judged", "rank only the judged products of each query", false)
    .option("--ablation", "also evaluate the ranking without each ranking signal, and with each signal alone", false)
    .option(
      "--candidates <file>",
      "JSON with candidate `search` settings by name, for cross-validation over the catalogues",
    )
    .option("--as-baseline", "save this run as the baseline", false)
    .option("--against <run>", "run to compare with: the last run or the baseline", against, "last")
    .option("--configuration <file>", "JSON with storefront settings that replace the catalogue's settings")
    .option("--further <file>", "CSV file with additional judgements for the evaluated queries")
    .option("--unjudged <file>", "write a file of the unjudged products among the first ten results, for grading")
    .option("--html <file>", "write an HTML page with the results of one catalogue")
    .option("--linked-pictures", "`--html`: link to product images instead of embedding the images", false)
    .action((options: Options) => run(options, environment, signal));
}

async function run(options: Options, environment: Environment, signal: AbortSignal): Promise<void> {
  const catalogues = cataloguesOf(options);
  if (options.html !== undefined && catalogues.length > 1) {
    throw new CommandError("--html requires one catalogue: set --data or --catalog.");
  }
  const configuration = options.configuration === undefined ? {} : await readSettings(options.configuration);
  const candidates = options.candidates === undefined ? [] : await readCandidates(options.candidates, configuration);
  const engine = await openEngine(environment, stepLines(process.stderr));
  const gains = new Map<string, CatalogueGains>();
  const unjudged: string[] = [];
  const together: EvaluatedCatalogue[] = [];
  try {
    for (const catalogue of catalogues) {
      const evaluated = await evaluateOne(catalogue, engine.url, { options, configuration, candidates, signal });
      gains.set(catalogue.name, evaluated.gains);
      unjudged.push(evaluated.unjudged);
      together.push({ name: catalogue.name, evaluation: evaluated.evaluation, before: evaluated.before });
    }
  } finally {
    await engine.close();
  }
  if (options.unjudged !== undefined) await writeFile(options.unjudged, unjudged.join(""));
  if (together.length > 1) process.stdout.write(formatTogether(together, BOOTSTRAP));
  if (candidates.length > 0 && gains.size > 1) process.stdout.write(formatVerdict(judgeSettings(gains, BOOTSTRAP)));
}

interface Requested {
  readonly options: Options;
  readonly configuration: Readonly<Record<string, unknown>>;
  readonly candidates: readonly Variation[];
  readonly signal: AbortSignal;
}

async function evaluateOne(
  { catalog, judgements: file, queries, amongJudged, good }: JudgedCatalogue,
  engineUrl: string,
  { options, configuration, candidates, signal }: Requested,
): Promise<Omit<EvaluatedCatalogue, "name"> & { readonly gains: CatalogueGains; readonly unjudged: string }> {
  const given = sampleOf(parseJudgements(await readText(file)), options.queries ?? queries);
  const judgements =
    options.further === undefined ? given : withFurther(given, parseJudgements(await readText(options.further)));
  const { feed, configuration: own } = await readCatalogue(catalog);
  const name = `${basename(file)} on ${basename(catalog)}`;
  const before = await readLastScores(lastRunPath(file, options.against));
  const progress = createProgress(process.stderr).begin(name);
  const evaluation = await evaluateSearch(feed, judgements, {
    engineUrl,
    configuration: { ...own, ...configuration },
    amongJudged,
    good,
    signal,
    onProgress: progress.update,
    variations: [...candidates, ...(options.ablation ? ablations(configuration) : [])].map(
      ({ name, configuration: varied }) => ({ name, configuration: { ...own, ...varied } }),
    ),
  }).finally(progress.end);
  const { service, variations } = evaluation;
  const conditions = { name, products: feed.length, amongJudged, bootstrap: BOOTSTRAP, before };
  const metrics = formatSearchEvaluation(evaluation, conditions);
  process.stdout.write(`${metrics}\n`);
  await saveScores(lastRunPath(file, "last"), service.scores);
  if (options.asBaseline) await saveScores(lastRunPath(file, "baseline"), service.scores);
  const shown = shownProducts(feed, evaluation);
  if (options.html !== undefined) {
    const withPictures = options.linkedPictures ? shown : await embedded(shown, signal);
    await writeFile(options.html, evaluationPage(evaluation, { name, metrics, shown: withPictures, judgements }));
  }
  const titles = new Map([...shown].map(([id, { title }]) => [id, title]));
  const tried = variations.slice(0, candidates.length);
  return {
    evaluation,
    before,
    gains: new Map(tried.map(({ name: own, outcome }) => [own, gainsOf(outcome.scores, service.scores)])),
    unjudged: unjudgedAsCsv(service, judgements, titles),
  };
}

/**
 * Returns the catalogues selected by the options.
 * @throws {CommandError} if only one of --catalog and --judgements is given
 */
function cataloguesOf({ data, catalog, judgements, amongJudged }: Options): readonly JudgedCatalogue[] {
  if (catalog === undefined && judgements === undefined) {
    return JUDGED_CATALOGUES.filter(({ name }) => data === undefined || data.includes(name));
  }
  if (catalog === undefined || judgements === undefined) {
    throw new CommandError("--catalog and --judgements must be used together.");
  }
  return [{ name: basename(catalog), catalog, judgements, amongJudged, queries: Infinity, good: null }];
}

/**
 * Reads candidate settings from a JSON file.
 * @throws {CommandError} with a description of the expected format, if the file has another format
 */
async function readCandidates(file: string, configuration: Readonly<Record<string, unknown>>): Promise<Variation[]> {
  const expected = `${file} must be a JSON object of names, each with settings of \`search\`: {"phrase 1": {"phrase": 1}}`;
  let given: unknown;
  try {
    given = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    throw new CommandError(`${expected}; ${(error as Error).message}`);
  }
  const isObject = (value: unknown): value is object =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(given) || !Object.values(given).every(isObject)) throw new CommandError(expected);
  const own = configuration["search"] ?? {};
  return Object.entries(given).map(([name, search]) => ({
    name,
    configuration: { ...configuration, search: { ...own, ...(search as object) } },
  }));
}

/** Embeds product pictures in the report page. URLs remain for pictures that cannot be fetched. */
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
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError("expected a whole number of at least 1.");
  return value;
}
