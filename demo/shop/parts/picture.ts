import { BASE } from "../base.js";
import { element } from "../element.js";
import type { Product } from "../product.js";

/**
 * A product's picture in a box of its own proportions, so that nothing moves when it arrives. Where there is none, or it
 * does not come (the demo asks no other host for pictures), the box says whose it would be.
 * @param soon for pictures that are on the screen from the start
 */
export function picture(product: Product, { index = 0, soon = false, decorative = false } = {}): HTMLElement {
  const box = element("span", { class: "picture" });
  const source = loadable(product.images[index]);
  const missing = () => box.replaceChildren(element("span", { class: "no-picture" }, product.brand || product.name));
  if (source === undefined) missing();
  else {
    const words = [
      `${product.brand} ${product.name}`.trim(),
      product.color.toLowerCase(),
      index > 0 && String(index + 1),
    ];
    const alt = decorative ? "" : words.filter((word) => word !== "" && word !== false).join(", ");
    const size = { width: 600, height: 800, loading: soon ? "eager" : "lazy", decoding: "async" };
    box.append(element("img", { src: source, alt, ...size, error: missing }));
  }
  return box;
}

/** Undefined for whatever the pages' policy would not let them load; those of an imported shop may be anywhere. */
export function loadable(image: string | undefined): string | undefined {
  const url = image === undefined ? null : URL.parse(image, location.href);
  const isImported = BASE !== "" && /^https?:$/.test(url?.protocol ?? "");
  return url !== null && (isImported || url.origin === location.origin) ? url.href : undefined;
}
