import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitepress";
import { sectionsOf, type Section } from "./sections.js";
import { anchorOf } from "../../scripts/anchor.js";
import { apiPages } from "../../scripts/api-pages.js";
import { siteLinks } from "./site-links.js";
import { siteFile, sitePath } from "./site-path.js";
import { groupsOf } from "./table-of-contents.js";

const docs = fileURLToPath(new URL("..", import.meta.url));
const groups = groupsOf(readFileSync(join(docs, "README.md"), "utf8"));
const api = apiPages().map(({ name, title }) => ({ text: title, link: sitePath(`api/${name}.md`) }));
const decisions = [
  ...readFileSync(join(docs, "decisions/README.md"), "utf8").matchAll(/^\| \d+ +\| \[(.+?)\]\((.+?)\.md\)/gm),
];

const icon = readFileSync(join(docs, "../demo/shop/favicon.svg"), "utf8");

const sections: Section[] = [];

/** The static site of `docs/`; its table of contents is `docs/README.md`. */
export default defineConfig({
  title: "Vitrine",
  head: [["link", { rel: "icon", href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  description: "Self-hosted product listings, search and recommendations for storefronts",
  base: "/handbook/",
  outDir: "../dist/handbook",
  cacheDir: "../.cache/vitepress",
  cleanUrls: true,
  // Hides the update dates of pages, because file dates are the dates of the checkout.
  lastUpdated: false,
  rewrites: siteFile,
  // Creates anchors like GitHub, so that links with underscores such as `#sort_keys` work on the site and on GitHub.
  markdown: { config: siteLinks, languageAlias: { ndjson: "json" }, anchor: { slugify: anchorOf } },
  // Imports `@vitrine/client` from source files, as in the rest of the repository.
  vite: { resolve: { alias: { "@vitrine/client": join(docs, "../packages/client/src/index.ts") } } },
  themeConfig: {
    outline: [2, 3],
    search: { provider: "local" },
    sidebar: [
      ...groups,
      { text: "Interface", collapsed: true, items: api },
      {
        text: "All decisions",
        collapsed: true,
        items: decisions.map(([, text = "", page = ""]) => ({ text, link: `/decisions/${page}` })),
      },
    ],
  },
  transformHtml(_html, _file, { pageData, content }) {
    const path = sitePath(pageData.relativePath);
    const group = groups.find(({ items }) => items.some(({ link }) => link === path))?.text;
    sections.push(...sectionsOf({ path, title: pageData.title, group, html: content }));
  },
  /** Writes the sections of all pages as NDJSON, which the service indexes for the site's search. */
  async buildEnd({ outDir }) {
    const sorted = sections.sort((a, b) => (a.path < b.path ? -1 : 1));
    await writeFile(join(outDir, "sections.ndjson"), sorted.map((section) => `${JSON.stringify(section)}\n`).join(""));
  },
});
