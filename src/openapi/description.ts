import { ERROR_STATUS, sentCode, type ErrorCode } from "../errors.js";
import { ERROR_MEANINGS } from "./error-responses.js";

const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).map(
  (code) => `| \`${sentCode(code)}\` | ${ERROR_STATUS[code]} | ${ERROR_MEANINGS[code]} |`,
);

/** The introduction, in Markdown. */
export const DESCRIPTION = `Product listings, search and recommendations for storefronts. A shop sends its catalogue
through \`/v1\`; its pages ask \`/v2\`.

### Keys

Requests carry a key in \`X-SERVICE-API-KEY\`. Pages use the **public** key (\`pk_…\`) on \`/v2\` and name their client
in the query parameter \`service_api_client\`. Trackers have no key; every event names its client. Servers use the **private** key (\`sk_…\`) on \`/v1\`; it never belongs in a page.

### Answers and errors

\`/v1\` answers in an envelope of \`errors\`, \`meta\` and \`data\`; successful answers of \`/v2\` are bare objects. Every error
has the envelope, with \`data\` and \`meta\` null.

| Code | Status | Meaning |
|---|---|---|
${codes.join("\n")}

A path that does not exist answers \`not_found\`, a method that a path does not have \`method_not_allowed\`. What is no
valid HTTP is a \`validation_error\` too: with status 400, with 431 when address and headers are too long, and with 408
when a request does not arrive in time.

### Text

Bodies are JSON in UTF-8. A NUL or half of a surrogate pair, which could not be found again, is a \`validation_error\` wherever
it stands. Of an import both cost their line, of a feed half of a pair does.

### Request ids

Every answer has \`X-Request-Id\`, the one that came or a new one, and so has every line of the log about it.

### Other origins

Browsers may call \`/v2\` from pages of the origins in the client's settings. Preflights are answered there, and pages can
read \`X-Request-Id\` and \`Retry-After\`. The same pages may send events to the collector, with credentials. \`/v1\` cannot be called from pages of other origins.

### Operations

On a port of its own (\`OPERATIONS_PORT\`, 9464 unless set), without keys and meant for the inside of a network:
\`GET /metrics\` for Prometheus, \`GET /livez\` (200 while the process runs), \`GET /readyz\` (200 when it can answer requests;
503 while the search engine is away or the process is stopping).`;
