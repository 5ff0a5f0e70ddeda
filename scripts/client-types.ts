import openapiTS, { astToString } from "openapi-typescript";
import { format } from "prettier";
import { COMPONENTS } from "../src/schema/published.js";
import { openApiDocument } from "../src/openapi/index.js";

/** Path of the generated types of the client package, relative to the project root. */
export const CLIENT_TYPES = "packages/client/src/schema.ts";

const HEAD = "// Generated from the OpenAPI document; `npm run client:types` renews it.\n/* eslint-disable */\n\n";

/** Schemas of the client's requests and responses. */
const ROOTS = [
  ...["SearchRequest", "SearchResponse", "SuggestRequest", "SuggestResponse"],
  ...["QueryRequest", "QueryResponse", "SlotsRequest", "SlotsResponse"],
  ...["Taste", "TasteCorrection", "EventLine", "PublicStorefront", "RecommendationErrors", "Delivery"],
];

/** Generates the types of the root schemas and of all schemas that they refer to. */
export async function clientTypes(): Promise<string> {
  const document = openApiDocument("");
  const all: Readonly<Record<string, object>> = { ...document.components.schemas, FilterExpression: FILTER };
  const names = new Set(ROOTS);
  for (const name of names) {
    for (const [, referred = ""] of JSON.stringify(all[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g))
      names.add(referred);
  }
  const schemas = Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)));
  const options = { rootTypes: true, rootTypesNoSchemaPrefix: true, defaultNonNullable: false, immutable: true };
  const types = astToString(
    // The cast to `string` is safe, because openapi-typescript also accepts plain objects.
    await openapiTS({ ...document, paths: {}, components: { schemas } } as unknown as string, options),
  );
  return format(HEAD + types, { parser: "typescript", printWidth: 120 });
}

/**
 * Simplified schema of a filter expression. TypeScript cannot express that some keys of an object contain lists of
 * conditions and all other keys one condition.
 */
const FILTER = {
  type: "object",
  description: "Conditions that all have to hold, by field; `$and`, `$or` and `$not` join expressions.",
  additionalProperties: {
    oneOf: [
      { $ref: `${COMPONENTS}FilterCondition` },
      { $ref: `${COMPONENTS}FilterExpression` },
      { type: "array", items: { $ref: `${COMPONENTS}FilterExpression` } },
    ],
  },
};
