export interface AtFixedRate {
  /** Calls no more. @returns how often it has called */
  stop(): number;
}

/** Calls so often, whatever the calls come to; what was missed on a busy machine is made up for. @param call gets its number, from 0 */
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
