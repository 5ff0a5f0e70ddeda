import { ImportError } from "./import-error.js";
import { xmlParser } from "./xml-items.js";

/** Statistics about all elements with the same path in an XML file. */
export interface XmlPath {
  readonly names: readonly string[];
  /** Maximum number of elements with this path within the same parent element. */
  repeats: number;
  /** Names of child elements and attributes. */
  readonly fields: Set<string>;
}

export interface XmlScan {
  /** Name of the root element in lower case without prefix; "" for an empty file. */
  readonly root: string;
  readonly paths: readonly XmlPath[];
}

/** Maximum number of element paths, and of fields per path, to limit memory. */
const MAX_PATHS = 2_000;
const MAX_FIELDS = 500;

/** Collects statistics of the elements at the start of an XML file, up to the first XML error. */
export function scanXml(head: string): XmlScan {
  const paths = new Map<string, XmlPath>();
  const path: string[] = [];
  /** The currently open elements, with the number of child elements by name. */
  const open: { readonly of: XmlPath | undefined; readonly counts: Map<string, number> }[] = [];
  let root = "";
  const parser = xmlParser(path, {
    opened(_label, attributes) {
      const name = path.at(-1) ?? "";
      if (root === "") root = name;
      const parent = open.at(-1);
      const count = (parent?.counts.get(name) ?? 0) + 1;
      parent?.counts.set(name, count);
      // Database dumps have fields with a name attribute: `<field name="price">`.
      addField(parent?.of, attributes["name"] === undefined ? name : `${name} ${attributes["name"]}`);
      const key = path.join(" ");
      let of = paths.get(key);
      if (of === undefined && paths.size < MAX_PATHS) {
        of = { names: [...path], repeats: 0, fields: new Set() };
        paths.set(key, of);
      }
      if (of !== undefined) of.repeats = Math.max(of.repeats, count);
      for (const attribute of Object.keys(attributes)) addField(of, `@${attribute}`);
      open.push({ of, counts: new Map() });
    },
    closed: () => void open.pop(),
  });
  try {
    parser.write(head).close();
  } catch (error) {
    // Ignores errors, because the head of the file ends within a record. Errors are reported during the import.
    if (!(error instanceof ImportError)) throw error;
  }
  return { root, paths: [...paths.values()] };
}

function addField(of: XmlPath | undefined, name: string): void {
  if (of !== undefined && of.fields.size < MAX_FIELDS) of.fields.add(name);
}

/** Minimum number of fields for an element to count as a record. */
const MIN_FIELDS = 2;
/** Minimum number of attributes in a record without child elements. Parameters and currencies have two attributes. */
const MIN_ATTRIBUTES = 3;

/** Matches the element names of lists inside a product. */
const WITHIN = /^(?:variants?|variations?|skus?|sizes?|images?|pictures?|params?|attributes?|options?|propert(?:y|ies)|features?|reviews?|stocks?|warehouses?|prices?)$/; // prettier-ignore

/**
 * Returns the path of the records: the outermost repeated elements with the most fields. Returns undefined if no
 * elements are repeated.
 */
export function listedPath({ paths }: XmlScan): readonly string[] | undefined {
  // Elements without child elements, such as categories and currencies, need at least `MIN_ATTRIBUTES` attributes.
  const elementsIn = ({ fields }: XmlPath) => [...fields].filter((field) => !field.startsWith("@")).length;
  const repeated = paths.filter(
    (path) => path.repeats > 1 && path.fields.size >= (elementsIn(path) > 0 ? MIN_FIELDS : MIN_ATTRIBUTES),
  );
  const isIn = ({ names }: XmlPath, outer: XmlPath) =>
    outer.names.length < names.length && outer.names.every((name, at) => name === names[at]);
  const lists = repeated.filter(
    (one) =>
      !repeated.some(
        (outer) => isIn(one, outer) && (outer.fields.size >= one.fields.size || WITHIN.test(one.names.at(-1) ?? "")),
      ),
  );
  const weight = (path: XmlPath) => (path.fields.size + elementsIn(path)) * Math.log2(1 + path.repeats);
  return lists.sort((a, b) => weight(b) - weight(a))[0]?.names;
}
