import type { MediaContent, Endpoints, ResponseObject } from "../http/description/document-types.js";
import { errorResponses } from "../http/description/error-responses.js";
import { ALWAYS, NO_KEY } from "../http/description/response-headers.js";
import { WELCOME } from "../http/welcome.js";
import type { JsonSchema } from "../schema/validator.js";
import { PAGE_FILES } from "./page.js";

const ok = (description: string, content: MediaContent): ResponseObject => ({ description, headers: ALWAYS, content });

const TEXT: JsonSchema = { type: "string" };

/** The response to a client whose `If-None-Match` has the current `ETag`. */
const UNCHANGED: ResponseObject = { description: "It has not changed.", headers: ALWAYS, content: {} };

const NOT_FOUND = (message: string) => ({ not_found: { message, context: null } });

/** The operations that describe the service itself. */
export const SERVICE_ENDPOINTS: Endpoints = {
  schemas: [],
  paths: {
    "/": {
      get: {
        operationId: "readWelcome",
        summary: "See what answers here",
        description: "Where the demo shop is shown, those who accept HTML are given the shop instead.",
        tags: ["Documentation"],
        security: NO_KEY,
        responses: {
          "200": ok("Where to read on.", {
            "application/json": {
              schema: { ...WELCOME },
            },
            "text/html": { schema: TEXT },
          }),
        },
      },
    },
    "/openapi.json": {
      get: {
        operationId: "readOpenApi",
        summary: "Read this document",
        tags: ["Documentation"],
        security: NO_KEY,
        responses: {
          "200": ok("An OpenAPI 3.1 document.", {
            "application/json": { schema: { type: "object", required: ["openapi", "info", "paths"] } },
          }),
          "304": UNCHANGED,
        },
      },
    },
    "/docs": {
      get: {
        operationId: "readDocs",
        summary: "Read this document as a page",
        description: "The page loads nothing from other hosts.",
        tags: ["Documentation"],
        security: NO_KEY,
        responses: {
          "200": ok("A page to read and to try things out.", { "text/html": { schema: TEXT } }),
          "304": UNCHANGED,
        },
      },
    },
    "/docs/{file}": {
      get: {
        operationId: "readDocsFile",
        summary: "Read a file of that page",
        tags: ["Documentation"],
        security: NO_KEY,
        parameters: [
          {
            name: "file",
            in: "path",
            description: "The file's name.",
            required: true,
            schema: { type: "string", enum: PAGE_FILES },
          },
        ],
        responses: {
          "200": ok("The file.", {
            "text/css": { schema: TEXT },
            "text/javascript": { schema: TEXT },
            "image/png": { schema: {} },
          }),
          "304": UNCHANGED,
          ...errorResponses("/docs/{file}", NOT_FOUND("there is nothing at this path")),
        },
      },
    },
  },
};
