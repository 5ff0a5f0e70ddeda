import type { ShopSettings } from "./settings.js";

/** URL path of the shop's bundled files. */
export const FILES_PATH = "/demo/shop";

/**
 * Content security policy of the shop. Pages load resources from this service only and run no inline scripts. Scripts
 * cannot turn text into markup, because no trusted type is allowed. Pictures of an imported shop may come from any
 * host.
 */
export const contentSecurityPolicy = ({ imported }: Pick<ShopSettings, "imported">): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    imported === null ? "img-src 'self'" : "img-src 'self' https: http:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

/**
 * Returns the HTML document that is used for all pages. The document's script renders the page for the URL.
 * @param edition version of the bundled files in their URLs, so that browsers can cache them indefinitely
 */
export function shopDocument(settings: ShopSettings, edition: string): string {
  const file = (name: string) => `${FILES_PATH}/${name}?v=${edition}`;
  return `<!doctype html>
<html lang="${settings.language.locale}" dir="${settings.language.direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="description" content="${settings.imported === null ? DESCRIPTION : "An imported shop in the pages of Vitrine’s demo."}">
    <title>Vitrine</title>
    <link rel="icon" href="${file("favicon.svg")}" type="image/svg+xml">
    <link rel="stylesheet" href="${file("shop.css")}">
    <script type="application/json" id="settings">${inScript(settings)}</script>
    <script src="${file("shop.js")}" defer></script>
  </head>
  <body>
    <noscript>This shop is made of requests that its pages send, so it needs JavaScript.</noscript>
  </body>
</html>
`;
}

const DESCRIPTION = "The Vitrine demo shop: three thousand invented fashion products, ranked for each visitor.";

/** Escapes "<", so that no value can close the script element. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
