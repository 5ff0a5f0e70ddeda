/** Progress of a step of the engine's start. `seconds` is the duration of the step. */
export type StartStep =
  | { readonly state: "started"; readonly title: string }
  | { readonly state: "done"; readonly title: string; readonly seconds: number }
  | { readonly state: "failed"; readonly title: string; readonly seconds: number };

export type OnStartProgress = (step: StartStep) => void;

/** Runs a step and reports its start, end and duration. Errors are rethrown. */
export async function withProgress<T>(onProgress: OnStartProgress, title: string, work: () => Promise<T>): Promise<T> {
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
