import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";

const BLOCKS = new Set(
  "p div br li ul ol h1 h2 h3 h4 h5 h6 tr table section article header footer blockquote hr dd dt pre".split(" "),
);
const UNSEEN = new Set(["script", "style", "template", "head", "noscript", "iframe", "svg"]);

/** "&amp;" before what is a character reference without it: escaped more than once. */
const ESCAPED_AGAIN = /&(?:amp;)+(?=(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);)/gi;

/**
 * A value that is no HTML, as a reader sees it: "iPad&#xAE;" → "iPad®", "Salt &amp;amp; Pepper" → "Salt & Pepper". An
 * ampersand that begins no character reference stays: "R&D", "AT&T;".
 */
export function plainText(text: string): string {
  if (!text.includes("&")) return text;
  return decodeHTMLStrict(text.replaceAll(ESCAPED_AGAIN, "&")).replaceAll("\u00a0", " ").trim();
}

/** The text of a piece of HTML as a reader sees it, one paragraph a line; of plain text, the same text. */
export function htmlText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  let text = "";
  let unseen = 0;
  const parser = new Parser(
    {
      onopentagname(name) {
        if (UNSEEN.has(name)) unseen += 1;
        else text += BLOCKS.has(name) ? "\n" : name === "td" || name === "th" ? " " : "";
      },
      ontext(piece) {
        if (unseen === 0) text += piece.replaceAll(/\s+/g, " ");
      },
      onclosetag(name) {
        if (UNSEEN.has(name)) unseen -= 1;
        else if (BLOCKS.has(name)) text += "\n";
      },
    },
    { decodeEntities: true },
  );
  parser.end(html.replaceAll(ESCAPED_AGAIN, "&"));
  return text
    .replaceAll(/[ \u00a0]+/g, " ")
    .replaceAll(/ ?\n[\n ]*/g, "\n")
    .trim();
}
