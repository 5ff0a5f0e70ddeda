/**
 * Preloaded into the service (`node --import`). Reports to the parent process, over IPC, the longest time the event
 * loop was blocked since the last request. During a measurement, `setImmediate` callbacks run back to back, so the time
 * between two callbacks is the duration of all work in between, with microsecond resolution. If the machine was busy
 * with other work, only the CPU time of this process counts. The CPU time is the sum over all threads of the process,
 * so the blocking time is never underestimated.
 */
import { performance, PerformanceObserver } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers";

let longest = 0;
/** Start and end of the longest blocking period. */
let span = [0, 0];
let collections = [];
let running = false;
let at = 0;
let computed = 0;

const microseconds = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

function turn() {
  const now = performance.now();
  const elapsed = now - at;
  // Read the CPU time only if this delay exceeds the longest delay so far.
  if (elapsed > longest) {
    const held = Math.min(elapsed, (microseconds() - computed) / 1000);
    if (held > longest) {
      longest = held;
      span = [at, now];
    }
  }
  if (!running) return;
  computed = microseconds();
  at = performance.now();
  setImmediate(turn);
}

const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()));
observer.observe({ entryTypes: ["gc"] });

/** Garbage collection time within the longest blocking period. */
function collecting() {
  collections.push(...observer.takeRecords());
  const inside = ({ startTime, duration }) =>
    Math.max(0, Math.min(span[1], startTime + duration) - Math.max(span[0], startTime));
  return collections.reduce((sum, collection) => sum + inside(collection), 0);
}

process.on("message", (question) => {
  if (question === "watch the event loop") {
    longest = 0;
    span = [0, 0];
    collections = [];
    if (!running) {
      running = true;
      at = performance.now();
      computed = microseconds();
      setImmediate(turn);
    }
  } else if (question === "report the time for which the event loop was blocked") {
    running = false;
    // Wait until the current event loop turn has ended and the observer has received its entries.
    setTimeout(() => process.send?.({ held_ms: longest, collecting_ms: Math.min(longest, collecting()) }), 5);
  }
});
// Do not let the IPC channel keep the service alive.
process.channel?.unref();
