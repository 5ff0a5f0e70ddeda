import { element } from "../element.js";
import type { Page } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";

/** Help page. The storefront redirects searches for "returns" and "delivery" to this page. */
export const helpPage: Page = () =>
  Promise.resolve({
    title: "Delivery and returns · Vitrine",
    type: "help",
    content: element(
      "div",
      { ...IN_ENGLISH, class: "page prose" },
      element("h1", { tabindex: -1 }, "Delivery and returns"),
      element("p", {}, "This is a demonstration. Nothing is delivered, so nothing has to be returned."),
      element(
        "p",
        {},
        "The storefront’s configuration redirects searches for “delivery”, “returns” and “refund” to this page.",
      ),
    ),
  });
