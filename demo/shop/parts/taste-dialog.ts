import type { Taste, TasteCorrection } from "@vitrine/client";
import { element } from "../element.js";
import type { Shop } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";
import { describeMuted, describeToken, type TokenWords } from "../taste-words.js";

/**
 * Dialog that lists the learned taste and lets the shopper correct it. If the shopper has made changes, closing the
 * dialog reloads the page.
 */
export function tasteDialog(shop: Shop, taste: Taste): HTMLDialogElement {
  let isChanged = false;
  const status = element("p", { class: "said", role: "status" });
  const list = element("div", { class: "tokens" });

  function change(work: Promise<Taste>, saying: string): void {
    work.then(
      (after) => {
        isChanged = true;
        status.textContent = saying;
        showTokens(after);
      },
      () => {
        status.textContent = "Your taste profile could not be changed. Try again.";
      },
    );
  }

  function showTokens({ tokens, muted }: Taste): void {
    const correct = (correction: TasteCorrection, saying: string) => () =>
      change(shop.service.correctTaste(correction), saying);
    const used = tokens.filter(({ token }) => !muted.includes(token));
    list.replaceChildren(
      ...used.map((token) => {
        const words = describeToken(shop, token);
        return tokenLine(words, token.weight, [
          [
            "Ignore",
            `Ignore ${words.value} from now on`,
            correct({ mute: [token.token] }, `${words.value} is no longer used for recommendations.`),
          ],
          [
            "Forget",
            `Forget ${words.value}`,
            correct({ remove: [token.token] }, `${words.value} was removed from your taste profile.`),
          ],
        ]);
      }),
      ...muted.map((token) => {
        const words = describeMuted(token);
        const unmute = correct({ unmute: [token] }, `${words.value} is used for recommendations again.`);
        return tokenLine(words, null, [["Use again", `Use ${words.value} for recommendations again`, unmute]]);
      }),
    );
    if (used.length + muted.length === 0) list.replaceChildren(element("p", {}, "Your taste profile is empty."));
  }

  const erase = () => change(shop.service.forgetTaste(), "Your taste profile was erased.");
  const dialog = element(
    "dialog",
    {
      class: "dialog",
      ...IN_ENGLISH,
      "aria-labelledby": "taste-title",
      close: () => {
        dialog.remove();
        if (isChanged) shop.refresh();
      },
    },
    element("h2", { id: "taste-title" }, "Your taste profile"),
    element(
      "p",
      {},
      "Your taste profile is based on the products that you viewed, added to the cart and bought in this browser. Older activity counts less.",
    ),
    list,
    status,
    element(
      "div",
      { class: "dialog-buttons" },
      element("button", { class: "button", type: "button", click: () => dialog.close() }, "Done"),
      element("button", { class: "button danger", type: "button", click: erase }, "Erase everything"),
    ),
  );
  showTokens(taste);
  return dialog;
}

type Action = readonly [label: string, name: string, run: () => void];

/**
 * Creates a line of the dialog for a taste token.
 * @param weight weight from 0 to 1; `null` for an ignored token
 */
function tokenLine({ kind, value }: TokenWords, weight: number | null, actions: readonly Action[]): HTMLElement {
  return element(
    "div",
    { class: weight === null ? "token muted" : "token" },
    element("span", { class: "token-words" }, element("span", { class: "token-kind" }, `${kind} `), value),
    weight === null
      ? element("span", { class: "token-muted" }, "ignored")
      : element("meter", { min: 0, max: 1, value: weight, "aria-label": `Weight of ${value} in your taste profile` }),
    ...actions.map(([label, name, click]) =>
      element("button", { class: "link", type: "button", "aria-label": name, click }, label),
    ),
  );
}
