import type { Taste } from "@vitrine/client";
import { element } from "../element.js";
import { describeToken } from "../taste-words.js";
import type { Shop } from "../shop.js";
import { takeDecision } from "./consent-banner.js";
import { tasteDialog } from "./taste-dialog.js";

/** Number of learned values that are shown next to a listing. The taste dialog shows all values. */
const SHOWN = 6;

/**
 * Creates the "Ranked for you" strip, which shows the shopper's learned taste and a button to correct the taste.
 * @param isPersonal whether the product order of the page depends on the shopper's taste
 */
export function tasteStrip(
  shop: Shop,
  isPersonal: boolean,
): { readonly content: HTMLElement; readonly update: () => void } {
  const { words } = shop;
  const content = element("section", { class: "taste", "aria-label": words.ranked_for_you });
  const show = (...children: (HTMLElement | string)[]) => content.replaceChildren(...children);
  const title = element("h2", { class: "taste-title" }, words.ranked_for_you);

  function update(): void {
    if (!isPersonal) show(element("p", {}, words.same_for_all));
    else if (shop.shopper.consent() !== "yes") show(title, element("p", {}, words.not_ranked), agree);
    else void shop.service.taste().then(showTaste, () => show(title, element("p", {}, words.failed)));
  }

  function showTaste(taste: Taste): void {
    const tokens = taste.tokens.filter(({ token }) => !taste.muted.includes(token)).slice(0, SHOWN);
    if (tokens.length === 0 && taste.muted.length === 0) {
      show(title, element("p", {}, words.nothing_learned));
      return;
    }
    const open = () => {
      const dialog = tasteDialog(shop, taste);
      document.body.append(dialog);
      dialog.showModal();
    };
    show(
      title,
      element(
        "ul",
        { class: "chips", role: "list", "aria-label": words.ranked_for_you },
        ...tokens.map((token) => element("li", { class: "chip" }, describeToken(shop, token).value)),
      ),
      element("button", { class: "button quiet small", type: "button", click: open }, words.correct),
    );
  }

  const agree = element(
    "button",
    { class: "button quiet small", type: "button", click: () => void takeDecision(shop, "yes") },
    words.remember,
  );
  return { content, update };
}
