import { ImportError } from "./import-error.js";
import { xmlParser } from "./xml-items.js";

/** Elements of one path from the root. */
export interface XmlPath {
  readonly names: readonly string[];
  /** The most of them in one element. */
  repeats: number;
  /** Names of elements and attributes in them. */
  readonly fields: Set<string>;
}

export interface XmlSurvey {
  /** In small letters, without prefix; "" where there is none. */
  readonly root: string;
  readonly paths: readonly XmlPath[];
}

/** More different elements, or fields of one, are no list of products. */
const MAX_PATHS = 2_000;
const MAX_FIELDS = 500;

/** What elements the beginning of an XML file has, as far as it is well-formed. */
export function surveyXml(head: string): XmlSurvey {
  const paths = new Map<string, XmlPath>();
  const path: string[] = [];
  /** Of each open element: what it is, and how many elements of each name are in it so far. */
  const open: { readonly of: XmlPath | undefined; readonly counts: Map<string, number> }[] = [];
  let root = "";
  const parser = xmlParser(path, {
    opened(_label, attributes) {
      const name = path.at(-1) ?? "";
      if (root === "") root = name;
      const parent = open.at(-1);
      const count = (parent?.counts.get(name) ?? 0) + 1;
      parent?.counts.set(name, count);
      // Rows of a database have columns of one name: `<field name="price">`.
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
    // The head ends within the file; what is wrong with the file is said when it is read.
    if (!(error instanceof ImportError)) throw error;
  }
  return { root, paths: [...paths.values()] };
}

function addField(of: XmlPath | undefined, name: string): void {
  if (of !== undefined && of.fields.size < MAX_FIELDS) of.fields.add(name);
}

/** Fewer fields are no product; of attributes alone, a parameter or a currency. */
const MIN_FIELDS = 2;
const MIN_ATTRIBUTES = 3;

/** Lists of a product, however much they say. */
const WITHIN = /^(?:variants?|variations?|skus?|sizes?|images?|pictures?|params?|attributes?|options?|propert(?:y|ies)|features?|reviews?|stocks?|warehouses?|prices?)$/; // prettier-ignore

/**
 * The path of the elements that a file is a list of: of those that repeat under one parent, the ones with the most fields,
 * and of equal ones the outer. Undefined where nothing repeats.
 */
export function listedPath({ paths }: XmlSurvey): readonly string[] | undefined {
  // Categories and currencies are attributes around a text.
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
