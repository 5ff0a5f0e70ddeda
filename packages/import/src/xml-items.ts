import { SaxesParser } from "saxes";
import { ImportError } from "./import-error.js";

/** An `<item>` of RSS or `<entry>` of Atom: the texts of its elements by name without prefix, those of nested ones by dotted names. */
export interface XmlItem {
  readonly line: number;
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

const ITEMS = new Set(["item", "entry"]);
/** Deeper elements are no part of a product feed. */
const MAX_DEPTH = 20;

/** @throws ImportError with the line, for what is not well-formed */
export async function* xmlItems(pieces: AsyncIterable<string>): AsyncGenerator<XmlItem> {
  const found: XmlItem[] = [];
  let fields: Map<string, string[]> | undefined;
  let line = 0;
  let path: string[] = [];
  let text = "";
  const parser = new SaxesParser({ position: true });
  parser.on("opentag", ({ name, attributes }) => {
    text = "";
    const own = localName(name);
    if (fields === undefined) {
      if (!ITEMS.has(own)) return;
      fields = new Map();
      line = parser.line;
      path = [];
      return;
    }
    if (path.length >= MAX_DEPTH) throw new ImportError(`line ${parser.line}: elements are nested too deeply`);
    path.push(own);
    // Atom has a link as an attribute.
    if (attributes["href"] !== undefined) add(fields, path.join("."), attributes["href"] as string);
  });
  const collect = (piece: string) => {
    if (fields !== undefined) text += piece;
  };
  parser.on("text", collect);
  parser.on("cdata", collect);
  parser.on("closetag", () => {
    if (fields === undefined) return;
    if (path.length === 0) {
      found.push({ line, fields });
      fields = undefined;
      return;
    }
    add(fields, path.join("."), text);
    path.pop();
    text = "";
  });
  parser.on("error", ({ message }) => {
    throw new ImportError(`line ${parser.line}: the XML is not well-formed: ${message.replace(/^\d+:\d+: /, "")}`);
  });
  for await (const piece of pieces) {
    parser.write(piece);
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();

function add(fields: Map<string, string[]>, name: string, value: string): void {
  const trimmed = value.trim();
  if (trimmed === "") return;
  const values = fields.get(name);
  if (values === undefined) fields.set(name, [trimmed]);
  else values.push(trimmed);
}
