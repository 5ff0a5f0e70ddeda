import { atLeast, type Check } from "./scenario.js";
import { withEvents } from "./events-under-faults.js";
import { pause, type TestBed } from "./test-bed.js";

const KILLS = { full: 22, short: 3 } as const;

/** Kills the service at random times while events arrive, including during its start, writes, learning and replay of the spool. */
export async function killServiceUnderEvents(ground: TestBed): Promise<Check[]> {
  const wanted = KILLS[ground.isShort ? "short" : "full"];
  return withEvents(ground, async ({ service }) => {
    const kills = await ground.rounds("kills", wanted, async () => {
      await pause(ground, 200, 2_500);
      await service.end("SIGKILL");
      await service.start();
    });
    return [atLeast("number of times the service was killed", kills, 1)];
  });
}
