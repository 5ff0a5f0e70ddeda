import type { RequestHandler, Router } from "express";
import Type from "typebox";
import { ServiceError } from "../errors.js";
import { success } from "../http/envelope.js";
import { declare, handled, routerOf } from "../http/endpoint.js";
import { storefrontOf } from "../http/locals.js";
import { getClient } from "../storefront/clients.js";
import { COMPONENTS, published } from "../schema/published.js";
import type { JsonSchema } from "../schema/validator.js";
import { list, text } from "../schema/typed.js";
import { CONFIGURATION, PUBLISHED_CONFIGURATION_SCHEMA, wholeConfiguration } from "../storefront/configuration.js";
import type { Directory } from "../storefront/directory.js";
import { shownPrefix } from "../storefront/keys.js";
import { describeStorefront } from "../storefront/stored-client.js";
import { publishConfiguration, type PublishingDeps } from "./publish.js";

export interface StorefrontRoutesDeps extends PublishingDeps {
  readonly directory: Pick<Directory, "refresh">;
  /** Requires a private key, and stores the storefront of the key in the request. */
  readonly authenticate: RequestHandler;
  /** Reads a JSON object into `req.body`. */
  readonly body: RequestHandler;
}

export const STOREFRONT_CHANGE = { currency: "EUR", default_sort: "newest" } as const;

const STOREFRONT_SCHEMA = Type.Object(
  {
    client_id: Type.String(),
    name: Type.String(),
    origins: list(Type.String(), { description: "Origins from which browsers may call `/v2`." }),
    configuration: {
      $ref: `${COMPONENTS}StorefrontConfiguration`,
      description: "The complete configuration, including defaults of omitted settings.",
    },
  },
  { $id: "Storefront", description: "A client and its live configuration." },
);

/** The response of `/v1/storefront/schema` is itself a schema. */
const SCHEMA_OF_SCHEMAS: JsonSchema = {
  type: "object",
  description: "A JSON Schema (draft 2020-12).",
  required: ["$schema", "type"],
  properties: { $schema: text("URI of the JSON Schema dialect."), type: { const: "object" } },
  additionalProperties: true,
};

const storefront = (configuration: object) => ({
  errors: null,
  meta: null,
  data: { client_id: "demo", name: "demo", origins: [], configuration },
});

const STOREFRONT = { path: "/v1/storefront", key: "private", tag: "Storefront" } as const;

export const READ_STOREFRONT = declare({
  operationId: "readStorefront",
  method: "get",
  summary: "Retrieve the live configuration",
  ...STOREFRONT,
  responses: {
    "200": {
      description: "The client that the API key belongs to, and its configuration.",
      schema: STOREFRONT_SCHEMA,
      example: storefront(wholeConfiguration({})),
    },
  },
});

export const REPLACE_CONFIGURATION = declare({
  operationId: "replaceStorefrontConfiguration",
  method: "put",
  summary: "Replace the configuration",
  description:
    "Replaces the complete configuration; omitted settings get their defaults. An invalid configuration is rejected with all validation errors in `context.errors`. A change that would hide many products or empty a listing is rejected with its impact in `context.impact`, unless `accept_impact` confirms it. After a rejection, the live configuration stays unchanged.",
  ...STOREFRONT,
  json: {
    name: "StorefrontConfiguration",
    schema: CONFIGURATION,
    published,
    example: STOREFRONT_CHANGE,
  },
  parameters: [
    {
      name: "accept_impact",
      in: "query",
      required: false,
      description:
        "Confirms the impact of this change. Send the value of `context.accept_impact` from the `conflict` error.",
      schema: { type: "string" },
    },
  ],
  responses: {
    "200": {
      description: "The new live configuration.",
      schema: STOREFRONT_SCHEMA,
      example: storefront(wholeConfiguration(STOREFRONT_CHANGE)),
    },
  },
  errors: {
    conflict: {
      message:
        "the change hides products from shoppers: 1,322 of 6,610 (20 %) products would no longer be found; the category Men would be empty (1,322 products now); confirm it with the token 3f9a1c20b7d4",
      context: {
        reason: "impact",
        accept_impact: "3f9a1c20b7d4",
        impact: {
          hidden: { products: 1_322, of: 6_610 },
          listings: [{ name: "the category Men", filters: { categories: "Men" }, products: 1_322, left: 0 }],
        },
        reduced: [],
        warnings: [],
        later: [],
        compared: { listings: 412, left_out: 0 },
      },
    },
    validation_error: {
      message: "the configuration has 1 validation error",
      context: {
        errors: [
          {
            path: "default_sort",
            message: "unknown sort key `newst`; did you mean `newest`?",
          },
        ],
      },
    },
    payload_too_large: { message: "the body must be at most 4194304 bytes long", context: null },
  },
});

export const READ_CONFIGURATION_SCHEMA = declare({
  operationId: "readConfigurationSchema",
  method: "get",
  path: "/v1/storefront/schema",
  key: "none",
  tag: "Storefront",
  summary: "Retrieve the JSON Schema of the configuration",
  description:
    "The schema enables completion and validation in text editors. The service validates storefront updates with the same schema.",
  responses: {
    "200": { description: "The JSON Schema.", content: { "application/schema+json": { schema: SCHEMA_OF_SCHEMAS } } },
  },
});

export const storefrontRoutes = (deps: StorefrontRoutesDeps): Router =>
  routerOf(
    handled(READ_STOREFRONT, deps.authenticate, async (_req, res) => {
      res.json(success(describeStorefront(await getClient(deps, storefrontOf(res).client_id))));
    }),
    handled(REPLACE_CONFIGURATION, deps.authenticate, deps.body, replace(deps)),
    handled(READ_CONFIGURATION_SCHEMA, (_req, res) => {
      res.type("application/schema+json").send(JSON.stringify(PUBLISHED_CONFIGURATION_SCHEMA));
    }),
  );

function replace(deps: StorefrontRoutesDeps): RequestHandler {
  return async (req, res) => {
    const author = `key ${shownPrefix(String(req.headers["x-service-api-key"]))}…`;
    const { accept_impact } = req.query;
    if (accept_impact !== undefined && typeof accept_impact !== "string") {
      throw new ServiceError("validation_error", "`accept_impact` comes once", { field: "accept_impact" });
    }
    const { client_id } = storefrontOf(res);
    const { client } = await publishConfiguration(deps, client_id, req.body, { author, accept_impact });
    await deps.directory.refresh();
    res.json(success(describeStorefront(client)));
  };
}
