import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command, Option } from "commander";
import { findRunningEngine } from "../src/engine/local/running-engine.js";
import { startService } from "../test/support/process.js";
import { printTable, type Bench } from "./bench.js";
import { readCatalogue } from "./catalogue.js";
import { closeConnections } from "./http.js";
import { benchIngest } from "./ingest.js";
import { benchListing } from "./listing.js";
import { benchMemory } from "./memory.js";
import { benchStart } from "./start.js";

const PARTS = ["ingest", "listing", "memory", "start"] as const;
type Part = (typeof PARTS)[number];

interface Options {
  readonly only: readonly Part[];
  readonly catalog: string;
  readonly gigabytes: string;
}

const { only, catalog, gigabytes } = new Command("bench")
  .description("Measures the service beside the raw engine in the same run and prints the ratios.")
  .addOption(new Option("--only <part...>", "parts to measure").choices(PARTS).default([...PARTS]))
  .option("--catalog <file>", "feed to measure with", "../shared/data/catalogs/icecat-electronics.feed.ndjson.gz")
  .option("--gigabytes <number>", "size of the payload for the memory measurement", "1")
  .parse()
  .opts<Options>();

if (only.includes("start")) await benchStart();
if (only.some((part) => part !== "start")) await besideTheEngine();

/** One engine and one service process for all of it; everything is stored in a folder that goes at the end. */
async function besideTheEngine(): Promise<void> {
  if ((await stat(catalog).catch(() => undefined)) === undefined) {
    throw new Error(`there is no catalogue ${catalog}; name one with --catalog`);
  }
  const catalogue = await readCatalogue(catalog);
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
  const service = await startService({ dataDir });
  try {
    const engineUrl = await findRunningEngine(dataDir);
    if (engineUrl === undefined) throw new Error("the service's engine is gone");
    const bench: Bench = {
      engineUrl,
      prefix: "vitrine-",
      service,
      catalogName: basename(catalog),
      catalogPath: catalog,
      access: service.demo,
      table: printTable,
    };
    if (only.includes("ingest")) await benchIngest(bench, catalogue);
    if (only.includes("listing")) await benchListing(bench, catalogue);
    if (only.includes("memory")) await benchMemory(bench, catalogue, Number(gigabytes));
  } finally {
    closeConnections();
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
