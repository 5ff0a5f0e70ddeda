import { createInterface } from "node:readline/promises";
import { SingleBar } from "cli-progress";
import createSpinner from "yocto-spinner";
import type { OnStartProgress } from "../../local-engine/start-progress.js";
import { SETTINGS } from "../config.js";

export const MEGABYTE = 1_000_000;

/** Options of all progress bars. Without a terminal, the bars print a line every two seconds. */
const ON_STANDARD_ERROR = {
  stream: process.stderr,
  noTTYOutput: true,
  notTTYSchedule: 2_000,
  hideCursor: true,
  barCompleteChar: "█",
  barIncompleteChar: "░",
};

/**
 * Creates a progress bar in megabytes on standard error, with speed and remaining time.
 * @param bytes the total size
 */
export function progressBar(title: string, bytes: number): SingleBar {
  const bar = new SingleBar({
    ...ON_STANDARD_ERROR,
    format: `${title.padEnd(9)} {bar} {percentage}% │ {value}/{total} MB │ {speed} MB/s │ {left} left`,
    formatValue: (value, _options, type) => (type === "value" || type === "total" ? value.toFixed(1) : String(value)),
  });
  const started = performance.now();
  bar.start(bytes / MEGABYTE, 0, { speed: "–", left: "–" });
  const update = bar.update.bind(bar);
  bar.update = ((value: number) => {
    const seconds = (performance.now() - started) / 1000;
    const speed = value / seconds;
    const left = (bytes / MEGABYTE - value) / speed;
    update(value, { speed: speed.toFixed(1), left: Number.isFinite(left) ? `${Math.ceil(left)} s` : "–" });
  }) as SingleBar["update"];
  return bar;
}

export type CountProgress = (done: number, of: number) => void;

/**
 * Shows the number of completed shards on standard error, as a bar that starts with the first update. The bar ends with the last shard, or
 * when the work ends or fails: an open bar would keep the process alive.
 */
export async function withCountBar<T>(title: string, work: (onProgress: CountProgress) => Promise<T>): Promise<T> {
  let bar: SingleBar | undefined;
  const stop = () => {
    bar?.stop();
    bar = undefined;
  };
  try {
    return await work((done, of) => {
      if (bar === undefined) {
        bar = new SingleBar({
          ...ON_STANDARD_ERROR,
          format: `${title.padEnd(10)} {bar} {percentage}% │ {value}/{total} shards`,
        });
        bar.start(of, 0);
      }
      bar.update(done);
      if (done >= of) stop();
    });
  } finally {
    stop();
  }
}

/** Formats rows of cells as lines of text, with each column as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** Returns a function that shows one line per step: on a terminal, a spinner while the step runs; afterwards, the duration of the step. */
export function stepLines(stream: NodeJS.WriteStream): OnStartProgress {
  const spinner = createSpinner({ stream });
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

/** Lists the settings as lines with name, description and default. */
export function settingsHelp(): string {
  return Object.values(SETTINGS)
    .map((setting) => {
      const fallback = "default" in setting ? ` [${setting.default}]` : "";
      return `  ${setting.name.padEnd(34)} ${setting.description}${fallback}`;
    })
    .join("\n");
}

/** Returns a function that prompts the user; undefined without a terminal. */
export function asker(): ((question: string) => Promise<string>) | undefined {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined;
  return async (question) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
}
