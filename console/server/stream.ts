import type { Response } from "express";
import { sentCode } from "../../src/errors.js";
import { locals } from "../../src/http/locals.js";

/** One line of a streamed answer; the last one is a result or an error. */
export type StreamLine<T> =
  | { readonly progress: Progress }
  | { readonly result: T }
  | { readonly error: { readonly code: string; readonly message: string; readonly context: unknown } };

export interface Progress {
  readonly done: number;
  readonly of: number;
}

/** More often would help nobody. */
const AT_LEAST_EVERY_MS = 100;

/**
 * Answers long work as NDJSON lines: how far it is, then its result. Whoever closes the connection aborts it.
 * @param work may call `onProgress` as often as it likes
 * @throws what `work` throws before its first progress; later errors are the stream's last line
 */
export async function streamed<T>(
  res: Response,
  work: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<T>,
): Promise<void> {
  const signal = untilClosed(res);
  let wroteAt = -Infinity;
  const write = (line: StreamLine<T>) => {
    if (res.destroyed) return;
    // Compression would keep lines back until there are many.
    if (!res.headersSent) res.status(200).set("Cache-Control", "no-store, no-transform").type("application/x-ndjson");
    res.write(`${JSON.stringify(line)}\n`);
  };
  locals(res).respondLate = ({ code, message, context }) => {
    write({ error: { code: sentCode(code), message, context } });
    res.end();
  };
  const result = await work((progress) => {
    if (performance.now() - wroteAt < AT_LEAST_EVERY_MS && progress.done < progress.of) return;
    wroteAt = performance.now();
    write({ progress });
  }, signal);
  write({ result });
  res.end();
}

/** Aborted when the connection closes: nobody waits for the work any more. */
export function untilClosed(res: Response): AbortSignal {
  const aborting = new AbortController();
  res.once("close", () => aborting.abort());
  return aborting.signal;
}
