import ora from "ora";
import type { OnStartProgress } from "../../local-engine/start-progress.js";

/** Shows steps on a terminal, one line each: a spinner while it runs where there is a terminal, then its duration. */
export function stepLines(stream: NodeJS.WriteStream): OnStartProgress {
  const spinner = ora({ stream, isEnabled: stream.isTTY, discardStdin: false });
  const line = (symbol: string, title: string, seconds: number) =>
    `${symbol} ${title.padEnd(34)} ${seconds.toFixed(1).padStart(6)} s\n`;
  return (step) => {
    switch (step.state) {
      case "started":
        if (stream.isTTY) spinner.start(step.title);
        break;
      case "done":
        spinner.stop();
        stream.write(line("✔", step.title, step.seconds));
        break;
      case "failed":
        spinner.stop();
        stream.write(line("✖", step.title, step.seconds));
        break;
    }
  };
}
