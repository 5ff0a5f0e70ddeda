import {
  AuthenticationError,
  ExpiredCursorError,
  NotFoundError,
  RateLimitedError,
  ValidationError,
  VitrineError,
} from "@vitrine/client";
import { element } from "../element.js";
import type { Shop, View } from "../shop.js";
import { IN_ENGLISH } from "../wording.js";

type Reported = readonly [title: string, text: string];

const AWAY: Reported = [
  "The shop is temporarily unavailable",
  "The service of this shop does not respond. Your cart is safe. Try again.",
];
const OUTDATED: Reported = ["This page is out of date", "The shop was updated during your visit. Reload the page."];

function failureText(error: unknown): Reported {
  if (error instanceof AuthenticationError) return OUTDATED;
  if (error instanceof RateLimitedError) {
    return ["Too many requests", "Try again in a few seconds."];
  }
  if (error instanceof ExpiredCursorError) {
    return ["This listing has expired", "This page was open for too long. Reload the listing."];
  }
  if (error instanceof ValidationError || error instanceof NotFoundError) {
    return ["This address is not valid", "Part of the page address, for example a filter, is unknown to this shop."];
  }
  return AWAY;
}

/** Error page shown instead of a page that failed to load. */
export function failurePage(shop: Shop, error: unknown): View {
  if (!(error instanceof VitrineError)) console.error(error);
  const isOutdated = error instanceof AuthenticationError;
  const [title, text] = failureText(error);
  const again = () => {
    if (isOutdated) location.reload();
    else shop.refresh();
  };
  return {
    title: `${title} · Vitrine`,
    type: "error",
    content: element(
      "div",
      { ...IN_ENGLISH, class: "page message", role: "alert" },
      element("h1", { tabindex: -1 }, title),
      element("p", {}, text),
      element(
        "p",
        { class: "message-links" },
        element("button", { class: "button", type: "button", click: again }, isOutdated ? "Load again" : "Try again"),
        element("a", { class: "button quiet", href: "/" }, "To the home page"),
      ),
    ),
  };
}
