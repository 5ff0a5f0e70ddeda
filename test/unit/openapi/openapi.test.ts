import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { expect } from "chai";
import { parseFeedLine } from "../../../src/catalog/ingestion/feed-line.js";
import { MODES } from "../../../src/catalog/ingestion/ingestion-record.js";
import { ERROR_STATUS, sentCode, type ErrorCode } from "../../../src/errors.js";
import { schemaOf, type MediaContent, type Parameter } from "../../../src/http/description/document-types.js";
import { FEED_LINES, FEED_WITH_ERROR, LINE_ERROR_EXAMPLE } from "../../../src/catalog/ingestion/examples.js";
import { openApiDocument } from "../../../src/openapi/openapi.js";
import { QUERY_REQUEST, SLOTS_REQUEST } from "../../../src/recommendation/request.js";
import { published, publishedRequest } from "../../../src/schema/published.js";
import type { JsonSchema } from "../../../src/schema/validator.js";
import { SEARCH_REQUEST } from "../../../src/search/request-schema.js";
import { CONFIGURATION } from "../../../src/storefront/configuration.js";
import { EVENT_LINE_SCHEMA } from "../../../src/tracking/import-schema.js";
import { operationsOf, schemasOf } from "../../support/openapi.js";

describe("OpenAPI document", () => {
  const document = openApiDocument("1.2.3");
  const operations = operationsOf(document);
  const schema = schemasOf(document);
  const text = JSON.stringify(document);

  it("the OpenAPI document is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(JSON.parse(text) as Record<string, unknown>);
    expect(result).to.deep.equal({ valid: true });
    expect(validator.version).to.equal("3.1");
  });

  it("the OpenAPI document contains the version of the service", () => {
    expect(document.info.version).to.equal("1.2.3");
  });

  it("the OpenAPI document contains the schemas with which the service validates requests", () => {
    const { SearchRequest, QueryRequest, SlotsRequest, StorefrontConfiguration, EventLine } =
      document.components.schemas;
    expect(EventLine).to.deep.equal(published(EVENT_LINE_SCHEMA));
    const requests = [SEARCH_REQUEST, QUERY_REQUEST, SLOTS_REQUEST];
    expect([SearchRequest, QueryRequest, SlotsRequest]).to.deep.equal(requests.map(publishedRequest));
    expect(StorefrontConfiguration).to.deep.equal(published(CONFIGURATION));
    const bodies = operations.flatMap(({ operation }) =>
      Object.entries(operation.requestBody?.content ?? {}).map(([type, { schema }]) => [
        operation.operationId,
        type,
        schema["$ref"],
      ]),
    );
    expect(bodies).to.deep.equal([
      ["search", "application/json", "#/components/schemas/SearchRequest"],
      ["suggest", "application/json", "#/components/schemas/SuggestRequest"],
      ["recommend", "application/json", "#/components/schemas/QueryRequest"],
      ["recommendSlots", "application/json", "#/components/schemas/SlotsRequest"],
      ["collectEvents", "application/json", undefined],
      ["collectEvents", "text/plain", undefined],
      ["importEvents", "application/x-ndjson", undefined],
      ["eraseShopper", "application/json", "#/components/schemas/ErasureRequest"],
      ["correctTaste", "application/json", "#/components/schemas/TasteCorrection"],
      ["createIngestion", "application/x-ndjson", undefined],
      ["sendProducts", "application/x-ndjson", undefined],
      ["replaceStorefrontConfiguration", "application/json", "#/components/schemas/StorefrontConfiguration"],
      ["explainSearch", "application/json", "#/components/schemas/SearchRequest"],
    ]);
  });

  it("the OpenAPI document lists the processing modes that the ingestion endpoint supports", () => {
    const create = document.paths["/v1/ingestion/"]?.post;
    const header = create?.parameters?.find(
      (one): one is Parameter => "name" in one && one.name === "X-SERVICE-PROCESSING-MODE",
    );
    expect(header && schemaOf(header)).to.deep.equal({ type: "string", enum: MODES, default: "insert" });
  });

  it("the OpenAPI document has no broken references and no unused components", () => {
    const named = Object.entries(document.components).flatMap(([kind, members]) =>
      kind === "securitySchemes" ? [] : Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    const referred = new Set(Array.from(text.matchAll(/"(#\/components\/[^"]+)"/g), (match) => match[1] ?? ""));
    // OpenAPI 3.1 cannot describe JSON lines, so the descriptions name the schemas of the lines.
    const lines = ["FeedLine", "ProductLine", "EventLine"];
    for (const name of lines) referred.add(`#/components/schemas/${name}`);
    expect([...referred].sort()).to.deep.equal(named.sort());
    for (const name of lines) expect(text).to.include(`see the schema \`${name}\``);
  });

  it("operations in the OpenAPI document have unique ids and use only declared tags", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(ids).to.deep.equal([...new Set(ids)]);
    const tags = document.tags.map(({ name }) => name);
    for (const { operation } of operations) expect(tags).to.include.members([...operation.tags]);
  });

  it("the OpenAPI document explains every error code", () => {
    for (const [code, status] of Object.entries(ERROR_STATUS)) {
      expect(document.info.description).to.include(`| \`${sentCode(code as ErrorCode)}\` | ${status} | `);
    }
  });

  it("the OpenAPI document describes the authentication errors of every operation that requires an API key", () => {
    const keyless = operations.filter(({ operation }) => operation.security.length === 0).map(({ path }) => path);
    expect(keyless).to.deep.equal([
      "/com.snowplowanalytics.snowplow/tp2",
      "/i",
      "/v1/storefront/schema",
      "/v1/images/{client_id}/{name}",
      "/",
      "/openapi.json",
      "/docs",
      "/docs/{file}",
    ]);
    for (const { path, operation } of operations.filter((one) => !keyless.includes(one.path))) {
      expect(Object.keys(operation.responses), path).to.include.members(["401", "403", "500", "503"]);
      const scheme = path.startsWith("/v2/") ? "PublicKey" : "PrivateKey";
      expect(operation.security, path).to.deep.equal([{ [scheme]: [] }]);
    }
  });

  describe("schemas", () => {
    for (const [name, component] of Object.entries(document.components.schemas)) {
      it(`the OpenAPI schema ${name} contains no misspelled keyword`, () => {
        const ajv = new Ajv2020({ strict: true, strictTypes: false, validateFormats: true });
        ajvFormats.default(ajv);
        for (const keyword of ["x-expected", "discriminator"]) ajv.addKeyword(keyword);
        for (const [other, one] of Object.entries(document.components.schemas)) {
          ajv.addSchema(absolute(one), `doc:${other}`);
        }
        expect(() => ajv.compile(absolute(component))).to.not.throw();
      });
    }

    /** Replaces references to components by references to JSON schema documents. */
    const absolute = (one: JsonSchema) =>
      JSON.parse(JSON.stringify(one).replaceAll('"$ref":"#/components/schemas/', '"$ref":"doc:')) as JsonSchema;
  });

  describe("examples", () => {
    const check = (position: readonly string[], content: MediaContent) => {
      for (const [type, media] of Object.entries(content)) {
        for (const [name, example] of Object.entries(media.examples ?? {})) {
          it(`the OpenAPI example is valid against its schema: ${[...position.slice(1), type, name].join(" ")}`, () => {
            expect(schema([...position, "content", type, "schema"])(example.value)).to.deep.equal([]);
          });
        }
      }
    };
    for (const { method, path, operation } of operations) {
      if (operation.requestBody) check(["paths", path, method, "requestBody"], operation.requestBody.content);
      for (const [status, response] of Object.entries(operation.responses)) {
        check(["paths", path, method, "responses", status], response.content);
      }
    }
  });

  describe("the OpenAPI schema of feed lines", () => {
    const isFeedLine = (line: unknown) => schema(["components", "schemas", "FeedLine"])(line).length === 0;
    const data = (more: object) => ({ operation: "insert", product_data: { product_identifier: "p", ...more } });
    const lines: readonly [string, unknown, boolean][] = [
      ...FEED_LINES.map((line, at) => [`example ${at}`, line, true] as [string, unknown, boolean]),
      ["the documented error", JSON.parse(FEED_WITH_ERROR), false],
      ["the operation delete", { operation: "delete", product_data: { product_identifier: "p" } }, true],
      ["unknown fields", { ...data({ attributes: { fit: ["slim"] } }), note: 1 }, true],
      ["null as the variant identifier", data({ variant_identifier: null }), true],
      ["a blank variant identifier", data({ variant_identifier: " " }), false],
      ["a control character in an identifier", data({ variant_identifier: "a\u0007" }), false],
      ["an empty color", data({ color: "" }), true],
      ["a price of 0", data({ price: 0 }), true],
      ["null as the price", data({ price: null }), true],
      ["an empty string as the price", data({ price: "" }), true],
      ["a numeric string as the price", data({ price: "12.50" }), true],
      ["a price that includes the currency", data({ price: "5 EUR" }), false],
      ["a price with a decimal comma", data({ price: "5,00" }), false],
      ["a negative price", data({ price: -1 }), false],
      ["no product identifier", { operation: "insert", product_data: {} }, false],
      ["a number as the product identifier", { operation: "insert", product_data: { product_identifier: 7 } }, false],
      ["a blank product identifier", { operation: "insert", product_data: { product_identifier: " " } }, false],
      ["an unknown operation", { operation: "upsert", product_data: { product_identifier: "p" } }, false],
      ["no operation", { product_data: { product_identifier: "p" } }, false],
      ["no product data", { operation: "insert" }, false],
      ["an array instead of an object", [], false],
    ];
    for (const [what, line, isTaken] of lines) {
      it(`the OpenAPI schema, like the service, ${isTaken ? "accepts" : "rejects"} a feed line with ${what}`, () => {
        expect(parseFeedLine(JSON.stringify(line)).kind === "rejected").to.equal(!isTaken);
        expect(isFeedLine(line)).to.equal(isTaken);
      });
    }

    it("the OpenAPI example of a rejected feed line contains the error that the service reports", () => {
      const parsed = parseFeedLine(FEED_WITH_ERROR);
      const { product_identifier, reason } = parsed as { product_identifier: string; reason: string };
      expect({ line: 1, product_identifier, reason }).to.deep.equal(LINE_ERROR_EXAMPLE);
      expect(schema(["components", "schemas", "LineError"])(LINE_ERROR_EXAMPLE)).to.deep.equal([]);
    });
  });
});
