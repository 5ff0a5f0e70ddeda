import { formatAddress } from "../../server/address.js";
import { changed, countOf, MAX_OF_ONE, totalOf, type CartLine } from "../cart.js";
import { element } from "../element.js";
import { picture } from "../parts/picture.js";
import { slots } from "../parts/slots.js";
import type { Page, Shop } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";

export const cartPage: Page = async (shop, _address, signal) => {
  const seeds = [...new Set(shop.cart.lines().map(({ product }) => product.id))];
  const blocks = await slots(shop, { placement: "cart", seeds }, signal);
  const heading = element("h1", { tabindex: -1 }, "Your cart");
  const lines = element("div", {});
  const update = () => lines.replaceChildren(...content(shop, change));
  const change = (line: CartLine, by: number) => {
    changeLine(shop, line, by);
    update();
    const same = document.getElementById(idOf(line, by > 0 ? "more" : "fewer"));
    (same ?? heading).focus();
  };
  update();
  return {
    title: "Your cart · Vitrine",
    type: "cart",
    onShow: update,
    content: element("div", { ...IN_ENGLISH, class: "page" }, heading, lines, ...blocks),
  };
};

type Change = (line: CartLine, by: number) => void;

function content(shop: Shop, change: Change): HTMLElement[] {
  const lines = shop.cart.lines();
  if (lines.length === 0) {
    return [
      element(
        "div",
        { class: "message" },
        element("p", {}, "Your cart is empty."),
        element("a", { class: "button", href: "/" }, "Start shopping"),
      ),
    ];
  }
  return [
    element(
      "div",
      { class: "cart" },
      element("ul", { class: "cart-lines", role: "list" }, ...lines.map((line) => cartLine(shop, line, change))),
      summary(shop, lines),
    ),
  ];
}

function cartLine(shop: Shop, line: CartLine, change: Change): HTMLElement {
  const { product, size, quantity } = line;
  const href = formatAddress({ page: "product", product: product.id, variant: product.variant });
  const step = (by: 1 | -1, name: "more" | "fewer", sign: string) =>
    element(
      "button",
      {
        type: "button",
        id: idOf(line, name),
        disabled: quantity + by > MAX_OF_ONE,
        click: () => change(line, by),
        "aria-label": `${name === "more" ? "One more" : "One fewer"} of ${product.name}`,
      },
      sign,
    );
  const remove = element(
    "button",
    { class: "link", type: "button", "aria-label": `Remove ${product.name}`, click: () => change(line, -quantity) },
    "Remove",
  );
  return element(
    "li",
    { class: "cart-line" },
    element("a", { href, "aria-label": product.name }, picture(product, { decorative: true, soon: true })),
    element(
      "div",
      { class: "cart-words" },
      element("span", { class: "card-brand" }, product.brand),
      element("a", { href }, product.name),
      element("span", { class: "cart-choice" }, [product.color, size].filter((one) => one !== "").join(" · ")),
      element(
        "div",
        { class: "quantity" },
        step(-1, "fewer", "−"),
        element("span", {}, String(quantity)),
        step(1, "more", "+"),
        remove,
      ),
    ),
    element("span", { class: "price" }, shop.money((product.price ?? 0) * quantity)),
  );
}

const idOf = ({ product, size }: CartLine, what: string) => `cart-${product.variant}-${size}-${what}`;

function changeLine({ cart, tracker }: Shop, { product, size }: CartLine, by: number): void {
  cart.set(changed(cart.lines(), product, size, by));
  const moved = { product, size, quantity: Math.abs(by) };
  if (by > 0) tracker.addToCart(moved, cart.lines());
  else tracker.removeFromCart(moved, cart.lines());
}

/**
 * Creates a random order ID. `randomUUID` is not used, because it requires a secure origin, which a demo in a local
 * network lacks.
 */
const newOrder = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function summary(shop: Shop, lines: readonly CartLine[]): HTMLElement {
  const buy = () => {
    const order = newOrder();
    shop.tracker.checkoutStep(1);
    shop.tracker.transaction(order, lines);
    shop.cart.set([]);
    shop.go({ page: "order", order }, "replace");
  };
  const things = countOf(lines);
  return element(
    "section",
    { class: "summary", "aria-label": "Summary" },
    element(
      "dl",
      {},
      element("dt", {}, things === 1 ? "1 item" : `${things} items`),
      element("dd", {}, shop.money(totalOf(lines))),
    ),
    element("dl", {}, element("dt", {}, "Delivery"), element("dd", {}, "free")),
    element("dl", { class: "total-line" }, element("dt", {}, "Total"), element("dd", {}, shop.money(totalOf(lines)))),
    element("button", { class: "button wide", type: "button", click: buy }, "Place order (demo)"),
    element("p", { class: "small" }, "This is a demonstration: nothing is charged and nothing is sent."),
  );
}
