export interface AtFixedRate {
  /**
   * Stops the calls.
   * @returns the number of calls made
   */
  stop(): number;
}

/**
 * Calls a function at a fixed rate, whether or not earlier calls have completed. Missed calls on a busy machine are made up for.
 * @param call receives its number, from 0
 */
export function atFixedRate(perSecond: number, call: (number: number) => void): AtFixedRate {
  const started = performance.now();
  let calls = 0;
  const timer = setInterval(() => {
    const due = ((performance.now() - started) / 1000) * perSecond;
    while (calls < due) {
      call(calls);
      calls += 1;
    }
  }, 5);
  return {
    stop() {
      clearInterval(timer);
      return calls;
    },
  };
}
