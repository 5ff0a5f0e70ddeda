/** Progress display of one task. */
export interface TaskProgress {
  /** Shows the current stage of the task: immediately on a terminal, otherwise at intervals. */
  readonly report: (text: string) => void;
  /** Shows the number of completed items at intervals. May be called for every item. */
  readonly update: (done: number, of: number) => void;
  /**
   * Prints the last reported stage as a separate line.
   * @param ok whether the line is marked as success or failure; unmarked by default
   */
  readonly end: (ok?: boolean) => void;
}

/** Terminal control sequence that moves the cursor to the start of the line and clears the line. */
const CLEAR = "\r\u001b[2K";
const EVERY_MS = { terminal: 200, elsewhere: 20_000 } as const;

/** Reports the progress of consecutive tasks: in an updating line on a terminal, otherwise in a line every 20 s. */
export function createProgress(output: { readonly isTTY: boolean; write(text: string): unknown }) {
  const started = performance.now();
  const everyMs = EVERY_MS[output.isTTY ? "terminal" : "elsewhere"];
  const clock = () => `${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s`;
  const line = (text: string) => {
    output.write(`${output.isTTY ? CLEAR : ""}${clock()}  ${text}\n`);
  };
  return {
    line,
    begin(name: string): TaskProgress {
      let last = "";
      let shownAt = performance.now();
      const isDue = () => performance.now() - shownAt >= everyMs;
      const show = () => {
        shownAt = performance.now();
        if (output.isTTY) output.write(`${CLEAR}${clock()}  … ${name}: ${last}`);
        else line(`… ${name}: ${last}`);
      };
      const report = (text: string) => {
        last = text;
        if (output.isTTY || isDue()) show();
      };
      report("begins");
      return {
        report,
        update: (done, of) => {
          last = `${done} of ${of}`;
          if (isDue()) show();
        },
        end: (ok) => {
          line(`${ok === undefined ? "" : ok ? "✔ " : "✖ "}${name}: ${last}`);
        },
      };
    },
  };
}
