export interface AtFixedRate {
  /**
   * Stops calling the function.
   * @returns the number of calls made
   */
  stop(): number;
}

/**
 * Calls a function at a fixed rate, whether or not earlier calls have completed. If the machine is busy, delayed calls
 * are made later.
 * @param call function to call, with the zero-based number of the call
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
