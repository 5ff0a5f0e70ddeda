import Type from "typebox";
import { type Endpoints, reference } from "../http/description/document-types.js";
import {
  errorResponses,
  PRIVATE_KEY_ERRORS,
  PUBLIC_KEY_ERRORS,
  RATE_ERRORS,
} from "../http/description/error-responses.js";
import { enveloped, privateOperation } from "../http/description/operations.js";
import {
  ALWAYS,
  CROSS_ORIGIN,
  NO_KEY,
  parameter,
  PRIVATE_KEY,
  PUBLIC_KEY,
} from "../http/description/response-headers.js";
import { COMPONENTS, published } from "../schema/published.js";
import { list, text } from "../schema/typed.js";
import type { JsonSchema } from "../schema/validator.js";
import { PUBLIC_STOREFRONT, publicStorefront } from "../search/public-storefront.js";
import { CONFIGURATION, DEFAULT_CONFIGURATION, wholeConfiguration } from "../storefront/configuration.js";

const STOREFRONT = { client_id: "demo", name: "demo", origins: [] } as const;

export const STOREFRONT_CHANGE = { currency: "EUR", default_sort: "newest" } as const;

/** What pages are told of a client that configured nothing and has no products yet. */
export const OFFERED = publicStorefront(
  { ...STOREFRONT, configuration: DEFAULT_CONFIGURATION, signing_hashes: [] },
  undefined,
);

const STOREFRONT_SCHEMA = Type.Object(
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

/** The response of `/v1/storefront/schema` is itself a schema. */
const SCHEMA_OF_SCHEMAS: JsonSchema = {
  type: "object",
  description: "A JSON Schema (draft 2020-12).",
  required: ["$schema", "type"],
  properties: { $schema: text("The dialect."), type: { const: "object" } },
  additionalProperties: true,
};

const PATH = "/v1/storefront";
const PUBLIC_PATH = "/v2/storefront";

const storefront = (configuration: object) => ({
  value: { errors: null, meta: null, data: { ...STOREFRONT, configuration } },
});

export const STOREFRONT_ENDPOINTS: Endpoints = {
  schemas: [{ ...published(CONFIGURATION), $id: "StorefrontConfiguration" }, STOREFRONT_SCHEMA, PUBLIC_STOREFRONT],
  paths: {
    [PUBLIC_PATH]: {
      get: {
        operationId: "readPublicStorefront",
        summary: "Read what the storefront offers",
        description:
          "For pages that do not know the shop they are shown for: item fields, facets, sort keys and placements, so that they ask for nothing that it does not have. It changes with the configuration, and where a feed brings new fields; browsers keep it for a minute.",
        tags: ["Storefront"],
        security: PUBLIC_KEY,
        parameters: [parameter("Client"), parameter("RequestId")],
        responses: {
          "200": {
            description: "What it offers.",
            headers: CROSS_ORIGIN,
            content: {
              "application/json": {
                schema: reference("schemas", "PublicStorefront"),
                examples: { default: { summary: "A client that configured nothing", value: OFFERED } },
              },
            },
          },
          "304": { description: "It has not changed.", headers: CROSS_ORIGIN, content: {} },
          ...errorResponses(PUBLIC_PATH, {
            validation_error: {
              message: "the query parameter `service_api_client` is required, once",
              context: { field: "service_api_client" },
            },
            ...PUBLIC_KEY_ERRORS,
            ...RATE_ERRORS,
          }),
        },
      },
    },
    [PATH]: {
      get: {
        operationId: "readStorefront",
        summary: "Read the configuration in force",
        tags: ["Storefront"],
        security: PRIVATE_KEY,
        parameters: [parameter("RequestId")],
        responses: {
          "200": enveloped("The key's client and its configuration.", reference("schemas", "Storefront"), {
            default: { summary: "A client that configured nothing", ...storefront(wholeConfiguration({})) },
          }),
          ...errorResponses(PATH, PRIVATE_KEY_ERRORS),
        },
      },
      put: {
        operationId: "replaceStorefrontConfiguration",
        summary: "Replace the configuration",
        description:
          "What the document leaves out takes its default. One that is not valid is refused with every mistake in `context.mistakes`, and one by which shoppers would lose something with what that is; the old one stays in force.",
        ...privateOperation({
          path: PATH,
          tag: "Storefront",
          request: {
            schema: "StorefrontConfiguration",
            examples: { newest_first: { summary: "Newest products first", value: STOREFRONT_CHANGE } },
          },
          answer: {
            description: "The configuration now in force.",
            schema: "Storefront",
            examples: { newest_first: storefront(wholeConfiguration(STOREFRONT_CHANGE)) },
          },
          parameters: [
            {
              name: "accept_losses",
              in: "query",
              required: false,
              description:
                "The `accept_losses` of a refusal: shoppers lose what it told of this very change, and that is meant.",
              schema: { type: "string" },
            },
          ],
          errors: {
            conflict: {
              message:
                "shoppers would lose something: 1,322 of 6,610 (20 %) products could not be found any more; the category Men would be empty (1,322 products now); whoever means it accepts the losses of this change, 3f9a1c20b7d4",
              context: {
                reason: "losses",
                accept_losses: "3f9a1c20b7d4",
                losses: {
                  hidden: { products: 1_322, of: 6_610 },
                  listings: [{ name: "the category Men", filters: { categories: "Men" }, products: 1_322, left: 0 }],
                },
                reduced: [],
                remarks: [],
                later: [],
                looked_at: { listings: 412, left_out: 0 },
              },
            },
            validation_error: {
              message: "the configuration has a mistake",
              context: {
                mistakes: [
                  {
                    path: "default_sort",
                    message: "there is no sort key `newst`; did you mean `newest`?",
                  },
                ],
              },
            },
            payload_too_large: { message: "the body must be at most 4194304 bytes long", context: null },
          },
        }),
      },
    },
    "/v1/storefront/schema": {
      get: {
        operationId: "readConfigurationSchema",
        summary: "Read the configuration's JSON Schema",
        description:
          "For editors that complete and check while one writes. The same that `PUT /v1/storefront` checks by.",
        tags: ["Storefront"],
        security: NO_KEY,
        responses: {
          "200": {
            description: "The schema.",
            headers: ALWAYS,
            content: { "application/schema+json": { schema: SCHEMA_OF_SCHEMAS } },
          },
        },
      },
    },
  },
};
