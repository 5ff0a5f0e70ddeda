import type { Address } from "../../server/address.js";
import { element } from "../element.js";
import { slots } from "../parts/slots.js";
import type { Page, View } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";

export const notFoundPage: Page<Extract<Address, { page: "not_found" }>> = (shop, { path }, signal) =>
  missing(
    "Page not found",
    "The link may be outdated or mistyped.",
    slots(shop, { placement: "not_found", metadata: { path } }, signal),
  );

/** Page for a product that is not in the catalogue. */
export const goneProductPage: Page<Extract<Address, { page: "product" }>> = (shop, { product }, signal) =>
  missing(
    "This product is no longer available",
    "The shop no longer sells this product.",
    slots(shop, { placement: "not_found", seeds: [product] }, signal),
  );

async function missing(title: string, text: string, blocks: Promise<readonly HTMLElement[]>): Promise<View> {
  return {
    title: `${title} · Vitrine`,
    type: "not_found",
    content: element(
      "div",
      { ...IN_ENGLISH, class: "page" },
      element(
        "div",
        { class: "message" },
        element("h1", { tabindex: -1 }, title),
        element("p", {}, text),
        element("p", { class: "message-links" }, element("a", { class: "button", href: "/" }, "To the home page")),
      ),
      ...(await blocks),
    ),
  };
}
