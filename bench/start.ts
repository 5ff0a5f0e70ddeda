import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startService } from "../test/support/process.js";
import { printTable } from "./bench.js";

/** `npm start` on a machine that has been set up: with an empty data folder, then again with what it kept. */
export async function benchStart(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "vitrine-bench-"));
  try {
    const seconds: number[] = [];
    for (let start = 0; start < 3; start += 1) {
      const service = await startService({ dataDir, throughNpm: true });
      seconds.push(service.seconds);
      await service.stop();
    }
    const [first, ...again] = seconds.map((value) => `${value.toFixed(1)} s`);
    printTable("npm start until it serves, engine and build present", [
      ["empty data folder: engine, client, demo catalogue", first ?? "", "(wanted: under 15 s)"],
      ["again, with its data", again.join(", "), "(wanted: under 15 s)"],
    ]);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
