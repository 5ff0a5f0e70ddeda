/** Served from the folder of the package `swagger-ui-dist`, which has everything in itself. */
const PACKAGE_FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"] as const;

/** Ours: name → media type and text. */
export const OWN_FILES: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ["page.css", { type: "text/css", text: css() }],
  ["start.js", { type: "text/javascript", text: start() }],
]);

export const PAGE_FILES: readonly string[] = [...PACKAGE_FILES, ...OWN_FILES.keys()];

/**
 * The page sends requests to this service only, runs no inline script and cannot be framed. Icons in the style sheet
 * are data URLs.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** @param edition changes when a file does, so that browsers may keep files for as long as they like */
export function page(edition: string): string {
  const file = (name: string) => `docs/${name}?v=${edition}`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Vitrine: HTTP interface</title>
    <link rel="icon" href="${file("favicon-32x32.png")}">
    <link rel="stylesheet" href="${file("swagger-ui.css")}">
    <link rel="stylesheet" href="${file("page.css")}">
  </head>
  <body>
    <main id="docs"></main>
    <noscript>This page needs JavaScript; the same is in <a href="openapi.json">openapi.json</a>.</noscript>
    <script src="${file("swagger-ui-bundle.js")}"></script>
    <script src="${file("start.js")}"></script>
  </body>
</html>
`;
}

/**
 * No validator badge: it would ask another host. A body of lines is shown and sent as it is: Swagger UI takes every media
 * type with "json" in its name for JSON, and would put a text with many lines into quotes.
 */
function start(): string {
  return `function LinesAreNoJson() {
  return {
    afterLoad() {
      const { fn } = this;
      const sample = fn.getSampleSchema;
      fn.getSampleSchema = (schema, type, config, example) =>
        type === "application/x-ndjson" && typeof example === "string" ? example : sample(schema, type, config, example);
    },
  };
}

SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [LinesAreNoJson],
});
`;
}

function css(): string {
  return `body { margin: 0; background: #fafafa; }
.swagger-ui .info { margin: 30px 0; }
.swagger-ui .info table th, .swagger-ui .info table td { padding-right: 16px; }
noscript { display: block; padding: 20px; font-family: sans-serif; }

@media (max-width: 640px) {
  .swagger-ui .wrapper { padding: 0 10px; }
  .swagger-ui .info table { font-size: 13px; }
  .swagger-ui .info table th, .swagger-ui .info table td { padding: 6px 8px 6px 0; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; padding: 10px 0; }
  .swagger-ui .opblock-tag small { order: 1; flex: 1 0 100%; padding: 4px 0 0; }
  .swagger-ui .opblock-tag .expand-operation { margin-left: auto; }
  .swagger-ui .opblock .opblock-summary-method { min-width: 60px; padding: 6px 0; }
}
`;
}
