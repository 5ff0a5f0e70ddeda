import { published } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import type { DescribedStorefront } from "../../storefront/client.js";
import { CONFIGURATION } from "../../storefront/configuration.js";
import { reference } from "../document.js";
import { list, objectSchema, text } from "./object-schema.js";

/** Inside a document the dialect is the document's. */
const configuration: JsonSchema = Object.fromEntries(
  Object.entries(published(CONFIGURATION)).filter(([keyword]) => keyword !== "$schema"),
);

export const STOREFRONT_SCHEMAS = {
  StorefrontConfiguration: configuration,
  Storefront: objectSchema<DescribedStorefront>("A client and the configuration in force.", {
    client_id: { type: "string" },
    name: { type: "string" },
    origins: list("Origins whose pages may call `/v2` from a browser.", { type: "string" }),
    configuration: {
      ...reference("schemas", "StorefrontConfiguration"),
      description: "Complete: what was left out has its default.",
    },
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** What `/v1/storefront/schema` answers is itself a schema. */
export const SCHEMA_OF_SCHEMAS: JsonSchema = {
  type: "object",
  description: "A JSON Schema (draft 2020-12).",
  required: ["$schema", "type"],
  properties: { $schema: text("The dialect."), type: { const: "object" } },
  additionalProperties: true,
};
