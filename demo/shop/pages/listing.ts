import type { Facet, SearchResponse } from "@vitrine/client";
import {
  formatAddress,
  listing,
  parseAddress,
  type Address,
  type Collection,
  type ListingAddress,
} from "../../server/address.js";
import { element } from "../element.js";
import { listingRequest, offered, activeSort } from "../listing-request.js";
import { banners } from "../parts/banners.js";
import { breadcrumbs, subcategories } from "../parts/categories.js";
import { facetPanel } from "../parts/facets.js";
import { listingTools } from "../parts/listing-tools.js";
import { productGrid } from "../parts/product-grid.js";
import { tasteStrip } from "../parts/taste-strip.js";
import { CARD_FIELDS, lastLevel } from "../product.js";
import type { OpenListing } from "../service.js";
import type { Page, Shop } from "../shop.js";
import { filled } from "../wording.js";
import { notFoundPage } from "./not-found.js";

/** Listing page for a category, new products, the sale or a search. */
export const listingPage: Page<ListingAddress> = async (shop, requested, signal) => {
  const storefront = await shop.service.storefront();
  const address = offered(requested, storefront);
  const sort = activeSort(address);
  if (sort !== null && !storefront.sort_keys.some(({ key }) => key === sort)) {
    return notFoundPage(shop, { page: "not_found", path: formatAddress(requested) }, signal);
  }
  const request = { ...listingRequest(address), projection: CARD_FIELDS };
  const open = await shop.service.openListing(request, { signal });
  const target = redirectTarget(open.first);
  if (target !== undefined) {
    shop.go(target, "replace");
    throw new DOMException("the search was redirected to another page", "AbortError");
  }
  const title = titleOf(shop, address);
  const strip = tasteStrip(shop, isPersonal(shop, address));
  return {
    title: `${title} · Vitrine`,
    type: address.collection.kind === "search" ? "search" : "listing",
    onShow: strip.update,
    content: element(
      "div",
      { class: "page listing" },
      breadcrumbs(shop, address.collection),
      element("h1", { tabindex: -1 }, title),
      ...banners(open.first.meta.banners),
      subcategories(shop, address, open.first.facets),
      strip.content,
      ...body(shop, address, open, title),
    ),
  };
};

/**
 * Returns the redirect's target page in this shop. External redirects are ignored, because the demo sends no requests
 * to other hosts.
 */
function redirectTarget({ meta: { redirect } }: SearchResponse): Address | undefined {
  const url = redirect === undefined ? null : URL.parse(redirect.url, location.href);
  if (url === null || url.origin !== location.origin) return undefined;
  const address = parseAddress(url.pathname, url.searchParams);
  return address.page === "not_found" ? undefined : address;
}

function body(shop: Shop, address: ListingAddress, open: OpenListing, title: string): HTMLElement[] {
  const { total, facets, meta } = open.first;
  const panel = filters(shop, address, facets);
  const notes = [
    meta.suggestion === undefined ? null : didYouMean(shop, meta.suggestion),
    meta.query_relaxed === true
      ? filled(shop.words.some_words, (meta.all_words ?? 0).toLocaleString(shop.language.locale))
      : null,
    meta.degraded?.includes("taste") === true ? shop.words.same_for_all : null,
  ].filter((note) => note !== null);
  const tools = listingTools(shop, address, open.first, panel);
  const results = element(
    "div",
    { class: "results" },
    ...notes.map((note) => element("p", { class: "note" }, ...[note].flat())),
    total === 0 ? nothingFound(shop, address) : productGrid(shop, open, title),
  );
  return [element("div", { class: "listing-body" }, tools, panel, results)];
}

function didYouMean({ words }: Shop, query: string) {
  const [before = "", behind = ""] = words.did_you_mean.split("#");
  return [before, element("a", { href: formatAddress(listing({ kind: "search", query })) }, query), behind];
}

/** Facet panel. On narrow screens the panel is closed at first. An open panel stays open when the selection changes. */
function filters(shop: Shop, address: ListingAddress, facets: readonly Facet[]): HTMLElement {
  const collection = JSON.stringify(address.collection);
  const onShow = document.querySelector<HTMLElement>(".filters.open");
  return element(
    "aside",
    {
      class: onShow?.dataset["collection"] === collection ? "filters open" : "filters",
      "aria-label": shop.words.filters,
      "data-collection": collection,
    },
    facetPanel(shop, address, own(address, facets)),
  );
}

/** Removes the facets whose value the listing already determines, such as the category on a category page. */
function own({ collection }: ListingAddress, facets: readonly Facet[]): readonly Facet[] {
  const fixed = FIXED[collection.kind];
  return facets.filter(({ key }) => !fixed.includes(key));
}

const FIXED: Readonly<Record<Collection["kind"], readonly string[]>> = {
  category: ["department", "categories"],
  sale: ["on_sale"],
  new: [],
  search: [],
};

function isPersonal({ settings }: Shop, address: ListingAddress): boolean {
  const sort = activeSort(address);
  return sort === null || sort === settings.default_sort ? settings.ranks_personally : false;
}

function titleOf({ words }: Shop, { collection, lists }: ListingAddress): string {
  switch (collection.kind) {
    case "category":
      return collection.category.at(-1) ?? collection.department;
    case "search":
      return collection.query === ""
        ? everythingOf([...lists.values()].flat(), words.everything)
        : `“${collection.query}”`;
    case "new":
      return words.new_in;
    case "sale":
      return "Sale";
  }
}

/** Returns the page title: the selected facet value, such as a brand, if exactly one value is selected. */
const everythingOf = ([value, ...others]: readonly string[], everything: string) =>
  value === undefined || others.length > 0 ? everything : lastLevel(value);

function nothingFound({ words }: Shop, { lists, ranges }: ListingAddress): HTMLElement {
  const isNarrowed = lists.size + ranges.size > 0;
  return element(
    "div",
    { class: "message" },
    element("h2", {}, words.nothing_found),
    element("p", {}, isNarrowed ? words.clear_a_filter : words.try_others),
  );
}
