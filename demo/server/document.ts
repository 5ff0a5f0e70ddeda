import type { ShopSettings } from "./settings.js";

/** URL path of what the pages are made of. */
export const FILES_PATH = "/demo/shop";

/**
 * Pages load from this service alone, run no inline script, and cannot turn text into markup: whatever wanted to would
 * need a trusted type, and none can be made. The pictures of an imported shop are where its export says.
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
 * The document that all pages of the shop share; its program reads the address and fills it.
 * @param edition changes when a file does, so that browsers may keep files for as long as they like
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

const DESCRIPTION = "The demo shop of Vitrine: three thousand invented fashion products, ranked for whoever looks.";

/** No value can end the element it stands in, or begin another. */
const inScript = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");
