import { BASE } from "../base.js";
import { element } from "../element.js";
import type { Product } from "../product.js";

/**
 * Product picture in a box with fixed proportions, which prevents layout shifts. If the picture is missing or fails to
 * load, the box shows the brand.
 * @param soon whether the picture is visible without scrolling, and therefore loads first
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

/**
 * Returns the address of a picture, or `undefined` if the content security policy does not allow the picture. Pictures
 * of imported shops may come from any host.
 */
export function loadable(image: string | undefined): string | undefined {
  const url = image === undefined ? null : URL.parse(image, location.href);
  const isImported = BASE !== "" && /^https?:$/.test(url?.protocol ?? "");
  return url !== null && (isImported || url.origin === location.origin) ? url.href : undefined;
}
