import { decodeHTMLStrict } from "entities";
import { SaxesParser } from "saxes";
import { ImportError } from "./import-error.js";
import { withBoundedRecords } from "./text-source.js";

/** An XML element of a record. Element and attribute names omit namespace prefixes. */
export interface XmlElement {
  /** Element name in lower case. */
  readonly name: string;
  /** Element name in the file's spelling. */
  readonly label: string;
  readonly line: number;
  /** Attribute values keyed by lower-case name without prefix; "xml:lang" becomes `lang`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Text directly in the element, without the text of child elements. */
  readonly text: string;
  readonly children: readonly XmlElement[];
}

/** Returns whether an element is a record, based on the lower-case path from the root to the element. */
export type IsItem = (path: readonly string[]) => boolean;

/** Nesting limit. */
const MAX_DEPTH = 20;
/** Maximum length of element and attribute names in characters. */
const MAX_NAME = 1_000;
/** Maximum number of elements in a record. */
const MAX_ELEMENTS = 50_000;

interface Open extends XmlElement {
  text: string;
  readonly children: Open[];
}

/** Yields the records of an XML file. @throws {ImportError} with the line if the XML is not well-formed */
export async function* xmlItems(text: AsyncIterable<string>, isItem: IsItem): AsyncGenerator<XmlElement> {
  const { pieces, ended } = withBoundedRecords(text);
  const found: XmlElement[] = [];
  const path: string[] = [];
  const open: Open[] = [];
  let elements = 0;
  /** Current nesting depth of HTML elements in the text of the current XML element. */
  let markup = 0;
  const parser = xmlParser(path, {
    opened(label, attributes) {
      if (open.length === 0 && !isItem(path)) return;
      const parent = open.at(-1);
      const name = path.at(-1) ?? "";
      if (parent !== undefined && HTML.has(name) && (markup > 0 || LONG_TEXT.test(parent.name))) {
        markup += 1;
        parent.text += `<${name}>`;
        return;
      }
      elements = open.length === 0 ? 0 : elements + 1;
      if (elements > MAX_ELEMENTS)
        throw new ImportError(`line ${parser.line}: more than ${MAX_ELEMENTS} elements belong to one record, too many for a product`); // prettier-ignore
      const element = { name, label, line: parser.line, attributes, text: "", children: [] };
      parent?.children.push(element);
      open.push(element);
    },
    text(piece) {
      const element = open.at(-1);
      if (element !== undefined) element.text += piece;
    },
    closed() {
      const text = open.at(-1);
      if (markup > 0 && text !== undefined) {
        markup -= 1;
        text.text += `</${path.at(-1)}>`;
        return;
      }
      const element = open.pop();
      if (element === undefined) return;
      element.text = element.text.trim();
      if (open.length === 0) found.push(element);
    },
  });
  for await (const piece of pieces) {
    parser.write(piece);
    if (found.length > 0) ended();
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

/** HTML elements that some feeds include without escaping. */
const HTML = new Set(
  "p br b strong em i u ul ol li div span a h1 h2 h3 h4 h5 h6 table thead tbody tr td th img hr".split(" "),
);
const LONG_TEXT = /desc|text|content|summary|popis|opis|beschreibung|описан|опис/;

interface XmlHandlers {
  /** Called for each start tag. @param label element name without prefix, which is also the last entry of the path */
  readonly opened: (label: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (piece: string) => void;
  readonly closed: () => void;
}

/** Creates an XML parser that keeps the path from the root to the current element in `path`. */
export function xmlParser(path: string[], { opened, text, closed }: XmlHandlers): SaxesParser {
  const parser = new SaxesParser({ position: true });
  Object.assign(parser.ENTITIES, HTML_ENTITIES);
  parser.on("opentag", ({ name, attributes }) => {
    if (path.length >= MAX_DEPTH) throw new ImportError(`line ${parser.line}: elements are nested too deeply`);
    const values = Object.entries(attributes as Record<string, string>);
    if ([name, ...Object.keys(attributes)].some(({ length }) => length > MAX_NAME))
      throw new ImportError(`line ${parser.line}: an element or attribute name is longer than ${MAX_NAME} characters`);
    const label = localName(name);
    path.push(label.toLowerCase());
    opened(label, Object.fromEntries(values.map(([key, value]) => [localName(key).toLowerCase(), value.trim()])));
  });
  if (text !== undefined) {
    parser.on("text", text);
    parser.on("cdata", text);
  }
  parser.on("closetag", () => {
    closed();
    path.pop();
  });
  parser.on("error", ({ message }) => {
    throw new ImportError(`line ${parser.line}: the XML is not well-formed: ${message.replace(/^\d+:\d+: /, "")}`);
  });
  return parser;
}

/** HTML entities that feeds use without declaring them. */
const HTML_ENTITIES: Readonly<Record<string, string>> = Object.fromEntries(
  "nbsp ensp emsp thinsp shy zwnj zwj ndash mdash hellip bull middot laquo raquo lsaquo rsaquo ldquo rdquo bdquo lsquo rsquo sbquo copy reg trade euro pound yen cent sect para deg plusmn times divide frac12 frac14 frac34 sup1 sup2 sup3 micro permil acute agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml ntilde ograve oacute ocirc otilde ouml oslash oelig ugrave uacute ucirc uuml yacute szlig Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml Ntilde Ograve Oacute Ocirc Otilde Ouml Oslash OElig Ugrave Uacute Ucirc Uuml Yacute iexcl iquest ordf ordm"
    .split(" ")
    .map((name) => [name, decodeHTMLStrict(`&${name};`)]),
);

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/**
 * Returns the texts of a record, keyed by dotted element path, in document order. The path of the record's own text is
 * "". Includes `href` attributes, which Atom uses for links.
 */
export function textsByPath(item: XmlElement): ReadonlyMap<string, readonly string[]> {
  const fields = new Map<string, string[]>();
  const add = (name: string, value: string | undefined) => {
    if (value === undefined || value === "") return;
    const values = fields.get(name);
    if (values === undefined) fields.set(name, [value]);
    else values.push(value);
  };
  const walk = ({ text, children }: XmlElement, path: string) => {
    for (const child of children) {
      const name = path === "" ? child.name : `${path}.${child.name}`;
      add(name, child.attributes["href"]);
      walk(child, name);
    }
    add(path, text);
  };
  walk(item, "");
  return fields;
}

/**
 * Returns the non-empty values that a selector matches: "imgs.main@url" selects the attribute `url` of the elements
 * `main` in `imgs`, "@id" selects the attribute `id` of the item.
 */
export function valuesAt(item: XmlElement, selector: string): string[] {
  const at = selector.indexOf("@");
  const attribute = at === -1 ? undefined : selector.slice(at + 1);
  return elementsAt(item, at === -1 ? selector : selector.slice(0, at))
    .map(({ text, attributes }) => (attribute === undefined ? text : (attributes[attribute] ?? "")))
    .filter((value) => value !== "");
}

/** Returns the elements at a dotted path in a record; "" selects the record. */
export function elementsAt(item: XmlElement, path: string): readonly XmlElement[] {
  if (path === "") return [item];
  const dot = path.indexOf(".");
  const name = dot === -1 ? path : path.slice(0, dot);
  const found = item.children.filter((child) => child.name === name);
  return dot === -1 ? found : found.flatMap((child) => elementsAt(child, path.slice(dot + 1)));
}

export interface XmlPair {
  readonly name: string;
  readonly values: readonly string[];
  readonly unit: string;
}

/**
 * Parses a name-value pair: `<param name="Size" unit="EU">38</param>` or
 * `<PARAM><PARAM_NAME>Size</PARAM_NAME><VAL>38</VAL></PARAM>`; undefined for other elements.
 */
export function pairOf({ attributes, text, children }: XmlElement): XmlPair | undefined {
  const valued = children.filter((child) => PAIR_VALUE.test(child.name));
  const named = children.filter((child) => PAIR_NAME.test(child.name));
  const isWhole = valued.length + named.length === children.length && named.length < 2;
  const name = named[0]?.text ?? attributes["name"] ?? "";
  const values = [...(named.length === 0 ? [text] : []), ...valued.map((child) => child.text)].filter(Boolean);
  return isWhole && name !== "" && values.length > 0 ? { name, values, unit: attributes["unit"] ?? "" } : undefined;
}

const PAIR_NAME = /(?:^|_)(?:name|title|key)$/;
const PAIR_VALUE = /(?:^|_)(?:val|values?|text)$/;
