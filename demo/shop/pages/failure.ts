import { element } from "../element.js";
import { ServiceFailure, type FailureKind } from "../failure.js";
import type { Shop, View } from "../shop.js";

const SAID: Readonly<Record<FailureKind, readonly [title: string, text: string]>> = {
  away: ["The shop is away for a moment", "The service does not answer. Nothing is lost: try again."],
  patience: ["One moment, please", "That was a lot at once. Try again in a few seconds."],
  outdated: ["This page is out of date", "The shop was opened anew since you came. Load the page again."],
  expired: ["This listing has ended", "It was left alone for too long. Begin it again."],
  refused: ["This address makes no sense", "Something in it is not known to this shop."],
};

/** The page shown instead of one that could not be made; it says so. */
export function failurePage(shop: Shop, error: unknown): View {
  const kind = error instanceof ServiceFailure ? error.kind : "away";
  if (!(error instanceof ServiceFailure)) console.error(error);
  const [title, text] = SAID[kind];
  const again = () => {
    if (kind === "outdated") location.reload();
    else shop.refresh();
  };
  return {
    title: `${title} · Vitrine`,
    type: "error",
    content: element(
      "div",
      { class: "page message", role: "alert" },
      element("h1", { tabindex: -1 }, title),
      element("p", {}, text),
      element(
        "p",
        { class: "message-links" },
        element(
          "button",
          { class: "button", type: "button", click: again },
          kind === "outdated" ? "Load again" : "Try again",
        ),
        element("a", { class: "button quiet", href: "/" }, "To the start"),
      ),
    ),
  };
}
