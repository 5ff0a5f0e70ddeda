import { useEffect, useRef, useState } from "react";
import type { VitrineError } from "@vitrine/client";

/** An answer of the service, or the way to it. While the next one comes the latest one stays. */
export interface Answered<T> {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly data: T | undefined;
  /** What the latest request failed with. */
  readonly error: VitrineError | undefined;
}

/** An answer that was asked for elsewhere, as by a server that made the page: shown at once, and not asked for again. */
export interface Given<T> {
  /** The answer to the request that the hook is first called with. */
  readonly initial?: T | undefined;
}

const IDLE = { status: "idle", data: undefined, error: undefined } as const;

/**
 * Asks whenever what is asked for changes, and ends what is not wanted any more.
 * @param request null to ask for nothing; compared as JSON, so that it may be made anew at each render
 */
export function useResponse<Request extends object, T>(
  request: Request | null,
  query: (request: Request, signal: AbortSignal) => Promise<T>,
  { initial, delayMs = 0 }: Given<T> & { readonly delayMs?: number } = {},
): Answered<T> {
  const key = JSON.stringify(request);
  const [answered, setAnswered] = useState<Answered<T>>(
    initial === undefined ? IDLE : { status: "ready", data: initial, error: undefined },
  );
  const given = useRef(initial === undefined ? undefined : key);
  useEffect(() => {
    if (given.current === key) return;
    given.current = undefined;
    const wanted = JSON.parse(key) as Request | null;
    if (wanted === null) {
      setAnswered(IDLE);
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    setAnswered(({ data }) => ({ status: "loading", data, error: undefined }));
    const timer = setTimeout(() => {
      query(wanted, signal).then(
        (data) => {
          if (!signal.aborted) setAnswered({ status: "ready", data, error: undefined });
        },
        (error: unknown) => {
          if (!signal.aborted) setAnswered(({ data }) => ({ status: "failed", data, error: error as VitrineError }));
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [key, query, delayMs]);
  return answered;
}
