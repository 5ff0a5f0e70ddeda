import type { MarkdownRenderer } from "vitepress";
import { siteFile } from "./site-path.js";

/** Pages outside `docs/` that are part of the site, with their paths on the site. */
const BESIDE: Readonly<Record<string, string>> = { "../README.md": "/", "../SECURITY.md": "/security" };

/** Converts links between repository files to links of the site. Links to code become plain text. */
export function siteLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("site-links", ({ tokens }) => {
    for (const { children } of tokens)
      children?.forEach((link, position) => {
        if (link.type !== "link_open") return;
        const [page = "", anchor] = (link.attrGet("href") ?? "").split("#");
        const beside = Object.entries(BESIDE).find(([path]) => page === path || page === `../${path}`)?.[1];
        if (beside === undefined && /^(\.\.\/)+(?:packages\/|CHANGELOG\.md|CONTRIBUTING\.md|(?!.*\.md$))/.test(page)) {
          // Links do not nest, so the next closing tag belongs to this link.
          const end = children.slice(position).find(({ type }) => type === "link_close");
          Object.assign(link, { type: "span_open", tag: "span", attrs: null });
          if (end !== undefined) Object.assign(end, { type: "span_close", tag: "span" });
          return;
        }
        const to = beside ?? siteFile(page.replace(/^docs\//, ""));
        link.attrSet("href", anchor === undefined ? to : `${to}#${anchor}`);
      });
  });
}
