import { useEffect, useRef, useState } from "react";
import type { VitrineError } from "@vitrine/client";

/** State of a request. The last response stays available while the next response loads. */
export interface Answered<T> {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly data: T | undefined;
  /** Error of the most recent request. */
  readonly error: VitrineError | undefined;
}

/**
 * Response that was already loaded, for example by server-side rendering. It is rendered immediately and not requested
 * again.
 */
export interface Given<T> {
  /** Response to the hook's first request. */
  readonly initial?: T | undefined;
}

const IDLE = { status: "idle", data: undefined, error: undefined } as const;

/**
 * Sends a request whenever the request changes, and aborts the previous request.
 * @param request the request; null sends no request. Requests are compared as JSON, so each render may pass a new
 * object.
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
