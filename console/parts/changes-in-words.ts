import { slotsInWords } from "./blocks-in-words.js";
import { fieldLabel, filterInWords } from "./conditions.js";

/** What a place of a configuration is called. */
export function whereInWords(path: string): string {
  const [section = "", item, member = ""] = /^([^[]*)(?:\[(.*)\](?:\.(.*))?)?$/s.exec(path)?.slice(1) ?? [path];
  const [, page, more = member] = /^placements\.([^.]+)(?:\.slots)?(?:\.(.*))?$/s.exec(section) ?? [];
  const words = (text: string) => text.replaceAll(/[._]+/g, " ");
  const name = section.charAt(0).toUpperCase() + words(section).slice(1);
  const list =
    page === undefined ? name.replace(/s$/, "").replace("Sort key", "Order") : `Blocks of “${fieldLabel(page)}”:`;
  if (item === undefined && page === undefined) return name;
  const place = item === undefined ? list.replace(/:$/, "") : `${list} “${item}”`;
  return more === "" ? place : `${place}: ${words(more)}`;
}

type Json = Readonly<Record<string, unknown>>;

/** What an object at a place of a configuration says, line by line; undefined where there are no words for it. A draft may hold anything. */
export function objectInWords(path: string, value: Json): readonly string[] | undefined {
  if (/^placements\.[^.]+$/.test(path)) return slotsInWords(value);
  if (path.endsWith(".filters")) return [filterInWords(value, fieldLabel)];
  if (/^(?:facets|sort_keys)\[[^\]]*\]$/.test(path)) {
    const { label, field } = value;
    const isTold = typeof field !== "string" || fieldLabel(field) === label;
    return [isTold ? String(label) : `${String(label)}, by ${fieldLabel(field)}`];
  }
  if (path === "search.synonyms") return [synonymInWords(value)];
  if (path === "redirects") return [`${listed(value["queries"])} → ${String(value["url"])}`];
  return undefined;
}

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "–");

/** @param rule of `SynonymRule`, or whatever a draft holds in its place */
export const synonymInWords = ({ terms, to }: { readonly terms?: unknown; readonly to?: unknown }): string =>
  to === undefined ? listed(terms).replaceAll(", ", " = ") : `${listed(terms)} → ${listed(to)}`;
