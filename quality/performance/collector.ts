import { randomUUID } from "node:crypto";
import { envelope, productView } from "../../test/support/tracker-payload.js";
import { withServiceProcess } from "../shared/service.js";
import { printTable } from "./bench.js";
import { exchange } from "../shared/http.js";
import { atRate, percentile } from "../shared/measure.js";

/** Target of the measurement in events per second. */
const WANTED = 2_000;
const SECONDS = 20;
const PATH = "/com.snowplowanalytics.snowplow/tp2";

/** Request sizes to measure, in events per request. */
const WAYS = [
  { name: "batches of 10", events: 10 },
  { name: "one a request", events: 1 },
] as const;

/**
 * Sends events at a fixed rate, independent of response times, and counts the acknowledged events stored in the engine.
 */
export const benchCollector = (): Promise<void> =>
  withServiceProcess(
    () => ({}),
    async ({ service, engineUrl }) => {
      const url = new URL(PATH, service.demo.base_url);
      const rows: [string, string, string][] = [];
      let acknowledged = 0;
      for (const { name, events } of WAYS) {
        const send = () => exchange(url, post(service.demo.client_id, events));
        await atRate(send, 100, 2);
        acknowledged += 100 * 2 * events;
        const run = await atRate(send, WANTED / events, SECONDS);
        acknowledged += run.times.length * events;
        const rate = (run.times.length * events) / run.seconds;
        const at = (share: number) => percentile(run.times, share).toFixed(1);
        rows.push([
          name,
          `${rate.toFixed(0)} events/s`,
          `${(rate / WANTED).toFixed(2)} of ${WANTED}; responses p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
        ]);
      }
      const stored = await countStored(engineUrl);
      rows.push([
        "acknowledged events that were stored",
        `${stored} of ${acknowledged}`,
        `${acknowledged - stored} lost`,
      ]);
      printTable(`Event collector, ${SECONDS} s per measurement, engine on the same machine`, rows);
      if (stored < acknowledged) process.exitCode = 1;
    },
  );

function post(aid: string, events: number) {
  const data = Array.from({ length: events }, () => {
    const shopper = Math.floor(Math.random() * 5_000);
    return productView(`product-${shopper % 700}`, { aid, eid: randomUUID(), duid: `device-${shopper}` });
  });
  return {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(envelope(...data)),
  };
}

async function countStored(engineUrl: string): Promise<number> {
  const index = new URL("/vitrine-ubi-events-*/", engineUrl);
  await exchange(new URL("_refresh", index), { method: "POST" });
  const response = await exchange(new URL("_count", index), { method: "GET" });
  return (JSON.parse(response.toString()) as { count: number }).count;
}
