import { BASE } from "./base.js";

type Child = Node | string | null | undefined | false;
type Value = string | number | boolean | null | undefined | ((event: never) => void);
type Attributes = Readonly<Record<string, Value>>;

/**
 * Creates an element. Strings become text nodes only, so catalogue data cannot become markup.
 * @param attributes `true` sets an attribute without a value; `false`, `null` and `undefined` omit the attribute; a
 * "click" function becomes a click listener; an `href` is a path of this shop
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(document.createElement(tag), attributes, children);
}

function fill<E extends Element>(node: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "href" && typeof value === "string" && value.startsWith("/")) node.setAttribute(name, BASE + value);
    else if (typeof value === "function") node.addEventListener(name, value as EventListener);
    else if (value !== false && value !== null && value !== undefined) {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...present(children));
  return node;
}

const present = (children: readonly Child[]) =>
  children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false);

const SVG = "http://www.w3.org/2000/svg";

const ICONS = {
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3 20 20",
  bag: "M6 8h12l1 12H5L6 8zM9 10V7a3 3 0 0 1 6 0v3",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM5 20c.6-3.6 3.4-5.5 7-5.5s6.400 1.900 7 5.500",
  filters: "M4 7h16M7 12h10M10 17h4",
  close: "M6 6l12 12M18 6L6 18",
} as const;

/** Decorative icon. Screen readers ignore the icon, because the text next to it has the same meaning. */
export function icon(name: keyof typeof ICONS): SVGElement {
  const drawing = document.createElementNS(SVG, "svg");
  const line = document.createElementNS(SVG, "path");
  fill(line, { d: ICONS[name] }, []);
  return fill(drawing, { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" }, [line]);
}
