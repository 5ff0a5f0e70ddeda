/**
 * Test process that retains about 40 MB of memory and allocates another 250 MB. Objects live long enough to leave the
 * young generation before they become garbage. The argument selects Node.js's default garbage collection or one of the
 * service's modes (serving, jobs). Prints the largest heap size, in bytes.
 */
import { collectEarly, collectingOften } from "../../src/heap.js";

const ENTRIES = 40_000;
const ROUNDS = 6;

function churn(): Promise<number> {
  const kept = Array.from({ length: ENTRIES }, () => new Array<number>(128).fill(0));
  let largest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let entry = 0; entry < ENTRIES; entry += 1) {
      kept[entry] = new Array<number>(128).fill(entry);
      if (entry % 1000 === 0) largest = Math.max(largest, process.memoryUsage().heapUsed);
    }
  }
  return Promise.resolve(largest);
}

const how = process.argv[2];
if (how !== "as usual") collectEarly();
process.stdout.write(String(await (how === "jobs" ? collectingOften(churn) : churn())));
