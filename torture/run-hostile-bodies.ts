/**
 * `OPENSEARCH_URL=… node --import tsx torture/run-hostile-bodies.ts [rounds] [pattern of names]`: starts the service, sends it
 * hostile bodies and prints for how long each held the event loop: the median of all rounds, how much of that was garbage
 * collection, and the worst of them.
 */
import { measureHostileBodies } from "./hostile-bodies.js";
import { startProbedService } from "./probed-service.js";

const { OPENSEARCH_URL: engineUrl } = process.env;
if (engineUrl === undefined) throw new Error("OPENSEARCH_URL must name an engine");
const [rounds = "5", pattern] = process.argv.slice(2);
const indexPrefix = `hostile-${process.pid}-`;
const service = await startProbedService({ engineUrl, indexPrefix });
try {
  await measureHostileBodies({
    ...service,
    rounds: Number(rounds),
    ...(pattern === undefined ? {} : { only: new RegExp(pattern) }),
    onRow: ({ name, wire_bytes, status, longest_hold_ms, worst_hold_ms, collecting_ms }) => {
      const times = [longest_hold_ms, collecting_ms, worst_hold_ms].map((ms) => ms.toFixed(1).padStart(8)).join("");
      process.stdout.write(`${times}  ${String(wire_bytes).padStart(6)}  ${status.padEnd(12)}  ${name}\n`);
    },
  });
} finally {
  await service.stop();
  await fetch(`${engineUrl}/${indexPrefix}*?expand_wildcards=all`, { method: "DELETE" });
  await fetch(`${engineUrl}/_index_template/${indexPrefix}*`, { method: "DELETE" });
}
