/**
 * User agent of a regular browser. The user agent of a headless browser would be classified as a bot, whose events are
 * stored but do not change taste profiles.
 */
export const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
