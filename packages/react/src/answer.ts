import { useEffect, useState } from "react";

/** An answer of the service, or the way to it. While the next one comes the latest one stays. */
export interface Answered<T> {
  readonly status: "idle" | "loading" | "ready" | "failed";
  readonly data: T | undefined;
  /** What the latest request failed with. */
  readonly error: unknown;
}

const IDLE = { status: "idle", data: undefined, error: undefined } as const;

/**
 * Asks whenever what is asked for changes, and ends what is not wanted any more.
 * @param request null to ask for nothing; compared as JSON, so that it may be made anew at each render
 */
export function useAnswer<Request extends object, T>(
  request: Request | null,
  ask: (request: Request, signal: AbortSignal) => Promise<T>,
  delayMs = 0,
): Answered<T> {
  const [answered, setAnswered] = useState<Answered<T>>(IDLE);
  const key = JSON.stringify(request);
  useEffect(() => {
    const wanted = JSON.parse(key) as Request | null;
    if (wanted === null) {
      setAnswered(IDLE);
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    setAnswered(({ data }) => ({ status: "loading", data, error: undefined }));
    const timer = setTimeout(() => {
      ask(wanted, signal).then(
        (data) => {
          if (!signal.aborted) setAnswered({ status: "ready", data, error: undefined });
        },
        (error: unknown) => {
          if (!signal.aborted) setAnswered(({ data }) => ({ status: "failed", data, error }));
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [key, ask, delayMs]);
  return answered;
}
