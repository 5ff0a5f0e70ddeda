import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { getDocument } from "../../src/engine/documents.js";
import { stateIndex } from "../../src/engine/indices.js";
import { feed } from "../../test/support/catalog.js";
import { until } from "../../test/support/until.js";
import { atLeast, atMost, reported, type Check } from "./scenario.js";
import { isOver, endedIngestion, newClient, readIngestion, sendPayload } from "../shared/storefront.js";
import { pause, type ServiceAddress, type TestBed } from "./test-bed.js";
import { productLine } from "./visitors.js";

const KILLS = 12;
/** Number of lines in a feed. Large enough that the job is still running when its process is killed. */
const LINES = 5_000;
const BEGUN_MS = 60_000;
const ENDED_MS = 180_000;
const WANTED_SECONDS = 10;

/** Kills the process that runs a job and measures the time until the other process takes the job over. */
export async function takeOver(ground: TestBed): Promise<Check[]> {
  const { engine, dataDir } = ground;
  const payloads = join(dataDir, "payloads");
  await mkdir(payloads);
  const placeWith = async (name: string): Promise<ServiceAddress> => {
    const DATA_DIR = join(dataDir, name);
    await mkdir(DATA_DIR);
    await symlink(payloads, join(DATA_DIR, "payloads"));
    return ground.service({ DATA_DIR });
  };
  const [one, two] = [await placeWith("one"), await placeWith("two")];
  await Promise.all([one.start(), two.start()]);
  const client = await newClient(engine, "shop");
  const seconds: number[] = [];

  /** Process id of the current owner of the client's lease, which runs the job. */
  async function runner(): Promise<number | undefined> {
    const lease = await getDocument<{ owner: string | null }>(engine, stateIndex(engine), `lease:${client.client_id}`);
    const [, pid] = /:(\d+) /.exec(lease?.source.owner ?? "") ?? [];
    return pid === undefined ? undefined : Number(pid);
  }

  const kills = await ground.rounds("kills", KILLS, async () => {
    const lines = Array.from({ length: LINES }, (_, number) => productLine(number, seconds.length));
    const id = await sendPayload(one, client, feed(...lines), "soft_replace");
    let pid: number | undefined;
    await until("the job starts", async () => (pid = await runner()) !== undefined, BEGUN_MS);
    const [dying, other] = one.serving().pid === pid ? [one, two] : [two, one];
    await pause(ground, 0, 1_000);
    const before = await readIngestion(other, client, id);
    if (!isOver(before)) {
      const killed = performance.now();
      await dying.end("SIGKILL");
      await until("the other process starts the job", async () => (await runner()) === other.serving().pid, BEGUN_MS);
      seconds.push((performance.now() - killed) / 1000);
    }
    await endedIngestion(other, client, id, ENDED_MS);
    if (!isOver(before)) await dying.start();
  });
  const sorted = [...seconds].sort((a, b) => a - b);
  return [
    atLeast("processes killed during a job", sorted.length, Math.min(kills, 1)),
    reported("takeover times in seconds", sorted.map((took) => took.toFixed(1)).join(", ")),
    reported("median takeover time", `${sorted[Math.floor(sorted.length / 2)]?.toFixed(1) ?? "?"} s`),
    atMost("longest takeover time", sorted.at(-1) ?? Infinity, WANTED_SECONDS, "s"),
  ];
}
