import type { Banner } from "@vitrine/client";
import { element } from "../element.js";
import { loadable } from "./picture.js";

/** Banners above the products. The content of a banner is shown as text and never interpreted as markup. */
export const banners = (given: readonly Banner[] = []): readonly HTMLElement[] =>
  given.map(({ text, image: picture, url }) => {
    const source = picture === null ? undefined : loadable(picture);
    const shown = source === undefined ? text : element("img", { src: source, alt: text, class: "banner-picture" });
    const content = url === null ? shown : element("a", { href: url, rel: "noopener" }, shown);
    return element("section", { class: "banner", "aria-label": "Announcement" }, content);
  });
