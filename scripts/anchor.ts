/**
 * Returns the anchor that GitHub generates for a heading, so that links work both on GitHub and on the documentation
 * site.
 */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, "")
    .replaceAll(" ", "-");
