import { expect } from "chai";
import { sectionsOf } from "../../../docs/.vitepress/sections.js";
import { groupsOf } from "../../../docs/.vitepress/table-of-contents.js";
import { apiPages } from "../../../scripts/api-pages.js";
import { openApiDocument } from "../../../src/openapi/openapi.js";

const heading = (level: number, id: string, text: string) =>
  `<h${level} id="${id}" tabindex="-1">${text} <a class="header-anchor" href="#${id}">&ZeroWidthSpace;</a></h${level}>`;

describe("sectionsOf", () => {
  it("each section of a handbook page has its heading, parent headings and the text up to the next heading", () => {
    const body = [
      heading(1, "events", "Events"),
      "<p>All of <code>them</code> &amp; more.</p>",
      heading(2, "history", "History"),
      '<div class="language-sh"><button title="Copy"></button><span class="lang">sh</span><pre>a &lt; b</pre></div>',
      heading(3, "late", "Late ones"),
      "<p>Too late.</p>",
      heading(2, "other", "Other"),
      "<p>Last.</p><footer>Next page</footer>",
    ].join("\n");
    const html = `<nav><h2 id="nav">Menu</h2></nav><main class="main"><div class="vp-doc _events">${body}</div></main>`;
    const section = (path: string, title: string, within: string[], text: string) => ({
      path,
      title,
      within,
      group: "How to",
      text,
    });
    expect(sectionsOf({ path: "/events", title: "Events", group: "How to", html })).to.deep.equal([
      section("/events", "Events", [], "All of them & more."),
      section("/events#history", "History", ["Events"], "a < b"),
      section("/events#late", "Late ones", ["Events", "History"], "Too late."),
      section("/events#other", "Other", ["Events"], "Last."),
    ]);
  });
});

describe("the handbook's table of contents", () => {
  it("the handbook's table of contents lists the headings and links of the first page", () => {
    const contents =
      "# Book\n\nBegin.\n\n## How to\n\n1. [Send](catalogue.md): feeds.\n2. Settings: `--help`.\n\n## Reference\n\n1. [Security](../SECURITY.md): keys.\n2. Read [why](decisions/README.md).\n";
    expect(groupsOf(contents)).to.deep.equal([
      { text: "How to", items: [{ text: "Send", link: "/catalogue" }] },
      {
        text: "Reference",
        items: [
          { text: "Security", link: "/security" },
          { text: "why", link: "/decisions/" },
        ],
      },
    ]);
  });
});

describe("the handbook's API reference", () => {
  const pages = apiPages();

  it("the handbook's API reference contains every operation with its parameters, and every schema with its fields", () => {
    const { paths, components } = openApiDocument("1");
    const all = pages.map(({ text }) => text).join("\n");
    const missing = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods)
        .map((method) => `\`${method.toUpperCase()} ${path}\``)
        .filter((heading) => !all.includes(heading)),
    );
    const schemas = pages.find(({ name }) => name === "schemas")?.text ?? "";
    const fields = Object.entries(components.schemas).flatMap(([name, { properties = {} }]) => {
      const own = schemas.split(`## ${name}\n`)[1]?.split("\n## ")[0] ?? "";
      return Object.keys(properties as object)
        .filter((field) => !own.includes(`\`${field}\``))
        .map((field) => `${name}.${field}`);
    });
    expect([missing, fields]).to.deep.equal([[], []]);
  });

  it("the handbook's API reference links only to existing schemas", () => {
    const anchors = new Set(Object.keys(openApiDocument("1").components.schemas).map((name) => name.toLowerCase()));
    const links = pages.flatMap(({ text }) =>
      [...text.matchAll(/\]\(schemas\.md#([^)]*)\)/g)].map(([, anchor = ""]) => anchor),
    );
    expect(links.length).to.be.greaterThan(20);
    expect(links.filter((anchor) => !anchors.has(anchor))).to.deep.equal([]);
  });
});
