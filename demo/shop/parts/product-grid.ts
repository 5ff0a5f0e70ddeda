import type { Chain } from "../chain.js";
import { element } from "../element.js";
import { productOf, type Item } from "../product.js";
import type { Shop } from "../shop.js";
import { productCard } from "./product-card.js";

/** How far below the screen the next page is fetched, so that scrolling seldom waits. */
const AHEAD = "900px";
/** Pictures that are on the screen from the start, on a wide one. */
const ABOVE_THE_FOLD = 8;

/** The products of a listing, page after page as the shopper comes near the end. */
export function productGrid(shop: Shop, chain: Chain, name: string): HTMLElement {
  const items = element("ul", { class: "grid", role: "list" });
  const { total } = chain.first;
  let shown = 0;

  function add(recommendation_id: string, added: readonly Item[]): void {
    const list = { name, recommendation_id };
    items.append(
      ...added.map((item) => {
        shown += 1;
        return productCard(shop, list, { product: productOf(item), position: shown }, shown <= ABOVE_THE_FOLD);
      }),
    );
  }

  const more = element("button", { class: "button quiet", type: "button", click: () => void addNext() }, "Show more");
  const end = element("div", { class: "grid-end" }, more);
  let isLoading = false;

  async function addNext(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    more.textContent = "Loading more …";
    try {
      const { recommendation_id, items: added } = await chain.next();
      add(recommendation_id, added);
      more.textContent = "Show more";
      shop.announce(`${shown} of ${total} products`);
    } catch {
      more.textContent = "That did not work: try again";
      end.classList.add("failed");
      return;
    } finally {
      isLoading = false;
    }
    end.classList.remove("failed");
    if (chain.hasMore()) watchAgain();
    else finish();
  }

  /** Whoever failed once waits to be asked: a service that is away is not helped by being called at every scroll. */
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && !end.classList.contains("failed")) void addNext();
    },
    { rootMargin: `0px 0px ${AHEAD} 0px` },
  );
  /** An observer tells of changes only; the end may still be in sight after a page was added. */
  const watchAgain = () => {
    observer.unobserve(end);
    observer.observe(end);
  };
  const finish = () => {
    observer.disconnect();
    end.replaceChildren(element("p", {}, shown > ABOVE_THE_FOLD ? "That is all." : ""));
  };

  add(chain.first.recommendation_id, chain.first.items);
  if (chain.hasMore()) watchAgain();
  else finish();
  return element("section", { "aria-label": "Products" }, items, end);
}
