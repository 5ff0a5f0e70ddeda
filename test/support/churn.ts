/**
 * A process that keeps some 40 MB alive and lets 250 MB more pass through, each object old enough to leave the young
 * generation before it dies: as node does by itself, or as the service does while it serves or runs jobs. Prints the largest
 * heap it had, in bytes.
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
