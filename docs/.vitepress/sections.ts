/** A heading of a page with the text below it, up to the next one. */
export interface Section {
  /** Path below the site's base, with the anchor of the heading: "/events#erasing-a-shopper". */
  readonly path: string;
  readonly title: string;
  /** The titles of the page and of the headings above, without its own. */
  readonly within: readonly string[];
  readonly group: string;
  readonly text: string;
}

export interface RenderedPage {
  readonly path: string;
  readonly title: string;
  readonly group: string | undefined;
  /** As the generator renders it: every heading has an id. */
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

/** Without what the generator adds for eyes alone: the anchors of headings, line numbers, names of languages. */
const textOf = (html: string): string =>
  html
    .replace(/<a class="header-anchor"[\s\S]*?<\/a>|<button[\s\S]*?<\/button>|<span class="lang">[\s\S]*?<\/span>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&(\w+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .replace(/[\s\u200b]+/g, " ")
    .trim();
