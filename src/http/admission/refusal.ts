import type { IncomingMessage, ServerResponse } from "node:http";
import { errorEnvelope } from "../envelope.js";
import { RETRY_AFTER_SECONDS } from "../error-handler.js";
import { REQUEST_ID_HEADER, requestIdFor } from "../request-log.js";
import { SECURITY_HEADERS } from "../security-headers.js";

const body = (path: string) =>
  JSON.stringify(
    errorEnvelope(
      {
        code: "unavailable",
        message: "too much is asked of the service at the moment; try again shortly",
        context: null,
      },
      path,
    ),
  );

const BODIES = { recommendations: body("/v2/"), others: body("/") } as const;

/** Answers 503; under very many refusals a little later. */
export type Refuse = (req: IncomingMessage, res: ServerResponse) => void;

/**
 * Of a process's time, what sending away may take. At about 20 µs each that is some 6,000 a second. Those who ask again
 * at once instead of waiting as `Retry-After` says would otherwise take all of it, and no request would be served.
 */
const SHARE = 0.15;
/** Milliseconds of that time that may be used at a stretch. */
const AT_A_STRETCH = 10;
const PAUSE_MS = 2;

/**
 * Answers requests that are not admitted, as fast as `SHARE` of the process allows.
 * @param now milliseconds on a clock that never goes back
 */
export function createRefusals(now: () => number = () => performance.now()): Refuse {
  const queue: { readonly req: IncomingMessage; readonly res: ServerResponse }[] = [];
  let left = AT_A_STRETCH;
  let countedAt = now();
  let timer: NodeJS.Timeout | undefined;

  function work(): void {
    timer = undefined;
    let started = now();
    left = Math.min(AT_A_STRETCH, left + SHARE * (started - countedAt));
    countedAt = started;
    let done = 0;
    for (; left > 0 && done < queue.length; done += 1) {
      const { req, res } = queue[done] as (typeof queue)[number];
      refuse(req, res);
      const ended = now();
      left -= ended - started;
      started = ended;
    }
    queue.splice(0, done);
    if (queue.length > 0) timer = setTimeout(work, PAUSE_MS);
  }

  return (req, res) => {
    queue.push({ req, res });
    if (timer === undefined) work();
  };
}

/**
 * Sends a request away without looking at it: no key, no body, no route. A page of any origin may read that, since it
 * is the same for all clients.
 */
function refuse(req: IncomingMessage, res: ServerResponse): void {
  if (res.headersSent || res.destroyed) return;
  // A gate below a mounted path sees only the rest of it in `url`.
  const { originalUrl = req.url } = req as { originalUrl?: string };
  const text = originalUrl?.startsWith("/v2/") ? BODIES.recommendations : BODIES.others;
  const { origin } = req.headers;
  res.writeHead(503, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": text.length,
    "Retry-After": String(RETRY_AFTER_SECONDS),
    [REQUEST_ID_HEADER]: requestIdFor(req.headers["x-request-id"]),
    Vary: "Origin",
    ...SECURITY_HEADERS,
    ...(origin === undefined
      ? {}
      : {
          "Access-Control-Allow-Origin": origin,
          "Access-Control-Allow-Credentials": "true",
          "Access-Control-Expose-Headers": "X-Request-Id,Retry-After",
        }),
  });
  res.end(text);
}
