import { declare } from "../http/endpoint.js";
import { PAGE_FILES } from "./page.js";

const SHARED = { method: "get", key: "none", tag: "Documentation" } as const;

const TEXT = { type: "string" };

/** Response to clients whose `If-None-Match` equals the current `ETag`. */
const UNCHANGED = { description: "It has not changed." };

export const READ_OPENAPI = declare({
  operationId: "readOpenApi",
  path: "/openapi.json",
  summary: "Read this document",
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
  summary: "Read this document as a page",
  description: "The page loads nothing from other hosts.",
  ...SHARED,
  responses: {
    "200": { description: "A page to read and to try things out.", content: { "text/html": { schema: TEXT } } },
    "304": UNCHANGED,
  },
});

export const READ_DOCS_FILE = declare({
  operationId: "readDocsFile",
  path: "/docs/{file}",
  summary: "Read a file of that page",
  ...SHARED,
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
    "200": {
      description: "The file.",
      content: {
        "text/css": { schema: TEXT },
        "text/javascript": { schema: TEXT },
        "image/png": { schema: {} },
      },
    },
    "304": UNCHANGED,
  },
  errors: { not_found: { message: "there is nothing at this path", context: null } },
});
