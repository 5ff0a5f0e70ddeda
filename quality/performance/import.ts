import { spawn } from "node:child_process";
import { once } from "node:events";
import { stat, writeFile } from "node:fs/promises";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { openImport } from "../../packages/import/src/import-file.js";
import { readText } from "../../packages/import/src/text-source.js";
import { createEngine } from "../../src/engine/engine.js";
import { addClient, type AddedClient } from "../../src/storefront/clients.js";
import { CHECKOUT, foreignEnvironment } from "../../test/support/process.js";
import type { Bench } from "./bench.js";
import { median, timed } from "../shared/measure.js";
import { withFolder } from "../shared/service.js";
import { writeShopifyExport } from "./shopify-export.js";

const VARIANTS = 100_000;
const ROUNDS = 3;

/**
 * Compares the duration of `vitrine import` with a Shopify export to the duration of `vitrine ingest` with a feed of
 * the same products. Each run uses a new client.
 */
export async function benchImport(bench: Bench): Promise<void> {
  const engine = createEngine({ url: bench.engineUrl, prefix: bench.prefix });
  await withFolder(async (folder) => {
    const [csv, feed] = [join(folder, "export.csv"), join(folder, "feed.ndjson")];
    await writeShopifyExport(csv, VARIANTS);
    await writeFile(feed, feedLines(csv));
    const newClient = (name: string) => addClient({ engine, now: () => new Date() }, { name });
    const seconds = { import: [] as number[], ingest: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [command, file] of [["ingest", feed], ["import", csv]] as const) {
        const client = await newClient(`${command} ${round}`);
        const taken = (await timed(() => run(bench, client, command, file))) / 1000;
        // Do not count the first round, which is a warm-up.
        if (round > 0) seconds[command].push(taken);
      }
    } // prettier-ignore
    const row = (command: "import" | "ingest", size: number, ratio: string) => {
      const each = median(seconds[command]);
      const rate = Math.round(VARIANTS / each).toLocaleString("en-US");
      return [
        `vitrine ${command}, ${(size / 1e6).toFixed(0)} MB`,
        `${each.toFixed(1)} s`,
        `${rate} variants/s${ratio}`,
      ] as const;
    };
    const ratios = seconds.ingest.map((ingest, round) => ingest / (seconds.import[round] ?? Number.NaN));
    bench.table(
      `Import of a Shopify export of ${VARIANTS.toLocaleString("en-US")} variants, alternating with its feed lines; median of ${ROUNDS}`,
      [
        row("ingest", (await stat(feed)).size, ""),
        row("import", (await stat(csv)).size, `, ${median(ratios).toFixed(2)} of that  target: at least 0.80`),
      ],
    );
  }).finally(() => engine.close());
}

async function* feedLines(csv: string): AsyncGenerator<string> {
  const { variants } = await openImport(await readText(createReadStream(csv)), { now: new Date() });
  for await (const some of variants) {
    for (const product_data of some) yield `${JSON.stringify({ operation: "insert", product_data })}\n`;
  }
}

/**
 * Runs a command of the CLI.
 * @throws Error if the command fails
 */
async function run({ service }: Bench, { private_key }: AddedClient, command: string, file: string): Promise<void> {
  const options = ["--mode", "soft_replace", "--url", service.demo.base_url, "--key", private_key];
  const child = spawn(process.execPath, [join(CHECKOUT, "dist/src/main.js"), command, file, ...options], {
    cwd: CHECKOUT,
    stdio: "ignore",
    env: { ...foreignEnvironment(), DATA_DIR: service.dataDir },
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`vitrine ${command} exited with ${code}`);
}
