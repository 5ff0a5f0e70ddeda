/** Path of a page in the site, below `docs/`: READMEs are the index pages of their folders. */
export const siteFile = (page: string): string =>
  page.replace(/(^|\/)README\.md$/, "$1index.md").replace("ARCHITECTURE.md", "architecture.md");

/** URL path of a page below the site's base: "decisions/README.md" → "/decisions/". */
export const sitePath = (page: string): string => `/${siteFile(page).replace(/(?:(^|\/)index)?\.md$/, "$1")}`;
