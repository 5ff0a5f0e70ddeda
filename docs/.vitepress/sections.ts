/** Heading of a page, with the text up to the next heading. */
export interface Section {
  /** Path below the site's base, with the anchor of the heading: "/events#erasing-a-shopper". */
  readonly path: string;
  readonly title: string;
  /** Title of the page and of the headings above the section, without the section's own title. */
  readonly within: readonly string[];
  readonly group: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly group: string | undefined;
  /** HTML as rendered by VitePress, in which every heading has an id. */
  readonly html: string;
}

const HEADING = /<h([1-3]) id="([^"]*)"[^>]*>([\s\S]*?)<\/h\1>/g;

export function sectionsOf({ path, title, group = "Interface", html }: RenderedPage): Section[] {
  const body = /<div[^>]*class="[^"]*vp-doc[\s\S]*?(?=<footer|$)/.exec(html)?.[0] ?? html;
  const headings = [...body.matchAll(HEADING)];
  const above: (string | undefined)[] = [];
  return headings.map((heading, position) => {
    const [whole, level = "1", id = "", inner = ""] = heading;
    const text = textOf(body.slice(heading.index + whole.length, headings[position + 1]?.index));
    const own = textOf(inner);
    above.length = Number(level) - 1;
    above[Number(level) - 1] = own;
    const within = above.slice(0, -1).filter((one) => one !== undefined);
    return { path: level === "1" ? path : `${path}#${id}`, title: own || title, within, group, text };
  });
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/**
 * Extracts the text of a page. Removes elements that VitePress adds: heading anchors, buttons and the language labels
 * of code blocks.
 */
const textOf = (html: string): string =>
  html
    .replace(/<a class="header-anchor"[\s\S]*?<\/a>|<button[\s\S]*?<\/button>|<span class="lang">[\s\S]*?<\/span>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[\s\u200b]+/g, " ")
    .trim();
