import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { Command, Option } from "commander";
import { createEngine } from "../../src/engine/engine.js";
import { deleteByPrefix, randomPrefix } from "../../test/support/engine.js";
import { createProgress } from "../shared/progress.js";
import { withServiceProcess } from "../shared/service.js";
import { printTable, type Bench } from "./bench.js";
import { readCatalogue } from "./catalogue.js";
import { benchCache } from "./cache.js";
import { benchConsole } from "./console.js";
import { benchCollector } from "./collector.js";
import { benchCursors } from "./cursors.js";
import { benchImport } from "./import.js";
import { benchIngest } from "./ingest.js";
import { benchImportedEvents, benchMemory } from "./memory.js";
import { benchSemanticSearch } from "./semantic-search.js";
import { benchPreview } from "./preview.js";
import { benchRebuild } from "./rebuild.js";
import { benchRead, type ReadSettings } from "./read/read.js";
import { profiled } from "./read/stages.js";
import { benchRecommendations } from "./recommendations.js";
import { benchSessions } from "./sessions.js";
import { benchSuggest } from "./suggest.js";
import { benchTaste } from "./taste.js";
import { benchScale } from "./scale/scale.js";
import { benchStart } from "./start.js";

const PARTS = [
  "cache",
  "read",
  "ingest",
  "suggest",
  "taste",
  "memory",
  "events",
  "cursors",
  "recommendations",
  "collector",
  "sessions",
  "start",
  "import",
  "preview",
  "console",
  "semantic",
  "scale",
] as const;
type Part = (typeof PARTS)[number];

interface Options {
  readonly only: readonly Part[];
  readonly catalog: string;
  readonly cursorCatalog: string;
  readonly gigabytes: string;
  readonly warmup: string;
  readonly rounds: string;
  readonly quick: boolean;
  readonly products: string;
  readonly events: string;
}

const { only, catalog, cursorCatalog, gigabytes, products, events, ...read } = new Command("bench")
  .description(
    "Measures the performance of the service and of plain OpenSearch in the same run, and prints the ratios.",
  )
  .addOption(
    new Option("--only <part...>", "parts to measure").choices(PARTS).default(PARTS.filter((part) => part !== "scale")),
  )
  .option("--catalog <file>", "catalogue feed for the benchmarks", "data/catalogs/icecat-electronics.feed.ndjson.gz")
  .option(
    "--cursor-catalog <file>",
    "feed of more than 40,000 products for cursors and recommendations; `read` measures this feed and the feed of --catalog",
    "data/catalogs/hm-fashion-variants.feed.ndjson.gz",
  )
  .option("--gigabytes <number>", "size in GB of the feed for the memory measurement", "1")
  .option("--warmup <seconds>", "`read`: warm-up time of hot pages", "60")
  .option("--rounds <number>", "`read`: number of measurement rounds", "5")
  .option("--quick", "`read`: use short rounds to check that the measurement runs", false)
  .option(
    "--products <number>",
    "`scale`: number of products, compared with 20,000; each 100,000 take some minutes",
    "100000",
  )
  .option("--events <number>", "`events`: number of imported events", "100000")
  .parse()
  .opts<Options>();

if (only.includes("cache")) benchCache();
if (only.includes("semantic")) benchSemanticSearch();
if (only.includes("read")) {
  for (const path of new Set([cursorCatalog, catalog])) {
    await besideTheEngine(path, (bench) => benchRead(bench, readSettings()));
  }
}
if (only.includes("scale")) {
  await checkCatalogue(cursorCatalog);
  const progress = createProgress(process.stderr).begin("scale");
  await benchScale(cursorCatalog, Number(products), progress.report);
  progress.end(true);
}
if (only.includes("start")) await benchStart();
if (only.includes("sessions")) await benchSessions();
if (only.includes("collector")) await benchCollector();
if (only.some((part) => ["ingest", "suggest", "taste", "memory", "sessions"].includes(part))) {
  await besideTheEngine(catalog, async (bench) => {
    if (only.includes("sessions")) await benchRebuild(bench);
    const catalogue = await readCatalogue(catalog);
    if (only.includes("ingest")) await benchIngest(bench, catalogue);
    if (only.includes("suggest")) await benchSuggest(bench, catalogue);
    if (only.includes("taste")) await benchTaste(bench, catalogue);
    if (only.includes("memory")) await benchMemory(bench, catalogue, Number(gigabytes));
  });
}
if (only.includes("events")) await besideTheEngine(catalog, (bench) => benchImportedEvents(bench, Number(events)));
if (only.includes("preview")) await besideTheEngine(catalog, benchPreview);
if (only.includes("console")) await besideTheEngine(catalog, benchConsole);
if (only.includes("import")) await besideTheEngine(catalog, benchImport);
if (only.includes("cursors")) await besideTheEngine(cursorCatalog, benchCursors);
if (only.includes("recommendations")) {
  await besideTheEngine(cursorCatalog, async (bench) => {
    await benchRecommendations(bench, await readCatalogue(cursorCatalog));
  });
}

function readSettings(): ReadSettings {
  if (read.quick) return { warmup: 4, rounds: 2, settle: 1, alone: 1.5, together: 1.5, atRate: 3 };
  return { warmup: Number(read.warmup), rounds: Number(read.rounds), settle: 4, alone: 2, together: 1.5, atRate: 12 };
}

/** @throws Error that lists the options for the catalogue path, if the catalogue does not exist */
async function checkCatalogue(path: string): Promise<void> {
  if ((await stat(path).catch(() => undefined)) !== undefined) return;
  throw new Error(`the catalogue ${path} does not exist; set --catalog or --cursor-catalog`);
}

/**
 * Runs a measurement with one engine and one service process. The data is stored in a temporary folder or, if
 * OPENSEARCH_URL is set, in indices of that engine with a random prefix. The data is deleted at the end.
 */
async function besideTheEngine(catalogPath: string, measure: (bench: Bench) => Promise<void>): Promise<void> {
  await checkCatalogue(catalogPath);
  const given = process.env["OPENSEARCH_URL"];
  const prefix = randomPrefix();
  const own: Record<string, string> = given === undefined ? {} : { OPENSEARCH_URL: given };
  try {
    await withServiceProcess(
      (dataDir) => ({ ...profiled(dataDir), ...own, INDEX_PREFIX: prefix }),
      ({ service, engineUrl }) =>
        measure({
          engineUrl,
          prefix,
          service,
          catalogName: basename(catalogPath),
          catalogPath,
          access: service.demo,
          table: printTable,
        }),
    );
  } finally {
    if (given !== undefined) await deleteIndices(given, prefix);
  }
}

async function deleteIndices(url: string, prefix: string): Promise<void> {
  const engine = createEngine({ url, prefix });
  await deleteByPrefix(engine).finally(() => engine.close());
}
