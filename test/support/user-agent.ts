/**
 * A user agent as people have it, without the word that marks a headless browser as a bot: what programs do is stored and
 * teaches nothing.
 */
export const BROWSER =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
