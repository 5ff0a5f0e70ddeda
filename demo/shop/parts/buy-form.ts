import { changed } from "../cart.js";
import { element } from "../element.js";
import type { Product } from "../product.js";
import type { Shop } from "../shop.js";

/** Form to select a size and add the product to the cart. */
export function buyForm(shop: Shop, product: Product): HTMLElement {
  if (!product.inStock) return element("p", { class: "sold-out" }, shop.words.sold_out);
  const status = element("p", { class: "said", role: "status" });
  const only = product.sizes.length === 1 ? product.sizes[0] : undefined;
  const sizes = product.sizes.map((size) =>
    element(
      "label",
      { class: "size" },
      element("input", { type: "radio", name: "size", value: size, required: true, checked: size === only }),
      element("span", {}, size),
    ),
  );
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const size = new FormData(form).get("size");
    putInCart(shop, product, typeof size === "string" ? size : "");
    status.replaceChildren(`${shop.words.in_cart} `, element("a", { href: "/cart" }, shop.words.see_cart));
  };
  const form = element(
    "form",
    { class: "buy", submit },
    sizes.length === 0
      ? null
      : element("fieldset", { class: "sizes" }, element("legend", {}, shop.words.size), element("div", {}, ...sizes)),
    element("button", { class: "button wide" }, shop.words.add_to_cart),
    status,
  );
  return form;
}

function putInCart({ cart, tracker }: Shop, product: Product, size: string): void {
  const before = cart.lines();
  cart.set(changed(before, product, size, 1));
  tracker.addToCart({ product, size, quantity: 1 }, cart.lines());
}
