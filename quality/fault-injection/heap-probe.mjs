/**
 * Preloaded into the service (`node --import`). On request of the parent process, collects garbage and reports the
 * remaining heap, because uncollected garbage would hide leaks.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

process.on("message", (question) => {
  if (question !== "run a garbage collection") return;
  collect();
  const { heapUsed, arrayBuffers, external } = process.memoryUsage();
  process.send?.({ heap: heapUsed, buffers: arrayBuffers, external });
});
// Do not let the IPC channel keep the service alive.
process.channel?.unref();
