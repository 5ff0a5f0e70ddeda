/** Says what goes on: on a terminal in one line that changes, elsewhere a line for what is over. */
export function createProgress(output: NodeJS.WriteStream) {
  const started = performance.now();
  const clock = () => `${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s`;
  const line = (text: string) => {
    output.write(`${output.isTTY ? CLEAR : ""}${clock()}  ${text}\n`);
  };
  return {
    line,
    begin(name: string) {
      let last = "";
      const show = (text: string) => {
        last = text;
        if (output.isTTY) output.write(`${CLEAR}${clock()}  … ${name}: ${text}`);
      };
      show("begins");
      return {
        tell: show,
        end: (ok: boolean) => line(`${ok ? "✔" : "✖"} ${name}: ${last}`),
      };
    },
  };
}

/** To the beginning of the line, and nothing behind it. */
const CLEAR = "\r\u001b[2K";
