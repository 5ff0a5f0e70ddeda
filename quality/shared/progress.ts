/** One task of several, as it goes on. */
export interface TaskProgress {
  /** Shows a stage at once on a terminal, elsewhere now and then. */
  readonly report: (text: string) => void;
  /** Shows a count now and then; may be called for every one. */
  readonly update: (done: number, of: number) => void;
  /** FieldValues the last stage as a line. @param ok marks the line; unmarked unless given */
  readonly end: (ok?: boolean) => void;
}

/** To the beginning of the line, and nothing behind it. */
const CLEAR = "\r\u001b[2K";
const EVERY_MS = { terminal: 200, elsewhere: 20_000 } as const;

/** Shows the progress of tasks, one after another: on a terminal in a line that renews itself, elsewhere in a line every 20 s. */
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
