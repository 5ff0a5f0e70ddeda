import { setTimeout as delay } from "node:timers/promises";

/** HTTP client with keep-alive that retries idempotent requests, like browsers and SDKs. */
export interface PatientClient {
  /**
   * Sends a request with retries and returns the body of a 2xx response. If all attempts fail, records the failure and
   * returns undefined.
   */
  request<T = unknown>(request: PatientRequest): Promise<T | undefined>;
  readonly reported: PatientTally;
}

export interface PatientRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string;
  readonly body?: object | string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PatientTally {
  answered: number;
  /** Total number of retries. */
  retried: number;
  mostTries: number;
  slowestMs: number;
  /** Requests that failed after all attempts or were rejected permanently. */
  readonly failed: string[];
  /** Longest period without a response since `restart`, in milliseconds. */
  silence: () => number;
  restart: () => void;
}

/** Maximum total time of all attempts in milliseconds, which is about as long as a shopper waits for a page. */
const PATIENCE_MS = 20_000;
const TRY_MS = 10_000;
const PAUSE_MS = 200;
/** Maximum pause before a retry, even if `Retry-After` is longer, because shoppers do not wait that long. */
const LONGEST_PAUSE_MS = 1_000;

export function createPatientClient(url: string): PatientClient {
  let latestAt = performance.now();
  let silence = 0;
  const reported: PatientTally = {
    answered: 0,
    retried: 0,
    mostTries: 0,
    slowestMs: 0,
    failed: [],
    silence: () => silence,
    restart() {
      latestAt = performance.now();
      silence = 0;
    },
  };

  return {
    reported,
    async request<T>({ method, path, key, body, headers }: PatientRequest) {
      const began = performance.now();
      let latest = "not asked";
      for (let tries = 1; performance.now() - began < PATIENCE_MS; tries += 1) {
        if (tries > 1) reported.retried += 1;
        reported.mostTries = Math.max(reported.mostTries, tries);
        let pauseMs = PAUSE_MS;
        try {
          const response = await fetch(url + path, {
            method,
            headers: { "X-SERVICE-API-KEY": key, "Content-Type": "application/json", ...headers },
            ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
            signal: AbortSignal.timeout(TRY_MS),
          });
          const text = await response.text();
          if (response.ok) {
            const now = performance.now();
            reported.answered += 1;
            reported.slowestMs = Math.max(reported.slowestMs, now - began);
            silence = Math.max(silence, now - latestAt);
            latestAt = now;
            return (text === "" ? {} : JSON.parse(text)) as T;
          }
          latest = `${response.status} ${text.slice(0, 200)}`;
          if (response.status !== 503 && response.status !== 429) break;
          const after = Number(response.headers.get("Retry-After") ?? 0) * 1000;
          pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(PAUSE_MS, after));
        } catch (error) {
          const { message, cause } = error as Error;
          latest = cause instanceof Error ? `${message}: ${cause.message}` : message;
        }
        await delay(pauseMs);
      }
      reported.failed.push(`${method} ${path.replace(/\?.*/, "")}: ${latest}`);
      return undefined;
    },
  };
}
