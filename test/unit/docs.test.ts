import { readFile, readdir } from "node:fs/promises";
import { dirname, join, normalize, relative } from "node:path";
import { expect } from "chai";
import { anchorOf } from "../../scripts/anchor.js";
import { CHECKOUT } from "../support/process.js";

const folder = async (path: string): Promise<string[]> =>
  (await readdir(join(CHECKOUT, path), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(CHECKOUT, join(entry.parentPath, entry.name)));

const PACKAGES = (await folder("packages")).filter((path) => !path.includes("node_modules"));
const isPage = (path: string) => path.endsWith(".md");

/** Whether a documentation page contains its own text. The page that only includes SECURITY.md does not. */
const isWritten = (path: string) => path !== "docs/security.md";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...[...(await folder("docs")), ...PACKAGES].filter(isPage).filter(isWritten),
].sort();
const SOURCES = (
  await Promise.all(["src", "console", "local-engine", "demo", "test", "quality", "scripts"].map(folder))
)
  .flat()
  .concat(PACKAGES);
const PICTURES = (await folder("docs")).filter((path) => path.startsWith("docs/images/"));
const texts = new Map(
  await Promise.all(PAGES.map(async (page) => [page, await readFile(join(CHECKOUT, page), "utf8")] as const)),
);

/** Returns a page without its code blocks. */
const prose = (text: string) => text.replace(/^( *)```[\s\S]*?^\1```$/gm, "");

/** Returns the GitHub anchors of a page's headings. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const anchor = anchorOf(heading.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1"));
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${String(count)}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Returns the relative links of a page. Each link consists of a path in the repository and an anchor, if any. */
const linksOf = (page: string, text: string) =>
  [...prose(text).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].map(([, path = "", anchor]) => ({
    target: path === "" ? page : normalize(join(dirname(page), path)),
    anchor,
  }));

describe("pages in docs/, README.md and SECURITY.md", () => {
  it("every documentation page links only to existing files and headings", () => {
    const files = new Set([...PAGES, ...SOURCES, ...PICTURES]);
    const folders = new Set([...files].flatMap((file) => [dirname(file), dirname(dirname(file))]));
    const broken = [...texts].flatMap(([page, text]) =>
      linksOf(page, text)
        .filter(({ target, anchor }) => {
          const isThere = files.has(target) || folders.has(target.replace(/\/$/, ""));
          return !isThere || (anchor !== undefined && !anchorsOf(texts.get(target) ?? "").has(anchor));
        })
        .map(({ target, anchor }) => `${page} → ${target}${anchor === undefined ? "" : `#${anchor}`}`),
    );
    expect(broken).to.deep.equal([]);
  });

  it("every documentation page is reachable from README.md through links", () => {
    const reached = new Set(["README.md"]);
    for (const page of reached) {
      for (const { target } of linksOf(page, texts.get(page) ?? "")) if (texts.has(target)) reached.add(target);
    }
    expect([...reached].sort()).to.deep.equal(PAGES);
  });

  it("every documentation page mentions only existing source files", () => {
    const missing = [...texts].flatMap(([page, text]) =>
      [...text.matchAll(/`([\w-]+(?:\/[\w-]+)*(?:\.test)?\.ts)`/g)]
        .map(([, file = ""]) => file)
        .filter((file) => !SOURCES.some((source) => source === file || source.endsWith(`/${file}`)))
        .map((file) => `${page}: ${file}`),
    );
    expect(missing).to.deep.equal([]);
  });
});

describe("docs/decisions", () => {
  const records = PAGES.filter((page) => /^docs\/decisions\/\d/.test(page));
  const index = texts.get("docs/decisions/README.md") ?? "";

  it("decision records are numbered from 1 without gaps", () => {
    const numbers = records.map((page) => Number(/\/(\d{4})-/.exec(page)?.[1]));
    const titles = records.map((page) => Number(/^# (\d+)\. /.exec(texts.get(page) ?? "")?.[1]));
    expect(titles).to.deep.equal(numbers);
    const superseded = [...index.matchAll(/^\| (\d+) +\| [^[|]+\| \[\d+\]\(/gm)].map(([, number]) => Number(number));
    const all = [...numbers, ...superseded].sort((a, b) => a - b);
    expect(all).to.deep.equal(all.map((_, position) => position + 1));
  });

  it("every decision record has a status", () => {
    expect(records.filter((page) => !/^\*\*Status:\*\* \S/m.test(texts.get(page) ?? ""))).to.deep.equal([]);
  });

  it("the index of decision records lists every record with its number and title", () => {
    const rows = [...index.matchAll(/^\| (\d+) +\| \[(.+?)\]\((.+?)\)/gm)].map(([, ...row]) => row);
    const expected = records.map((page) => {
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(texts.get(page) ?? "") ?? [];
      return [number, title, page.replace("docs/decisions/", "")];
    });
    expect(rows).to.deep.equal(expected);
  });
});
