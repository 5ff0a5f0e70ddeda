import type { Facet, ListFacet, TreeFacetValue } from "@vitrine/client";
import { formatRange, parseRange, type ListingAddress, type Range } from "../../server/address.js";
import { element } from "../element.js";
import { lastLevel } from "../product.js";
import type { Shop } from "../shop.js";
import { filled } from "../wording.js";

type ListValue = ListFacet["values"][number];

/** Value of a list facet or of a tree facet. `level` is the depth of the value in the tree. */
type Row = ListValue & { readonly level?: number };

/** Maximum indentation level of facet values. */
const DEEPEST = 4;

/** Number of facet values that are shown before the list is expanded. */
const SHOWN = 7;

/** Facets of a listing. Each change of the selection opens a new address of the same listing. */
export function facetPanel(shop: Shop, address: ListingAddress, facets: readonly Facet[]): HTMLElement {
  const useful = facets.filter((facet) => facet.values.length > 0);
  return element("div", { class: "facets" }, ...useful.map((facet) => facetGroup(shop, address, facet)));
}

function facetGroup(shop: Shop, address: ListingAddress, facet: Facet): HTMLElement {
  const hasSelection = (facet.type === "tree" ? inRows(facet.values) : facet.values).some(({ selected }) => selected);
  return element(
    "details",
    { class: "facet", open: !facet.collapsed || hasSelection },
    element("summary", {}, facet.label),
    element("fieldset", {}, element("legend", { class: "spoken" }, facet.label), ...valuesOf(shop, address, facet)),
  );
}

function valuesOf(shop: Shop, address: ListingAddress, facet: Facet): HTMLElement[] {
  switch (facet.type) {
    case "list":
      return listValues(shop, address, facet);
    case "tree":
      return listValues(shop, address, { ...facet, type: "list", values: inRows(facet.values) });
    case "range":
      return rangeValues(shop, address, facet);
  }
}

/** Flattens a tree: each value is followed by its descendants. */
const inRows = (values: readonly TreeFacetValue[], level = 0): Row[] =>
  values.flatMap((one) => [{ ...one, level }, ...inRows(one.children, level + 1)]);

function listValues(
  shop: Shop,
  address: ListingAddress,
  facet: Omit<Extract<Facet, { type: "list" }>, "values"> & { readonly values: readonly Row[] },
): HTMLElement[] {
  const chosen = address.lists.get(facet.key) ?? [];
  const options = facet.values.map((one) =>
    option(shop, facet, one, labelOf(shop, one), one.value, () =>
      shop.go({ ...address, lists: replaced(address.lists, facet.key, toggled(facet, chosen, one.value)) }),
    ),
  );
  return shortened(shop, facet, options);
}

function rangeValues(shop: Shop, address: ListingAddress, facet: Extract<Facet, { type: "range" }>): HTMLElement[] {
  const chosen = (address.ranges.get(facet.key) ?? []).map(formatRange);
  const go = (ranges: readonly string[]) =>
    shop.go({
      ...address,
      ranges: replaced(
        address.ranges,
        facet.key,
        ranges.flatMap((one) => parseRange(one) ?? []),
      ),
    });
  const options = facet.values.map((one) =>
    option(shop, facet, one, one.label, formatRange(one.value), () =>
      go(toggled(facet, chosen, formatRange(one.value))),
    ),
  );
  return [...options, ownRange(shop, facet, (range) => go([formatRange(range)]))];
}

/** Checkbox of a value, also for facets with a single selection, so that the selection can be removed. */
function option(
  { language }: Shop,
  { key }: Pick<Facet, "key">,
  { count, selected, level = 0 }: Pick<Row, "count" | "selected" | "level">,
  label: string,
  value: string,
  change: () => void,
): HTMLElement {
  const id = `facet-${key}-${value}`;
  return element(
    "label",
    { class: level === 0 ? "option" : `option level-${Math.min(level, DEEPEST)}`, for: id },
    element("input", { type: "checkbox", id, checked: selected, change }),
    element("span", { class: "option-label" }, label),
    element("span", { class: "option-count" }, count.toLocaleString(language.locale)),
  );
}

function ownRange({ words }: Shop, facet: Extract<Facet, { type: "range" }>, go: (range: Range) => void): HTMLElement {
  const side = (name: "from" | "to", placeholder: number | null) =>
    element("input", {
      type: "number",
      step: "any",
      inputmode: "decimal",
      id: `facet-${facet.key}-${name}`,
      "aria-label": `${facet.label} ${words[name]}`,
      placeholder,
    });
  const from = side("from", facet.min === null ? null : Math.floor(facet.min));
  const to = side("to", facet.max === null ? null : Math.ceil(facet.max));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const range = parseRange(`${from.value}..${to.value}`);
    if (range !== undefined) go(range);
  };
  return element(
    "form",
    { class: "own-range", submit },
    from,
    element("span", { "aria-hidden": "true" }, "–"),
    to,
    element("button", { class: "button quiet small", "aria-label": `${words.apply} ${facet.label}` }, words.apply),
  );
}

function shortened(
  { words, language }: Shop,
  { label, values }: { readonly label: string; readonly values: readonly Pick<Row, "selected">[] },
  options: HTMLElement[],
): HTMLElement[] {
  const kept = Math.max(SHOWN, 1 + values.findLastIndex(({ selected }) => selected));
  if (options.length <= kept + 1) return options;
  const rest = element("div", { hidden: true }, ...options.slice(kept));
  const showAll = () => {
    rest.hidden = false;
    more.remove();
    rest.querySelector("input")?.focus();
  };
  const all = filled(words.all, options.length.toLocaleString(language.locale));
  const more = element(
    "button",
    { class: "link", type: "button", click: showAll, "aria-label": `${all}, ${label}` },
    all,
  );
  return [...options.slice(0, kept), rest, more];
}

/** Returns the translated text of a boolean value; `undefined` for values that are not boolean. */
export function yesOrNo({ words }: Shop, value: string): string | undefined {
  if (value === "true") return words.yes;
  return value === "false" ? words.no : undefined;
}

const labelOf = (shop: Shop, { value, label }: ListValue) => yesOrNo(shop, value) ?? lastLevel(label);

const toggled = ({ selection_mode }: Facet, chosen: readonly string[], value: string): readonly string[] => {
  if (chosen.includes(value)) return chosen.filter((one) => one !== value);
  return selection_mode === "single" ? [value] : [...chosen, value];
};

function replaced<T>(selections: ReadonlyMap<string, readonly T[]>, key: string, chosen: readonly T[]) {
  const all = new Map(selections).set(key, chosen);
  if (chosen.length === 0) all.delete(key);
  return all;
}
