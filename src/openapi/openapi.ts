import { CANCEL_INGESTION, CREATE_INGESTION, READ_INGESTION, READ_INGESTION_ERRORS } from "../catalog/routes.js";
import { DELETE_PRODUCT, SEND_PRODUCTS } from "../catalog/product-updates/routes.js";
import { ERROR_STATUS, type ErrorCode, sentCode } from "../errors.js";
import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import type { OpenApiDocument, Operation } from "../http/description/document-types.js";
import { ERROR_MEANINGS } from "../http/description/error-responses.js";
import { HEADERS, PARAMETERS, SECURITY_SCHEMES } from "../http/description/response-headers.js";
import { type Endpoint, operationOf } from "../http/endpoint.js";
import { READ_WELCOME } from "../http/welcome.js";
import { READ_IMAGE } from "../images/routes.js";
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

/** All endpoints in the order of the OpenAPI document. */
const ENDPOINTS = [
  ...[SEARCH, SUGGEST, QUERY, SLOTS],
  ...[COLLECT_EVENTS, COLLECT_EVENT, IMPORT_EVENTS, ERASE],
  ...[READ_TASTE, CORRECT_TASTE, FORGET_TASTE],
  ...[CREATE_INGESTION, READ_INGESTION, CANCEL_INGESTION, READ_INGESTION_ERRORS],
  ...[SEND_PRODUCTS, DELETE_PRODUCT],
  ...[READ_PUBLIC_STOREFRONT, READ_STOREFRONT, REPLACE_CONFIGURATION, READ_CONFIGURATION_SCHEMA, EXPLAIN],
  READ_IMAGE,
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
      {
        name: "Recommendations",
        description: "Listings, search, suggestions and recommendations for storefront pages. Requires the public key.",
      },
      {
        name: "Events",
        description: "Shopper events from browsers or from the shop's server, and erasure of shopper data.",
      },
      { name: "Taste", description: "Retrieve, correct and delete the taste profile of a device." },
      { name: "Ingestion", description: "Catalogue feeds and product updates. Requires the private key." },
      {
        name: "Storefront",
        description: "Configuration of a storefront, its public settings, and explanations of search results.",
      },
      { name: "Documentation", description: "API documentation. Requires no key." },
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

/** Replaces schemas that have an `$id` by references, and adds the schemas to the map. */
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

/** Introduction of the OpenAPI document, in Markdown. */
const DESCRIPTION = `Product listings, search and recommendations for storefronts. The shop's server sends its catalogue to \`/v1\`,
and storefront pages call \`/v2\`.

### Keys

Send the API key in the header \`X-SERVICE-API-KEY\`. Storefront pages use the **public** key (\`pk_…\`) for \`/v2\`, and send their client id
in the query parameter \`service_api_client\`. Servers use the **private** key (\`sk_…\`) for \`/v1\`. Never use the private key in a page. Trackers
need no key, because each event contains the client id.

### Responses and errors

Responses of \`/v1\` are wrapped in an object with \`errors\`, \`meta\` and \`data\`. Successful responses of \`/v2\` are not wrapped. Error responses
always have \`errors\`, with \`meta\` and \`data\` null.

| Code | Status | Meaning |
|---|---|---|
${codes.join("\n")}

An unknown path returns \`not_found\`, and an unsupported method returns \`method_not_allowed\`. Invalid HTTP is a \`validation_error\` with status
400, with 431 if the URL and headers are too long, or with 408 if the request does not arrive in time.

### Text

Bodies are JSON in UTF-8. Strings with a NUL character or an unpaired surrogate cause a \`validation_error\`, because they cannot be searched. An
event import only rejects the lines with such strings. A feed only rejects the lines with unpaired surrogates.

### Request ids

Every response has the header \`X-Request-Id\`, with the id of the request or a new one. All log lines about the request contain it.

### Cross-origin requests

Browsers may call \`/v2\` from the origins in the client's settings. Preflight requests are supported, and pages can read the headers
\`X-Request-Id\` and \`Retry-After\`. The same origins may send events to the collector, with credentials. \`/v1\` does not support cross-origin requests.

### Operations

A separate port (\`OPERATIONS_PORT\`, default 9464) has endpoints without keys, for internal networks only: \`GET /metrics\` returns
metrics for Prometheus. \`GET /livez\` returns 200 while the process runs. \`GET /readyz\` returns 200 if the process can serve requests, and 503 if
the search engine is unavailable or the process is stopping.`;
