import Type from "typebox";
import { RUNNING_PROGRESS } from "../catalog/ingestion/attempts.js";
import { FEED_LINE } from "../catalog/ingestion/feed-line-schema.js";
import { INGESTION_RECORD } from "../catalog/ingestion/ingestion-record.js";
import { INGESTION_WARNING } from "../catalog/ingestion/ingestion-warnings.js";
import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import { CORRECTION } from "../personalization/taste-requests.js";
import { DEVICE_TASTE } from "../personalization/taste/view.js";
import { QUERY_REQUEST, SLOTS_REQUEST } from "../recommendation/request-schema.js";
import { QUERY_RESPONSE, SLOTS_RESPONSE } from "../recommendation/response.js";
import { COMPONENTS, published, publishedRequest } from "../schema/published.js";
import { list, text } from "../schema/typed.js";
import type { JsonSchema } from "../schema/validator.js";
import { EXPLANATION } from "../search/explain/explanation.js";
import { PUBLIC_STOREFRONT } from "../search/public-storefront.js";
import { SEARCH_REQUEST } from "../search/request-schema.js";
import { SEARCH_RESPONSE } from "../search/response-schema.js";
import { SUGGEST_REQUEST } from "../search/suggest/request-schema.js";
import { SUGGEST_RESPONSE } from "../search/suggest/response.js";
import { ERASE_REQUEST } from "../shoppers/erase-request.js";
import { ERASURE_REPORT } from "../shoppers/erasure.js";
import { CONFIGURATION } from "../storefront/configuration.js";
import { EVENT_REPORTS } from "../tracking/event-report.js";
import { EVENT_IMPORT } from "../tracking/import-report.js";
import { EVENT_LINE_SCHEMA } from "../tracking/import-schema.js";
import { ERROR_SCHEMAS } from "./error-responses.js";

const request = ($id: string, schema: object) => ({ ...publishedRequest(schema), $id });

const STOREFRONT = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    origins: list(Type.String(), { description: "Origins whose pages may call `/v2` from a browser." }),
    configuration: {
      $ref: `${COMPONENTS}StorefrontConfiguration`,
      description: "Complete: what was left out has its default.",
    },
  },
  { $id: "Storefront", description: "A client and the configuration in force." },
);

/** The schemas of requests and answers, by their names. */
export const SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  ...FILTER_SCHEMAS,
  ...byName(
    ...[request("SearchRequest", SEARCH_REQUEST), SEARCH_RESPONSE],
    ...[request("SuggestRequest", SUGGEST_REQUEST), SUGGEST_RESPONSE],
    ...[request("QueryRequest", QUERY_REQUEST), QUERY_RESPONSE],
    ...[request("SlotsRequest", SLOTS_REQUEST), SLOTS_RESPONSE],
    ...[EVENT_REPORTS, { ...published(EVENT_LINE_SCHEMA), $id: "EventLine" }, EVENT_IMPORT],
    ...[request("ErasureRequest", ERASE_REQUEST), ERASURE_REPORT],
    ...[request("TasteCorrection", CORRECTION), DEVICE_TASTE],
    ...[FEED_LINE, INGESTION_RECORD, INGESTION_WARNING, RUNNING_PROGRESS],
    ...[{ ...published(CONFIGURATION), $id: "StorefrontConfiguration" }, STOREFRONT, PUBLIC_STOREFRONT],
    ...[EXPLANATION, ...ERROR_SCHEMAS],
  ),
};

/** The response of `/v1/storefront/schema` is itself a schema. */
export const SCHEMA_OF_SCHEMAS: JsonSchema = {
  type: "object",
  description: "A JSON Schema (draft 2020-12).",
  required: ["$schema", "type"],
  properties: { $schema: text("The dialect."), type: { const: "object" } },
  additionalProperties: true,
};

/** Schemas with a name (`$id`), and those inside them; where one of them is used a reference stands in its place. */
function byName(...schemas: readonly object[]): Record<string, JsonSchema> {
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
