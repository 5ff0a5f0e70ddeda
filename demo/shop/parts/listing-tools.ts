import type { Facet, SearchResponse } from "@vitrine/client";
import { formatRange, type ListingAddress, type Range } from "../../server/address.js";
import { element, icon } from "../element.js";
import { activeSort } from "../listing-request.js";
import { lastLevel } from "../product.js";
import { yesOrNo } from "./facets.js";
import type { Shop } from "../shop.js";
import { filled, productCount } from "../wording.js";

/** Toolbar of a listing: product count, sort order and selected values. */
export function listingTools(
  shop: Shop,
  address: ListingAddress,
  { total, facets }: Pick<SearchResponse, "total" | "facets">,
  panel: HTMLElement,
): HTMLElement {
  const { words, language } = shop;
  const selected = [...address.lists.values(), ...address.ranges.values()].flat().length;
  const toggle = () => {
    const isOpen = panel.classList.toggle("open");
    button.setAttribute("aria-expanded", String(isOpen));
  };
  const button = element(
    "button",
    {
      class: "button quiet small filters-button",
      type: "button",
      id: "filters-button",
      "aria-expanded": panel.classList.contains("open") ? "true" : "false",
      click: toggle,
    },
    icon("filters"),
    selected === 0 ? words.filters : `${words.filters} (${selected.toLocaleString(language.locale)})`,
  );
  return element(
    "div",
    { class: "tools" },
    element("p", { class: "total" }, productCount(language, total)),
    button,
    sortChoice(shop, address),
    selected === 0 ? null : selections(shop, address, facets),
  );
}

function sortChoice(shop: Shop, address: ListingAddress): HTMLElement {
  const { sort_keys, default_sort } = shop.settings;
  const live = activeSort(address) ?? default_sort;
  const options = sort_keys.map(({ key, label }) => element("option", { value: key, selected: key === live }, label));
  const change = () =>
    shop.go({
      ...address,
      sort: select.value === default_sort && address.collection.kind !== "new" ? null : select.value,
    });
  const select = element("select", { id: "sort", change }, ...options);
  return element("div", { class: "sort" }, element("label", { for: "sort" }, shop.words.sort_by), select);
}

/** Selected facet values. Each value has a button that removes the value from the selection. */
function selections(shop: Shop, address: ListingAddress, facets: readonly Facet[]): HTMLElement {
  const lists = [...address.lists].flatMap(([key, values]) =>
    values.map((value) =>
      chip(shop, listLabel(shop, facets, key, value), () =>
        shop.go({ ...address, lists: without(address.lists, key, value) }),
      ),
    ),
  );
  const ranges = [...address.ranges].flatMap(([key, values]) =>
    values.map((range) =>
      chip(shop, rangeLabel(facets, key, range), () =>
        shop.go({ ...address, ranges: without(address.ranges, key, range) }),
      ),
    ),
  );
  const clear = element(
    "button",
    { class: "link", type: "button", click: () => shop.go({ ...address, lists: new Map(), ranges: new Map() }) },
    shop.words.clear_all,
  );
  return element(
    "ul",
    { class: "chips", role: "list", "aria-label": shop.words.filters },
    ...lists,
    ...ranges,
    element("li", {}, clear),
  );
}

function without<T>(all: ReadonlyMap<string, readonly T[]>, key: string, value: T): ReadonlyMap<string, readonly T[]> {
  const left = (all.get(key) ?? []).filter((one) => one !== value);
  const after = new Map(all).set(key, left);
  if (left.length === 0) after.delete(key);
  return after;
}

const nameOf = (facets: readonly Facet[], key: string) => facets.find((facet) => facet.key === key)?.label ?? key;

/** Label of a selected value, such as "Black". Labels of boolean values include the facet's name: "On sale: Yes". */
function listLabel(shop: Shop, facets: readonly Facet[], key: string, value: string): string {
  const response = yesOrNo(shop, value);
  return response === undefined ? lastLevel(value) : `${nameOf(facets, key)}: ${response}`;
}

function rangeLabel(facets: readonly Facet[], key: string, range: Range): string {
  const bounds = formatRange(range);
  const facet = facets.find((one) => one.key === key);
  const offered = facet?.type === "range" ? facet.values.find(({ value }) => formatRange(value) === bounds) : undefined;
  return `${nameOf(facets, key)}: ${offered?.label ?? bounds.replace("..", " – ")}`;
}

const chip = ({ words }: Shop, text: string, click: () => void) =>
  element(
    "li",
    {},
    element(
      "button",
      { class: "chip", type: "button", "aria-label": filled(words.remove, text), click },
      text,
      icon("close"),
    ),
  );
