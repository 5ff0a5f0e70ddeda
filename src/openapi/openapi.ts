import { CANCEL_INGESTION, CREATE_INGESTION, READ_INGESTION, READ_INGESTION_ERRORS } from "../catalog/routes.js";
import { DELETE_PRODUCT, SEND_PRODUCTS } from "../catalog/product-updates/routes.js";
import { ERROR_STATUS, type ErrorCode, sentCode } from "../errors.js";
import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import type { OpenApiDocument, Operation } from "../http/description/document-types.js";
import { ERROR_MEANINGS } from "../http/description/error-responses.js";
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from "../http/description/response-headers.js";
import { type Endpoint, operationOf } from "../http/endpoint.js";
import { READ_WELCOME } from "../http/welcome.js";
import { CORRECT_TASTE, FORGET_TASTE, READ_TASTE } from "../personalization/routes.js";
import { READ_CONFIGURATION_SCHEMA, READ_STOREFRONT, REPLACE_CONFIGURATION } from "../publishing/index.js";
import { QUERY, SLOTS } from "../recommendation/index.js";
import { COMPONENTS } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { EXPLAIN } from "../search/explain/routes.js";
import { READ_PUBLIC_STOREFRONT, SEARCH } from "../search/listing/routes.js";
import { SUGGEST } from "../search/suggest/routes.js";
import { ERASE } from "../shoppers/index.js";
import { COLLECT_EVENT, COLLECT_EVENTS } from "../tracking/collector-routes.js";
import { IMPORT_EVENTS } from "../tracking/import-routes.js";
import { READ_DOCS, READ_DOCS_FILE, READ_OPENAPI } from "./description.js";
import { ERROR_SCHEMAS } from "./error-schemas.js";

/** All endpoints in the order of the document. */
const ENDPOINTS = [
  ...[SEARCH, SUGGEST, QUERY, SLOTS],
  ...[COLLECT_EVENTS, COLLECT_EVENT, IMPORT_EVENTS, ERASE],
  ...[READ_TASTE, CORRECT_TASTE, FORGET_TASTE],
  ...[CREATE_INGESTION, READ_INGESTION, CANCEL_INGESTION, READ_INGESTION_ERRORS],
  ...[SEND_PRODUCTS, DELETE_PRODUCT],
  ...[READ_PUBLIC_STOREFRONT, READ_STOREFRONT, REPLACE_CONFIGURATION, READ_CONFIGURATION_SCHEMA, EXPLAIN],
  ...[READ_WELCOME, READ_OPENAPI, READ_DOCS, READ_DOCS_FILE],
] as readonly Endpoint[];

/**
 * Returns the description of the whole HTTP interface. Request bodies are described by the schemas that validate them. Response schemas are
 * verified by tests against the running service.
 * @param version version of the service
 */
export function openApiDocument(version: string): OpenApiDocument {
  const schemas = new Map<string, JsonSchema>();
  const lines = ENDPOINTS.map(({ lines }) => lines?.line);
  const [paths] = referring([pathsOf(ENDPOINTS), lines, ERROR_SCHEMAS], schemas) as [OpenApiDocument["paths"]];
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
    paths,
    components: {
      schemas: { ...FILTER_SCHEMAS, ...Object.fromEntries(schemas) },
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

function pathsOf(endpoints: readonly Endpoint[]): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method]: operationOf(endpoint) };
  }
  return paths;
}

/** Replaces named schemas (`$id`) by references, and adds them to `schemas`. */
function referring(value: unknown, schemas: Map<string, JsonSchema>): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => referring(one, schemas));
  const { $id, ...schema } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, referring(member, schemas)]),
  );
  if (typeof $id !== "string") return schema;
  schemas.set($id, schema);
  return { $ref: `${COMPONENTS}${$id}` };
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
