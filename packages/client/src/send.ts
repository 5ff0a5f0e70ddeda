import { errorOf, NetworkError, TimeoutError, VitrineError } from "./errors.js";
import { nextDelay, retryAfter, type RetryPolicy } from "./retry.js";
import type { RecommendationErrors } from "./schema.js";

export interface CallOptions {
  /** Aborts the call, also during the delay before a retry. The call rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface Transport {
  readonly fetch: typeof fetch;
  /** Timeout of each attempt to send a request, in milliseconds. */
  readonly timeoutMs: number;
  readonly retries: RetryPolicy;
}

/** A request of this client. Every request is safe to retry. */
export interface Outgoing {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | ReadableStream<Uint8Array>;
  /** Required by `fetch` for stream bodies. */
  readonly duplex?: "half";
  /** Lets the request complete after the page that sent the request is closed. */
  readonly keepalive?: boolean;
}

/**
 * Sends a request with retries and returns the response body.
 * @throws {VitrineError} if the request fails, or Error if `signal` is aborted
 */
export async function send(transport: Transport, request: Outgoing, signal?: AbortSignal): Promise<string> {
  const started = performance.now();
  for (let count = 1; ; count += 1) {
    signal?.throwIfAborted();
    try {
      return await sendOnce(transport, request, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof VitrineError) || !error.isTemporary) throw error;
      const failures = { count, elapsedMs: performance.now() - started, retryAfterMs: error.retryAfterMs };
      const delay = nextDelay(transport.retries, failures, Math.random());
      if (delay === undefined) throw error;
      await pause(delay, signal);
    }
  }
}

async function sendOnce(
  { fetch, timeoutMs }: Transport,
  { url, ...init }: Outgoing,
  signal: AbortSignal | undefined,
): Promise<string> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const ended = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, { ...init, signal: ended });
    text = await response.text();
  } catch (error) {
    throw timeout.aborted ? new TimeoutError(timeoutMs) : new NetworkError(error);
  }
  if (response.ok) return text;
  const [reported] = errorsIn(text);
  throw errorOf(
    response.status,
    {
      code: reported?.code ?? "internal_error",
      context: reported?.context ?? null,
      requestId: response.headers.get("X-Request-Id"),
      retryAfterMs: retryAfter(response.headers.get("Retry-After"), Date.now()),
    },
    reported?.message ?? `the service returned status ${response.status}`,
  );
}

function errorsIn(text: string): RecommendationErrors["errors"] {
  try {
    return (JSON.parse(text) as Partial<RecommendationErrors>).errors ?? [];
  } catch {
    return [];
  }
}

/**
 * Waits for the given number of milliseconds.
 * @throws Error if `signal` is aborted
 */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    const abort = () => {
      clearTimeout(timer);
      // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- whatever the caller aborted with
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}
