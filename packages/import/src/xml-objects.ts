import type { Json } from "../../../src/catalog/product-document.js";
import { byName } from "./platform-rows.js";
import { nameScore, wordOf } from "./header-words.js";
import { type JsonObject, VARIANTS } from "./json-object.js";
import { pairOf, type XmlElement, type XmlPair } from "./xml-items.js";
import { withUnit } from "./xml-products.js";

/**
 * Converts an XML element to a JSON object: elements and attributes by dotted name, repeated elements as lists,
 * name-value pairs by their name, and variants as objects.
 */
export function objectOf(item: XmlElement): JsonObject {
  const fields = new Map<string, string[]>();
  const pairs: { readonly name: string; readonly long: string; readonly values: readonly string[] }[] = [];
  const variants = new Map<string, JsonObject[]>();
  const add = (name: string, values: readonly string[]) => {
    const known = fields.get(name);
    if (known !== undefined) for (const value of values) known.push(value);
    else if (values.length > 0) fields.set(name, [...values]);
  };
  const walk = ({ attributes, text, children }: XmlElement, path: string) => {
    const below = (name: string) => (path === "" ? name : `${path}.${name}`);
    for (const [name, value] of Object.entries(attributes)) if (value !== "") add(below(name), [value]);
    for (const child of children) {
      const list = path === "" ? variantsIn(child) : undefined;
      const pair = pairOf(child) ?? kindOfAmount(child);
      if (list !== undefined) {
        const known = variants.get(list.name) ?? [];
        for (const element of list.elements) known.push(objectOf(element));
        variants.set(list.name, known);
      } else if (pair !== undefined)
        pairs.push({
          name: columnOf(child.label, pair.name),
          long: below(`${child.label}.${pair.name}`),
          values: withUnit(pair),
        });
      else walk(child, below(child.label));
    }
    if (path !== "" && text !== "") add(path, [text]);
  };
  walk(item, "");
  const direct = new Set(fields.keys());
  // A name-value pair gets a longer column name if an element has the same name.
  for (const { name, long, values } of pairs) add(direct.has(name) ? long : name, values);
  const single = [...fields].map(([name, values]) => [name, values.length === 1 ? (values[0] ?? "") : values] as const);
  return Object.fromEntries<Json>([...single, ...variants]);
}

/** Parses a qualified amount: `<price type="retail">9.50</price>`. */
function kindOfAmount({ label, attributes, text, children }: XmlElement): XmlPair | undefined {
  if (!namesValues(label)) return undefined;
  const name = KINDS.map((kind) => attributes[kind]).find((kind) => kind !== undefined && kind !== "");
  return name === undefined || text === "" || children.length > 0 ? undefined : { name, values: [text], unit: "" };
}

const KINDS = ["type", "kind", "group", "pricelist"] as const;

const TELLING = ["price", "original_price", "in_stock", "images", "category", "title", "description"] as const;

/**
 * Returns the column name of a name-value pair: "Color" for `<param name="Color">`, "price retail" for `<price
 * name="retail">`.
 */
const columnOf = (label: string, name: string): string => (namesValues(label) ? `${label} ${name}` : name);

/**
 * Whether the `name` attribute of an element distinguishes several values of one property, such as prices, images and
 * titles: `<price name="retail">`.
 */
export const namesValues = (label: string): boolean => telling(label) === "yes";
const telling = byName((label) => (TELLING.some((role) => nameScore(wordOf(label), role) > 0.6) ? "yes" : "no"));

/** Finds variants in `<variants><variant>…</variant></variants>`, or in repeated `<variant>…</variant>`. */
function variantsIn(
  child: XmlElement,
): { readonly name: string; readonly elements: readonly XmlElement[] } | undefined {
  const isRecord = ({ children, attributes }: XmlElement) => children.length + Object.keys(attributes).length > 1;
  const { children } = child;
  const [first] = children;
  const isList = first !== undefined && children.every(({ name }) => name === first.name) && children.every(isRecord);
  const name = [child.label, ...(isList ? [first.label] : [])].find((one) => VARIANTS.test(one));
  if (name === undefined) return undefined;
  if (isList) return { name, elements: children };
  return isRecord(child) ? { name, elements: [child] } : undefined;
}
