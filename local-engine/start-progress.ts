/** One step of getting an engine, as it happens. `seconds` is the step's own duration. */
export type StartStep =
  | { readonly state: "started"; readonly title: string }
  | { readonly state: "done"; readonly title: string; readonly seconds: number }
  | { readonly state: "failed"; readonly title: string; readonly seconds: number };

export type OnStartProgress = (step: StartStep) => void;

/** Runs one step and reports its start and its end, with the time it took. Errors pass through. */
export async function reported<T>(onProgress: OnStartProgress, title: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  onProgress({ state: "started", title });
  try {
    const result = await work();
    onProgress({ state: "done", title, seconds: seconds() });
    return result;
  } catch (error) {
    onProgress({ state: "failed", title, seconds: seconds() });
    throw error;
  }
}
