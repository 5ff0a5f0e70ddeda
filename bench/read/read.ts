import { availableParallelism } from "node:os";
import { seeded } from "../../src/lib/random.js";
import { printTable, type Bench } from "../bench.js";
import { keptConnections } from "../connections.js";
import { inParallel } from "../measure.js";
import { settledMemory } from "../memory.js";
import { engineProcess } from "../processor.js";
import { benchChanges } from "./changes.js";
import { startFloor } from "./floor.js";
import { benchPages } from "./pages.js";
import { prepareShop, type Shop } from "./prepare.js";
import { fromShopper, toService, type Question } from "./requests.js";
import { callOf, CALLERS, measureRounds, type Contender, type RoundSettings } from "./rounds.js";
import { ROWS } from "./rows.js";
import { figuresTable, mark, type NoteRow } from "./table.js";
import { learnTastes } from "./learn-tastes.js";
import { benchTenfold } from "./tenfold.js";
import { createTraffic, SHOPPERS, unseenDevice } from "./traffic.js";
import { benchWholeCatalogue } from "./whole-catalogue.js";

export interface ReadSettings extends RoundSettings {
  /** Seconds. */
  readonly warmup: number;
  /** Seconds of each kind of page that is asked for at fixed times. */
  readonly atRate: number;
  /** With ten times the products as well, which takes minutes to load. */
  readonly tenfold: boolean;
}

/**
 * Measures all requests of shoppers, beside the raw engine and beside the least that a service can do. Prints the
 * target beside each figure, and marks missed ones with `!`.
 */
export async function benchRead(bench: Bench, settings: ReadSettings): Promise<void> {
  const say = progressOf(bench);
  say("loading the catalogue");
  const shop = await prepareShop(bench, settings);
  say(`teaching the tastes of ${SHOPPERS} shoppers`);
  await learnTastes(bench, shop.products);
  const service = keptConnections(bench.service.demo.base_url);
  const floor = await startFloor(bench, await service.send(sampleRequest(bench, shop)));
  const sides = {
    engine: { connections: keptConnections(bench.engineUrl) },
    service: { connections: service, node: bench.service.pid },
    floor: { connections: keptConnections(floor.url), node: floor.pid },
  };
  try {
    const traffic = createTraffic(bench, seeded("traffic"), shop);
    const contenders = ROWS.map((row): Contender => ({ ...sides[row.asks], row, next: traffic(row) }));
    const hot = contenders.filter(({ row }) => row.asks === "service" && row.heat === "hot");
    say(`warming up for ${settings.warmup} s`);
    await warmUp(contenders, settings.warmup);
    const engine = await engineProcess(bench.engineUrl);
    const figures = await measureRounds(contenders, engine, settings, (round) => {
      say(`round ${round} of ${settings.rounds}`);
    });
    say("asking for other pages at fixed times");
    const pages = await benchPages(bench, service, shop, settings.atRate);
    say("asking while products change");
    const changes = await benchChanges(bench, hot, shop.variants, settings);
    say("asking for the whole catalogue");
    const whole = await benchWholeCatalogue(bench, service, shop.variants);
    const refused: NoteRow = ["answered 503 in all of this, for too much at once", `${service.refused()}`, ""];
    const notes = [...changes, ...pages, ...whole, await memoryRow(bench), refused];
    if (settings.tenfold) notes.push(...(await benchTenfold(bench, shop, hot, settings, say)));
    process.stdout.write(`\n${titleOf(bench, shop, settings)}\n${figuresTable(figures)}\n`);
    printTable(`Besides, ${bench.catalogName}`, notes);
  } finally {
    for (const { connections } of Object.values(sides)) connections.close();
    await floor.close();
  }
}

/** The request whose response the floor sends. */
const sampleRequest = (bench: Bench, { questions }: Shop): string =>
  toService(bench, "search")(fromShopper(unseenDevice(), questions.listing[0] as Question));

/** Only what is hot: what is cold can be asked once. */
async function warmUp(contenders: readonly Contender[], seconds: number): Promise<void> {
  const hot = contenders.filter(({ row }) => row.heat === "hot");
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    for (const contender of hot) await inParallel(callOf(contender), CALLERS, Math.min(1, seconds / hot.length));
  }
}

const MAX_MEMORY_MB = 450;

async function memoryRow({ service }: Bench): Promise<NoteRow> {
  const megabytes = await settledMemory(service.pid);
  const wanted = `${mark(megabytes <= MAX_MEMORY_MB)}(wanted: at most ${MAX_MEMORY_MB})`;
  return ["memory of the service after all of this, resident", `${megabytes} MB`, wanted];
}

const titleOf = (bench: Bench, { products }: Shop, { rounds, alone, together, warmup }: ReadSettings): string =>
  `Reading ${bench.catalogName}, ${products.length} products; service, engine and caller share ${availableParallelism()} processors; ` +
  `medians of ${rounds} rounds of ${alone} + ${together} s after ${warmup} s`;

function progressOf({ catalogName }: Bench): (what: string) => void {
  const started = performance.now();
  return (what) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    process.stderr.write(`${seconds.padStart(5)} s  ${catalogName}: ${what} …\n`);
  };
}
