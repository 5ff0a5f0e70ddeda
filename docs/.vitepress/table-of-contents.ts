import { sitePath } from "./site-path.js";

export interface Group {
  readonly text: string;
  readonly items: { text: string; link: string }[];
}

/** Parses a table of contents in Markdown. Each heading starts a group, followed by a numbered list of its pages. */
export function groupsOf(contents: string): Group[] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const items = [...part.matchAll(/^\d+\. .*?\[(.+?)\]\((?!\w+:|\.\.\/packages\/)(.+?)\.md\)/gm)];
      return {
        text: part.slice(0, part.indexOf("\n")),
        items: items.map(([, text = "", page = ""]) => ({ text, link: linkTo(page) })),
      };
    });
}

/**
 * Returns the site path of a page.
 * @param page path as in the links of `docs/README.md`, without the file extension
 */
function linkTo(page: string): string {
  if (page === "../SECURITY") return "/security";
  return sitePath(`${page}.md`);
}
