/**
 * Preloaded into the service (`node --import`): collects the heap when its parent asks, and tells what is left in use. What
 * has merely not been collected yet grows and falls all the time, and would hide what never is.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", (question) => {
  if (question !== "collect the heap") return;
  collect();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  process.send?.({ heap: heapUsed, buffers: arrayBuffers, external });
});
// Whoever only serves is not kept alive by a parent.
process.channel?.unref();
