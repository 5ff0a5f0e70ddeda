/** Pages that have another name in the site than in the repository, by their paths below `docs/`. */
export const RENAMED: Readonly<Record<string, string>> = {
  "README.md": "index.md",
  "decisions/README.md": "decisions/index.md",
  "api/README.md": "api/index.md",
  "configuration/README.md": "configuration/index.md",
  "developers/README.md": "developers/index.md",
  "ARCHITECTURE.md": "architecture.md",
};

/** The path below the site's base of a page of the site: "decisions/index.md" → "/decisions/". */
export const sitePath = (page: string): string => `/${page.replace(/(?:(^|\/)index)?\.md$/, "$1")}`;
