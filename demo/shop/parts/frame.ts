import { formatAddress, listing } from "../../server/address.js";
import { countOf } from "../cart.js";
import { element, icon } from "../element.js";
import type { Shop } from "../shop.js";
import { productCount } from "../wording.js";
import { accountButton } from "./account.js";
import { consentBanner } from "./consent-banner.js";
import { searchForm } from "./search-form.js";

/** Header and footer of every page. */
export interface Frame {
  readonly content: readonly HTMLElement[];
  /** Element in which the content of the current page is shown. */
  readonly outlet: HTMLElement;
  announce(text: string): void;
}

export function frame(shop: Shop): Frame {
  const outlet = element("main", { id: "main", tabindex: -1 }, skeleton());
  const spoken = element("div", { class: "spoken", role: "status", "aria-live": "polite" });
  const skip = element("a", { class: "skip", href: "#main" }, shop.words.skip);
  return {
    content: [
      skip,
      header(shop),
      element("div", { class: "progress", "aria-hidden": "true" }),
      outlet,
      footer(shop),
      spoken,
    ],
    outlet,
    announce: (text) => {
      spoken.textContent = text;
    },
  };
}

function header(shop: Shop): HTMLElement {
  return element(
    "header",
    { class: "header" },
    element(
      "div",
      { class: "header-row" },
      element("a", { class: "brand", href: "/" }, shop.settings.imported ?? "Vitrine"),
      navigation(shop),
      searchForm(shop),
      element("div", { class: "header-tools" }, accountButton(shop), cartLink(shop)),
    ),
  );
}

const PLACES: readonly (readonly [string, string])[] = [
  ["Women", formatAddress(listing({ kind: "category", department: "Women", category: [] }))],
  ["Men", formatAddress(listing({ kind: "category", department: "Men", category: [] }))],
  ["New in", formatAddress(listing({ kind: "new" }))],
  ["Sale", formatAddress(listing({ kind: "sale" }))],
];

/**
 * Navigation links of an imported shop. Departments are omitted, because shoppers can select departments with the
 * facets.
 */
const ofImported = ({ settings, words }: Shop): typeof PLACES => [
  [words.everything, formatAddress(listing({ kind: "search", query: "" }))],
  ...(settings.sort_keys.some(({ key }) => key === "newest")
    ? [[words.new_in, formatAddress(listing({ kind: "new" }))] as const]
    : []),
];

function navigation(shop: Shop): HTMLElement {
  const places = shop.settings.imported === null ? PLACES : ofImported(shop);
  return element(
    "nav",
    { class: "places", "aria-label": shop.words.categories },
    element("ul", {}, ...places.map(([name, href]) => element("li", {}, element("a", { href }, name)))),
  );
}

function cartLink(shop: Shop): HTMLElement {
  const count = element("span", { class: "cart-count" });
  const link = element("a", { class: "tool", href: "/cart" }, icon("bag"), count);
  const update = () => {
    const things = countOf(shop.cart.lines());
    count.textContent = things === 0 ? "" : things.toLocaleString(shop.language.locale);
    link.setAttribute("aria-label", `${shop.words.cart}, ${productCount(shop.language, things)}`);
  };
  shop.cart.onChange(update);
  update();
  return link;
}

function footer(shop: Shop): HTMLElement {
  const reconsider = element(
    "button",
    { class: "link", type: "button", click: () => reopenConsent(shop) },
    shop.words.privacy_choice,
  );
  return element(
    "footer",
    { class: "footer" },
    element(
      "p",
      {},
      shop.settings.imported === null
        ? "Vitrine is a demonstration. The products and their makers are invented, and nothing is for sale."
        : shop.words.demonstration,
    ),
    element(
      "ul",
      {},
      shop.settings.imported === null
        ? element("li", {}, element("a", { href: "/help/delivery-and-returns" }, "Delivery and returns"))
        : null,
      element("li", {}, reconsider),
      element("li", {}, element("a", { href: new URL("/docs", location.href).href }, "API")),
    ),
  );
}

function reopenConsent(shop: Shop): void {
  document.querySelector(".consent")?.replaceWith(consentBanner(shop, true));
  document.querySelector<HTMLElement>(".consent button")?.focus();
}

/** Placeholder in the shape of a listing, shown until the first page has loaded. */
const skeleton = () =>
  element(
    "div",
    { class: "skeleton page", "aria-hidden": "true" },
    element("div", { class: "skeleton-line" }),
    element("div", { class: "grid" }, ...Array.from({ length: 8 }, () => element("div", { class: "skeleton-card" }))),
  );
