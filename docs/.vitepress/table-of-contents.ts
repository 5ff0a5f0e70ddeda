import { sitePath } from "./site-path.js";

export interface Group {
  readonly text: string;
  readonly items: { text: string; link: string }[];
}

/** The groups of a page that has a heading and a list of links for each: `1. [Title](page.md): what it says`. */
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

/** @param page as a link of `docs/README.md` names it, without its ending */
function linkTo(page: string): string {
  if (page === "../SECURITY") return "/security";
  return sitePath(`${page}.md`);
}
