/**
 * Preloaded into the service (`node --import`): tells its parent, over the channel between them, for how long the event
 * loop was held at most since it was last asked. While somebody measures, an immediate follows the other, so the time from one to
 * the next is what everything between them took, to some microseconds. Of a time in which the machine did something else, only
 * what the process itself computed counts: all its threads together, so it is never too little.
 */
let longest = 0;
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
  // What is shorter than the longest needs no second look.
  if (elapsed > longest) longest = Math.max(longest, Math.min(elapsed, (microseconds() - computed) / 1000));
  if (!running) return;
  computed = microseconds();
  at = performance.now();
  setImmediate(turn);
}

process.on("message", (question) => {
  if (question === "watch the event loop") {
    longest = 0;
    if (!running) {
      running = true;
      at = performance.now();
      computed = microseconds();
      setImmediate(turn);
    }
  } else if (question === "how long was it held") {
    running = false;
    // After the turn that is under way.
    setImmediate(() => setImmediate(() => process.send?.({ held_ms: longest })));
  }
});
// Whoever only serves is not kept alive by a parent.
process.channel?.unref();
