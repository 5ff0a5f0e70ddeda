import { element } from "../element.js";
import type { Shop } from "../shop.js";

/**
 * Banner that asks for tracking consent; hidden if the shopper has already answered.
 * @param again show the banner despite an existing answer
 */
export function consentBanner(shop: Shop, again = false): HTMLElement {
  if (shop.shopper.consent() !== null && !again) return element("div", { class: "consent", hidden: true });
  const banner = element("section", { class: "consent", "aria-label": shop.words.privacy_choice });
  const decide = (consent: "yes" | "no") => () => {
    banner.hidden = true;
    void takeDecision(shop, consent);
  };
  banner.append(
    element("p", {}, element("strong", {}, `${shop.words.remember_question} `), shop.words.remember_how),
    element(
      "div",
      { class: "consent-buttons" },
      element("button", { class: "button", type: "button", click: decide("yes") }, shop.words.remember_yes),
      element("button", { class: "button quiet", type: "button", click: decide("no") }, shop.words.remember_no),
    ),
  );
  return banner;
}

/**
 * Stores the decision. If consent is withdrawn, the taste profile is deleted first, while the shopper's identifier is
 * still known.
 */
export async function takeDecision(shop: Shop, consent: "yes" | "no"): Promise<void> {
  if (shop.shopper.consent() === "yes" && consent === "no") {
    const forgotten = await shop.service.forgetTaste().then(
      () => true,
      () => false,
    );
    shop.announce(forgotten ? "Your taste profile was erased." : "Your taste profile could not be erased.");
  }
  shop.shopper.decide(consent);
  shop.refresh();
}
