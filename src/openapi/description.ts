import { declare } from "../http/endpoint.js";
import { PAGE_FILES } from "./page.js";

const SHARED = { method: "get", key: "none", tag: "Documentation" } as const;

const TEXT = { type: "string" };

/** Response to clients whose `If-None-Match` equals the current `ETag`. */
const UNCHANGED = { description: "The response has not changed: its `ETag` equals the value of `If-None-Match`." };

export const READ_OPENAPI = declare({
  operationId: "readOpenApi",
  path: "/openapi.json",
  summary: "Retrieve the OpenAPI document",
  ...SHARED,
  responses: {
    "200": {
      description: "An OpenAPI 3.1 document.",
      schema: { type: "object", required: ["openapi", "info", "paths"] },
    },
    "304": UNCHANGED,
  },
});

export const READ_DOCS = declare({
  operationId: "readDocs",
  path: "/docs",
  summary: "Open the API documentation page",
  description: "Returns an interactive API reference. All of its resources are served by this service.",
  ...SHARED,
  responses: {
    "200": { description: "The interactive API reference.", content: { "text/html": { schema: TEXT } } },
    "304": UNCHANGED,
  },
});

export const READ_DOCS_FILE = declare({
  operationId: "readDocsFile",
  path: "/docs/{file}",
  summary: "Retrieve a file of the documentation page",
  ...SHARED,
  parameters: [
    {
      name: "file",
      in: "path",
      description: "File name.",
      required: true,
      schema: { type: "string", enum: PAGE_FILES },
    },
  ],
  responses: {
    "200": {
      description: "The content of the file.",
      content: {
        "text/css": { schema: TEXT },
        "text/javascript": { schema: TEXT },
        "image/png": { schema: {} },
      },
    },
    "304": UNCHANGED,
  },
  errors: { not_found: { message: "this path does not exist", context: null } },
});
