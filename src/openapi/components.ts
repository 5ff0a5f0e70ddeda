import Type from "typebox";
import { RUNNING_PROGRESS } from "../catalog/ingestion/attempts.js";
import { INGESTION_RECORD } from "../catalog/ingestion/ingestion-record.js";
import { INGESTION_WARNING } from "../catalog/ingestion/ingestion-warnings.js";
import { FILTER_SCHEMAS } from "../filters/filter-schema.js";
import { CORRECTION } from "../personalization/taste-requests.js";
import { DEVICE_TASTE } from "../personalization/taste/view.js";
import { QUERY_REQUEST, SLOTS_REQUEST } from "../recommendation/request.js";
import { QUERY_RESPONSE, SLOTS_RESPONSE } from "../recommendation/response.js";
import { COMPONENTS, published, publishedRequest } from "../schema/published.js";
import { list, nullable, text } from "../schema/typed.js";
import type { JsonSchema } from "../schema/validator.js";
import { EXPLANATION } from "../search/explain/explanation.js";
import { PUBLIC_STOREFRONT } from "../search/public-storefront.js";
import { SEARCH_REQUEST } from "../search/request-schema.js";
import { SEARCH_RESPONSE } from "../search/response-schema.js";
import { SUGGEST_REQUEST } from "../search/suggest/request-schema.js";
import { SUGGEST_RESPONSE } from "../search/suggest/response.js";
import { ERASE_REQUEST, ERASURE_REPORT } from "../shoppers/erasure.js";
import { CONFIGURATION } from "../storefront/configuration.js";
import { EVENT_REPORTS } from "../tracking/event-report.js";
import { EVENT_IMPORT } from "../tracking/import-report.js";
import { EVENT_LINE_SCHEMA } from "../tracking/import-schema.js";
import { ERROR_SCHEMAS } from "./error-responses.js";
import { OPERATIONS } from "../catalog/ingestion/feed-line.js";

const CONTROL = "\\u0000-\\u001f\\u007f-\\u009f";

/** Something that is not blank, and no control character. */
const IDENTIFIER = `^[^${CONTROL}]*[^\\s${CONTROL}][^${CONTROL}]*$`;

/** The schema of a line of a feed, for those who write feeds; `parseFeedLine` reads lines. */
const FEED_LINE = {
  $id: "FeedLine",
  type: "object",
  description:
    "One line of a feed: one variant of a product. All lines with the same `product_identifier` make one product.",
  required: ["operation", "product_data"],
  additionalProperties: { description: "Left alone, and counted in the report." },
  properties: {
    operation: {
      type: "string",
      enum: OPERATIONS,
      description:
        "Lines are obeyed in their order; for a variant, the later one wins. `insert` gives the variant's whole data and makes it active. `update` (an extension; only in the mode `insert`) changes the fields that are given and leaves the others, and whether the variant is sold, as they are; without `variant_identifier`, of all the product's variants, inactive ones too. A field given as null is removed; objects are merged, field by field; an array replaces what was there; a dotted name is the same field as one inside an object. Where there is no such product or variant the line is rejected. `delete` makes the variant inactive; without `variant_identifier`, the whole product.",
    },
    product_data: {
      type: "object",
      description:
        "What the shop knows of the variant. The fields named here have a meaning; any others can be filtered on, counted in facets and returned, objects by their dotted names.",
      required: ["product_identifier"],
      additionalProperties: true,
      properties: {
        product_identifier: { type: "string", pattern: IDENTIFIER, maxLength: 512 },
        variant_identifier: {
          type: ["string", "null"],
          pattern: IDENTIFIER,
          maxLength: 512,
          description:
            "Unless given, an `insert` means the variant that has the product's identifier, and an `update` or `delete` all variants.",
        },
        title: nullable(text("Returned as `name`.")),
        images: nullable(list(Type.String(), { description: "Addresses of pictures." })),
        designer: nullable(text("Brand or designer.")),
        categories: nullable(
          list(Type.String(), {
            description: "From the general to the special, levels separated by a colon and a space.",
          }),
        ),
        sizes: nullable(list(Type.String(), { description: "The sizes this variant comes in." })),
        color: nullable(text("May be empty.")),
        price: { type: ["number", "string", "null"], minimum: 0, maxLength: 0, description: '"" is none.' },
        released_at: nullable(
          text("ISO 8601; newer products come first in `newest` and, for lack of anything better, `featured`."),
        ),
      },
    },
  },
};

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
