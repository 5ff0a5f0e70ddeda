import type { Response } from "express";
import { sentCode } from "../../src/errors.js";
import { locals } from "../../src/http/locals.js";

/** Line of a streamed response. The last line is a result or an error. */
export type StreamLine<T> =
  | { readonly progress: Progress }
  | { readonly result: T }
  | { readonly error: { readonly code: string; readonly message: string; readonly context: unknown } };

export interface Progress {
  readonly done: number;
  readonly of: number;
}

/** Minimum time between two progress lines, in milliseconds. */
const AT_LEAST_EVERY_MS = 100;

/**
 * Streams the progress and result of long-running work as NDJSON. Closing the connection aborts the work. Errors before
 * the first progress line are thrown; later errors are sent as the last line.
 * @param work function that may call `onProgress` at any rate
 */
export async function streamed<T>(
  res: Response,
  work: (onProgress: (progress: Progress) => void, signal: AbortSignal) => Promise<T>,
): Promise<void> {
  const signal = untilClosed(res);
  let wroteAt = -Infinity;
  const write = (line: StreamLine<T>) => {
    if (res.destroyed) return;
    // `no-transform` prevents compression, which would delay lines until the compression buffer is full.
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

/** Returns a signal that is aborted when the connection closes. */
export function untilClosed(res: Response): AbortSignal {
  const aborting = new AbortController();
  res.once("close", () => aborting.abort());
  return aborting.signal;
}
