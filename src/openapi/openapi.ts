import { ERROR_STATUS, type ErrorCode, sentCode } from "../errors.js";
import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import { DELIVERY_ENDPOINTS } from "../catalog/deliveries/description.js";
import { INGESTION_ENDPOINTS } from "../catalog/ingestion/description.js";
import type { Endpoints, OpenApiDocument } from "../http/description/document-types.js";
import { ERROR_MEANINGS } from "../http/description/error-responses.js";
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from "../http/description/response-headers.js";
import { TASTE_ENDPOINTS } from "../personalization/description.js";
import { STOREFRONT_ENDPOINTS } from "../publishing/description.js";
import { RECOMMENDATION_ENDPOINTS } from "../recommendation/description.js";
import { COMPONENTS } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { EXPLANATION_ENDPOINTS } from "../search/explain/description.js";
import { SEARCH_ENDPOINTS } from "../search/listing/description.js";
import { SUGGEST_ENDPOINTS } from "../search/suggest/description.js";
import { SHOPPER_ENDPOINTS } from "../shoppers/description.js";
import { EVENT_ENDPOINTS } from "../tracking/description.js";
import { SERVICE_ENDPOINTS } from "./description.js";
import { ERROR_SCHEMAS } from "./error-schemas.js";

/** In the order in which the document has them. */
const ENDPOINTS: readonly Endpoints[] = [
  SEARCH_ENDPOINTS,
  SUGGEST_ENDPOINTS,
  RECOMMENDATION_ENDPOINTS,
  EVENT_ENDPOINTS,
  SHOPPER_ENDPOINTS,
  TASTE_ENDPOINTS,
  INGESTION_ENDPOINTS,
  DELIVERY_ENDPOINTS,
  STOREFRONT_ENDPOINTS,
  EXPLANATION_ENDPOINTS,
  SERVICE_ENDPOINTS,
];

/**
 * The whole HTTP interface. Request bodies are described by the very schemas that validate them; answers by schemas that
 * tests hold the running service to.
 * @param version of the service
 */
export function openApiDocument(version: string): OpenApiDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Vitrine", version, description: DESCRIPTION },
    servers: [{ url: "/", description: "This service" }],
    tags: [
      { name: "Recommendations", description: "For pages, with the public key." },
      { name: "Events", description: "What shoppers do, from their browsers or from the shop's own records." },
      { name: "Taste", description: "What a browser is taken to like: shown, corrected and forgotten." },
      { name: "Ingestion", description: "The catalogue, with the private key." },
      { name: "Storefront", description: "Sort keys, facets and the rest of a storefront's configuration." },
      { name: "Documentation", description: "Open to everybody." },
    ],
    paths: Object.fromEntries(ENDPOINTS.flatMap(({ paths }) => Object.entries(paths))),
    components: {
      schemas: {
        ...FILTER_SCHEMAS,
        ...byName([...ENDPOINTS.flatMap(({ schemas }) => schemas), ...ERROR_SCHEMAS]),
      },
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Schemas with a name (`$id`), and those inside them; where one of them is used a reference stands in its place. */
function byName(schemas: readonly object[]): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const referring = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(referring);
    const { $id, ...schema } = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, referring(member)]),
    );
    if (typeof $id !== "string") return schema;
    found.set($id, schema);
    return { $ref: `${COMPONENTS}${$id}` };
  };
  schemas.forEach(referring);
  return Object.fromEntries(found);
}

const codes = (Object.keys(ERROR_STATUS) as ErrorCode[]).map(
  (code) => `| \`${sentCode(code)}\` | ${ERROR_STATUS[code]} | ${ERROR_MEANINGS[code]} |`,
);

/** The introduction, in Markdown. */
const DESCRIPTION = `Product listings, search and recommendations for storefronts. A shop sends its catalogue
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
