import { SingleBar } from "cli-progress";

export const MEGABYTE = 1_000_000;

/** A bar on standard error that counts megabytes, with their speed and the time that is left. @param bytes the whole */
export function progressBar(title: string, bytes: number): SingleBar {
  const bar = new SingleBar({
    format: `${title.padEnd(9)} {bar} {percentage}% │ {value}/{total} MB │ {speed} MB/s │ {left} left`,
    stream: process.stderr,
    noTTYOutput: true,
    notTTYSchedule: 2_000,
    hideCursor: true,
    barCompleteChar: "█",
    barIncompleteChar: "░",
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

/** Shows on standard error how many of something have been written; a bar comes with the first of them and ends with the last. */
export function countProgress(what = "products", title = "Building"): (done: number, of: number) => void {
  let bar: SingleBar | undefined;
  return (done, of) => {
    if (bar === undefined) {
      bar = new SingleBar({
        format: `${title.padEnd(10)} {bar} {percentage}% │ {value}/{total} ${what}`,
        stream: process.stderr,
        noTTYOutput: true,
        notTTYSchedule: 2_000,
        hideCursor: true,
        barCompleteChar: "█",
        barIncompleteChar: "░",
      });
      bar.start(of, 0);
    }
    bar.update(done);
    if (done < of) return;
    bar.stop();
    bar = undefined;
  };
}
