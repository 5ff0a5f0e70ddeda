import { SaxesParser } from "saxes";
import { ImportError } from "./import-error.js";
import { withBoundedRecords } from "./text-source.js";

/** An element that is an item: the texts of the elements in it by name without prefix, those of nested ones by dotted names, its own by "". */
export interface XmlItem {
  /** The item's own element. */
  readonly name: string;
  readonly line: number;
  /** Of the item's own element, by names in small letters. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Attributes of elements in it as "param@name", as many as there are elements, "" for those without. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** `<item>` of RSS and `<entry>` of Atom. */
export const FEED_ITEMS: ReadonlySet<string> = new Set(["item", "entry"]);
export const YML_ITEMS: ReadonlySet<string> = new Set(["offer", "category"]);
/** Of attributes below an item, those that are read. */
const ATTRIBUTES: ReadonlyMap<string, readonly string[]> = new Map([["param", ["name", "unit"]]]);
/** Deeper elements are no part of a product feed. */
const MAX_DEPTH = 20;

/** @throws ImportError with the line, for what is not well-formed */
export async function* xmlItems(
  text: AsyncIterable<string>,
  items: ReadonlySet<string> = FEED_ITEMS,
): AsyncGenerator<XmlItem> {
  const { pieces, ended } = withBoundedRecords(text);
  const found: XmlItem[] = [];
  let item: (Omit<XmlItem, "fields"> & { readonly fields: Map<string, string[]> }) | undefined;
  let path: string[] = [];
  let content = "";
  const parser = new SaxesParser({ position: true });
  parser.on("opentag", ({ name, attributes }) => {
    content = "";
    const own = localName(name);
    if (item === undefined) {
      if (!items.has(own)) return;
      const named = Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), String(value).trim()]);
      item = {
        name: own,
        line: parser.line,
        attributes: Object.fromEntries(named) as Record<string, string>,
        fields: new Map(),
      };
      path = [];
      return;
    }
    if (path.length >= MAX_DEPTH) throw new ImportError(`line ${parser.line}: elements are nested too deeply`);
    path.push(own);
    // Atom has a link as an attribute.
    if (attributes["href"] !== undefined) add(item.fields, path.join("."), attributes["href"] as string);
    for (const key of ATTRIBUTES.get(own) ?? [])
      push(item.fields, `${own}@${key}`, ((attributes[key] as string | undefined) ?? "").trim());
  });
  const collect = (piece: string) => {
    if (item !== undefined) content += piece;
  };
  parser.on("text", collect);
  parser.on("cdata", collect);
  parser.on("closetag", () => {
    if (item === undefined) return;
    if (path.length === 0) {
      add(item.fields, "", content);
      found.push(item);
      item = undefined;
      return;
    }
    const own = path.at(-1) ?? "";
    // Wherever it stands: some put them all into an element of their own.
    if (ATTRIBUTES.has(own)) push(item.fields, own, content.trim());
    else add(item.fields, path.join("."), content);
    path.pop();
    content = "";
  });
  parser.on("error", ({ message }) => {
    throw new ImportError(`line ${parser.line}: the XML is not well-formed: ${message.replace(/^\d+:\d+: /, "")}`);
  });
  for await (const piece of pieces) {
    parser.write(piece);
    if (found.length > 0) ended();
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();

function add(fields: Map<string, string[]>, name: string, value: string): void {
  const trimmed = value.trim();
  if (trimmed !== "") push(fields, name, trimmed);
}

function push(fields: Map<string, string[]>, name: string, value: string): void {
  const values = fields.get(name);
  if (values === undefined) fields.set(name, [value]);
  else values.push(value);
}
