/** Served from the folder of the package `swagger-ui-dist`, which has everything in itself. */
const PACKAGE_FILES = ["swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"] as const;

/** Ours: name → media type and text. */
export const OWN_FILES: ReadonlyMap<string, { readonly type: string; readonly text: string }> = new Map([
  ["page.css", { type: "text/css", text: css() }],
  ["start.js", { type: "text/javascript", text: start() }],
]);

export const PAGE_FILES: readonly string[] = [...PACKAGE_FILES, ...OWN_FILES.keys()];

/** The page asks nobody but this service, runs no inline script and cannot be framed. Icons in the style sheet are data URLs. */
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

/** No validator badge: it would ask another host. */
function start(): string {
  return `SwaggerUIBundle({
  url: "openapi.json",
  dom_id: "#docs",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  validatorUrl: null,
});
`;
}

function css(): string {
  return `body { margin: 0; background: #fafafa; }
`;
}
