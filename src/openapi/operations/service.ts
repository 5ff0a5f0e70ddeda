import type { JsonSchema } from "../../schema/validator.js";
import type { Content, Paths, ResponseObject } from "../document.js";
import { errorResponses } from "../errors.js";
import { ALWAYS, NO_KEY } from "../headers.js";
import { PAGE_FILES } from "../page.js";

const ok = (description: string, content: Content): ResponseObject => ({ description, headers: ALWAYS, content });

const TEXT: JsonSchema = { type: "string" };

const NOT_FOUND = (message: string) => ({ not_found: { message, context: null } });

/** What the service says about itself. */
export const SERVICE_PATHS: Paths = {
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
      responses: { "200": ok("A page to read and to try things out.", { "text/html": { schema: TEXT } }) },
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
        ...errorResponses("/docs/{file}", NOT_FOUND("there is nothing at this path")),
      },
    },
  },
};

/** The pictures of the demo's catalogue. */
export const DEMO_PATHS: Paths = {
  "/demo/pictures/{file}": {
    get: {
      operationId: "readDemoPicture",
      summary: "See a picture of the demo's catalogue",
      description: "Its address is in the `images` of the demo's products.",
      tags: ["Demo"],
      security: NO_KEY,
      parameters: [
        {
          name: "file",
          in: "path",
          description: "The picture's name.",
          required: true,
          schema: { type: "string" },
        },
      ],
      responses: {
        "200": ok("A drawing.", { "image/svg+xml": { schema: TEXT } }),
        ...errorResponses("/demo/pictures/{file}", NOT_FOUND("there is no such picture")),
      },
    },
  },
};
