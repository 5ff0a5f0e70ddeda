export interface ProgressLine {
  readonly update: (done: number, of: number) => void;
  readonly end: () => void;
}

const EVERY_MS = 1_000;

/** How far something is: a line that renews itself on a terminal, a line now and then elsewhere. */
export function progressLine(stream: NodeJS.WriteStream, title: string): ProgressLine {
  const everyMs = stream.isTTY ? EVERY_MS / 5 : EVERY_MS * 20;
  let shownAt = performance.now();
  return {
    update(done, of) {
      if (done < of && performance.now() - shownAt < everyMs) return;
      shownAt = performance.now();
      const line = `${title}: ${done} of ${of}`;
      stream.write(stream.isTTY ? `\r${line}` : `${line}\n`);
    },
    end() {
      if (stream.isTTY) stream.write("\n");
    },
  };
}
