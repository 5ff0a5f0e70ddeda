import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";

const BLOCKS = new Set(
  "p div br li ul ol h1 h2 h3 h4 h5 h6 tr table section article header footer blockquote hr dd dt pre".split(" "),
);
const UNSEEN = new Set(["script", "style", "template", "head", "noscript", "iframe", "svg"]);

/** Matches "&amp;" before a character reference. This sequence results from escaping a text twice. */
const ESCAPED_AGAIN = /&(?:amp;)+(?=(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);)/gi;

/**
 * Decodes character references in plain text: "iPad&#xAE;" → "iPad®", "Salt &amp;amp; Pepper" → "Salt & Pepper". Other
 * ampersands, as in "R&D" and "AT&T;", are unchanged.
 */
export function plainText(text: string): string {
  if (!text.includes("&")) return text;
  return decodeHTMLStrict(text.replaceAll(ESCAPED_AGAIN, "&")).replaceAll("\u00a0", " ").trim();
}

/**
 * Extracts the text of HTML, one paragraph per line. Plain text is returned unchanged. If all HTML tags are escaped,
 * they are decoded first.
 */
export function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  const text = textIn(html, "");
  return ESCAPED.test(html) && !hasMarkup(html) ? textIn(text, "") : text;
}

/** Matches escaped HTML: "&lt;p&gt;Warm&lt;/p&gt;". */
const ESCAPED = /^\s*&lt;[a-z][a-z\d]*(?:\s.*?)?&gt;.*&lt;\/[a-z][a-z\d]*&gt;/is;

/** Whether a value contains HTML elements, unlike "a < b" and "<3". */
export const hasMarkup = (text: string): boolean => /<\/?[a-z][a-z\d-]*(?:\s[^<>]*)?\/?>/i.test(text);

/** Returns the distinct texts of an HTML fragment. Each paragraph and each top-level element is a separate text. */
export const htmlTexts = (html: string): string[] => [
  ...new Set(
    textIn(html, "\n")
      .split("\n")
      .filter((text) => text !== ""),
  ),
];

/**
 * Extracts the text of an HTML fragment.
 * @param between text that is inserted between top-level elements if the HTML has no text outside of elements
 */
function textIn(html: string, between: "" | "\n"): string {
  let text = "";
  let unseen = 0;
  let depth = 0;
  let bare = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        depth += 1;
        if (UNSEEN.has(name)) unseen += 1;
        else text += BLOCKS.has(name) ? "\n" : name === "td" || name === "th" ? " " : "";
      },
      ontext(piece) {
        if (depth === 0 && piece.trim() !== "") bare += 1;
        if (unseen === 0) text += piece.replaceAll(/\s+/g, " ");
      },
      onclosetag(name) {
        depth -= 1;
        if (UNSEEN.has(name)) unseen -= 1;
        else if (BLOCKS.has(name)) text += "\n";
        if (depth === 0) text += OUTERMOST_END;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html.replaceAll(ESCAPED_AGAIN, "&"));
  return text
    .replaceAll(OUTERMOST_END, bare > 0 ? "" : between)
    .replaceAll(/[ \u00a0]+/g, " ")
    .replaceAll(/ ?\n[\n ]*/g, "\n")
    .trim();
}

/** Internal marker for the end of a top-level element: a character that cannot occur in HTML. */
const OUTERMOST_END = "\u0000";
