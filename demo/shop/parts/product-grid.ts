import type { SearchResponse } from "@vitrine/client";
import { element } from "../element.js";
import { productOf } from "../product.js";
import type { OpenListing } from "../service.js";
import type { Shop } from "../shop.js";
import { productCount } from "../wording.js";
import { productCard } from "./product-card.js";

/** Distance between the end of the list and the lower edge of the screen at which the next page is requested. */
const AHEAD = "900px";
/** Number of pictures visible without scrolling on a wide screen. */
const ABOVE_THE_FOLD = 8;

/** Product grid with infinite scrolling. */
export function productGrid(shop: Shop, { first, pages }: OpenListing, name: string): HTMLElement {
  const items = element("ul", { class: "grid", role: "list" });
  const { total } = first;
  let { has_more: hasMore } = first.pagination;
  let shown = 0;

  function add({ recommendation_id, items: added }: Pick<SearchResponse, "recommendation_id" | "items">): void {
    const list = { name, recommendation_id };
    items.append(
      ...added.map((item) => {
        shown += 1;
        return productCard(shop, list, { product: productOf(item), position: shown }, shown <= ABOVE_THE_FOLD);
      }),
    );
  }

  const more = element(
    "button",
    { class: "button quiet", type: "button", click: () => void addNext() },
    shop.words.show_more,
  );
  const end = element("div", { class: "grid-end" }, more);
  let isLoading = false;

  async function addNext(): Promise<void> {
    if (isLoading) return;
    isLoading = true;
    more.textContent = shop.words.loading;
    try {
      const { value: page } = await pages.next();
      if (page !== undefined) add(page);
      hasMore = page?.pagination.has_more === true;
      more.textContent = shop.words.show_more;
      shop.announce(`${shown} / ${productCount(shop.language, total)}`);
    } catch {
      more.textContent = shop.words.failed;
      end.classList.add("failed");
      return;
    } finally {
      isLoading = false;
    }
    end.classList.remove("failed");
    if (hasMore) watchAgain();
    else finish();
  }

  /**
   * Requests the next page near the end of the list. After a failure, only the retry button requests pages, which
   * protects an overloaded service.
   */
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting) && !end.classList.contains("failed")) void addNext();
    },
    { rootMargin: `0px 0px ${AHEAD} 0px` },
  );
  /**
   * Restarts the observation of the list's end. The observer reports only changes of visibility, but the end may still
   * be visible after a page was added.
   */
  const watchAgain = () => {
    observer.unobserve(end);
    observer.observe(end);
  };
  const finish = () => {
    observer.disconnect();
    end.replaceChildren(element("p", {}, shown > ABOVE_THE_FOLD ? shop.words.that_is_all : ""));
  };

  add(first);
  if (hasMore) watchAgain();
  else finish();
  return element("section", { "aria-label": shop.words.products }, items, end);
}
