/**
 * Preloaded into the service (`node --import`): tells its parent, over the channel between them, for how long the event
 * loop was held at most since it was last asked. While somebody measures, an immediate follows the other, so the time from one to
 * the next is what everything between them took, to some microseconds. Of a time in which the machine did something else, only
 * what the process itself computed counts: all its threads together, so it is never too little.
 */
import { performance, PerformanceObserver } from "node:perf_hooks";
import { setImmediate, setTimeout } from "node:timers";

let longest = 0;
/** When the longest turn began and ended. */
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
  // Only a delay longer than the longest so far matters.
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

/** How much of the longest turn was garbage collection. */
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
  } else if (question === "how long was it held") {
    running = false;
    // After the turn that is under way, and when the observer has been told.
    setTimeout(() => process.send?.({ held_ms: longest, collecting_ms: Math.min(longest, collecting()) }), 5);
  }
});
// Whoever only serves is not kept alive by a parent.
process.channel?.unref();
