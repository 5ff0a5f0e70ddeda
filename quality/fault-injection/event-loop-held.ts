import { none, reported, type Check } from "./scenario.js";
import type { TestBed } from "./test-bed.js";
import { measureHostileBodies, type HostileBodyRow } from "./hostile-bodies.js";
import { EVENT_LOOP_PROBE, openProbedShop } from "./probed-shop.js";

/** Maximum time in milliseconds for which one body may block the event loop and thus all other requests. */
const MAX_HELD_MS = 20;
const ROUNDS = 5;

const SENDERS: readonly [HostileBodyRow["key"], string][] = [
  ["none", "without a key"],
  ["public", "with the public key"],
  ["private", "with the private key"],
];

/** Sends expensive request bodies and measures how long each body blocks the service's event loop. */
export async function holdEventLoop(ground: TestBed): Promise<Check[]> {
  const service = await ground.service({}, { preload: EVENT_LOOP_PROBE });
  const shop = await openProbedShop(ground.engine, await service.start());
  let done = 0;
  const rows = await measureHostileBodies({
    ...shop,
    rounds: ROUNDS,
    onRow: ({ name }) => ground.report(`${(done += 1)} bodies, ${name}`),
  });
  const longestFirst = rows.toSorted((a, b) => b.longest_hold_ms - a.longest_hold_ms);
  const ordinary = rows.filter(({ name }) => name.startsWith("an ordinary "));
  return [
    ...ordinary.map((row) => reported(`time for which ${row.name} blocks the event loop`, held(row))),
    ...SENDERS.map(([key, sender]) => {
      const tooLong = longestFirst.filter((row) => row.key === key && row.longest_hold_ms > MAX_HELD_MS);
      return none(
        `request bodies (sent ${sender}) that block the event loop for more than ${MAX_HELD_MS} ms`,
        tooLong.map((row) => `${row.name}, ${held(row)}`),
      );
    }),
    ...longestFirst.slice(0, 1).map((row) => reported("held longest", `${held(row)}: ${row.name}`)),
  ];
}

const held = ({ longest_hold_ms, collecting_ms }: HostileBodyRow) =>
  `${longest_hold_ms.toFixed(1)} ms (${collecting_ms.toFixed(1)} of it garbage collection)`;
