import type { Address } from "../../server/address.js";
import { element } from "../element.js";
import { slots } from "../parts/slots.js";
import type { Page } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";

/** Confirmation page of a simulated purchase. */
export const orderPage: Page<Extract<Address, { page: "order" }>> = async (shop, { order }, signal) => ({
  title: "Thank you · Vitrine",
  type: "confirmation",
  content: element(
    "div",
    { ...IN_ENGLISH, class: "page" },
    element(
      "div",
      { class: "message" },
      element("h1", { tabindex: -1 }, "Thank you (demo)"),
      element(
        "p",
        {},
        shop.shopper.consent() === "yes"
          ? "Nothing was charged and nothing will be delivered, but the shop uses your order for recommendations."
          : "Nothing was charged and nothing will be delivered.",
      ),
      element("p", { class: "small" }, `Order ${order.slice(0, 8)}`),
      element("a", { class: "button", href: "/" }, "Continue shopping"),
    ),
    ...(await slots(shop, { placement: "home" }, signal)),
  ),
});
