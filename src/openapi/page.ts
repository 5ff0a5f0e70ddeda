/** Files served from the package `swagger-ui-dist`, which has no dependencies. */
const PACKAGE_FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"] as const;

/** Files of the documentation page that are part of this project, by name, with media type and text. */
export const OWN_FILES: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ["page.css", { type: "text/css", text: css() }],
  ["start.js", { type: "text/javascript", text: start() }],
]);

export const PAGE_FILES: readonly string[] = [...PACKAGE_FILES, ...OWN_FILES.keys()];

/**
 * Content security policy of the documentation page: the page sends requests only to this service, runs no inline scripts and cannot be
 * displayed in a frame. Icons in the style sheet are data URLs.
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

/**
 * @param edition hash of the content of the page's files. The file URLs contain this hash, so that browsers may cache the files
 * indefinitely
 */
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
 * Returns the start script of Swagger UI. The validator badge is disabled, because it would send requests to another host. Examples of JSON
 * lines are displayed and sent unchanged: Swagger UI treats every media type with "json" in its name as JSON, and would quote a text of
 * several lines.
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
