import { formatSlots } from "./format-blocks.js";
import { fieldLabel, formatFilter } from "./conditions.js";

export function formatConditions(path: string): string {
  const [section = "", item, member = ""] = /^([^[]*)(?:\[(.*)\](?:\.(.*))?)?$/s.exec(path)?.slice(1) ?? [path];
  const [, page, more = member] = /^placements\.([^.]+)(?:\.slots)?(?:\.(.*))?$/s.exec(section) ?? [];
  const words = (text: string) => text.replaceAll(/[._]+/g, " ");
  const name = section.charAt(0).toUpperCase() + words(section).slice(1);
  const list =
    page === undefined
      ? name.replace(/s$/, "").replace("Sort key", "Sort option").replace("Facet", "Filter")
      : `Blocks of “${fieldLabel(page)}”:`;
  if (item === undefined && page === undefined) return name;
  const position = item === undefined ? list.replace(/:$/, "") : `${list} “${item}”`;
  return more === "" ? position : `${position}: ${words(more)}`;
}

type Json = Readonly<Record<string, unknown>>;

/**
 * Formats a configuration object as lines of text, or returns `undefined` if the path has no format. The draft may be
 * malformed.
 */
export function formatObject(path: string, value: Json): readonly string[] | undefined {
  if (/^placements\.[^.]+$/.test(path)) return formatSlots(value);
  if (path.endsWith(".filters")) return [formatFilter(value, fieldLabel)];
  if (/^(?:facets|sort_keys)\[[^\]]*\]$/.test(path)) {
    const { label, field } = value;
    const isReported = typeof field !== "string" || fieldLabel(field) === label;
    return [isReported ? String(label) : `${String(label)}, by ${fieldLabel(field)}`];
  }
  if (path === "search.synonyms") return [formatSynonym(value)];
  if (path === "redirects") return [`${listed(value["queries"])} → ${String(value["url"])}`];
  return undefined;
}

export const listed = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "–");

/** Formats a synonym rule. Properties may be malformed, because a draft may be invalid. */
export const formatSynonym = ({ terms, to }: { readonly terms?: unknown; readonly to?: unknown }): string =>
  to === undefined ? listed(terms).replaceAll(", ", " = ") : `${listed(terms)} → ${listed(to)}`;
