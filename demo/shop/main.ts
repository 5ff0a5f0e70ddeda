import { listing, type Address } from "../server/address.js";
import type { ShopSettings } from "../server/settings.js";
import { createCart } from "./cart-store.js";
import { createImpressions } from "./impressions.js";
import { moneyFormat } from "./money.js";
import { cartPage } from "./pages/cart.js";
import { failurePage } from "./pages/failure.js";
import { helpPage } from "./pages/help.js";
import { homePage } from "./pages/home.js";
import { listingPage } from "./pages/listing.js";
import { notFoundPage } from "./pages/not-found.js";
import { orderPage } from "./pages/order.js";
import { productPage } from "./pages/product.js";
import { consentBanner } from "./parts/consent-banner.js";
import { frame } from "./parts/frame.js";
import { createRouter } from "./router.js";
import { createService } from "./service.js";
import type { Shop, View } from "./shop.js";
import { createShopper, storedConsent } from "./shopper.js";
import { createTracker } from "./tracker.js";

const settings = JSON.parse(document.getElementById("settings")?.textContent ?? "") as ShopSettings;
const tracker = createTracker({
  clientId: settings.client_id,
  currency: settings.currency ?? "EUR",
  language: settings.language.locale,
  isRecognised: storedConsent() === "yes",
});
const shopper = createShopper(tracker);
const shop: Shop = {
  settings,
  language: settings.language,
  words: settings.language.words,
  tracker,
  shopper,
  service: createService(settings, () => shopper.user()),
  impressions: createImpressions(tracker),
  cart: createCart(),
  money: moneyFormat(settings.currency, settings.language.locale),
  go: (address, how) => router.go(address, how),
  refresh: () => router.refresh(),
  announce: (text) => page.announce(text),
};
const page = frame(shop);
const router = createRouter({
  outlet: page.outlet,
  make: async (address, signal) => {
    try {
      return await pageAt(address, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      return failurePage(shop, error);
    }
  },
  onShown(view, how) {
    for (const dialog of document.querySelectorAll("dialog")) dialog.close();
    tracker.pageView(view.type);
    if (how === "back") shop.announce(view.title);
  },
});

function pageAt(address: Address, signal: AbortSignal): Promise<View> {
  switch (address.page) {
    case "home":
      // The home page of an imported shop lists all products of the shop.
      return settings.imported === null
        ? homePage(shop, address, signal)
        : listingPage(shop, listing({ kind: "search", query: "" }), signal);
    case "listing":
      return listingPage(shop, address, signal);
    case "product":
      return productPage(shop, address, signal);
    case "cart":
      return cartPage(shop, address, signal);
    case "order":
      return orderPage(shop, address, signal);
    case "help":
      return helpPage(shop, address, signal);
    case "not_found":
      return notFoundPage(shop, address, signal);
  }
}

document.body.replaceChildren(...page.content, consentBanner(shop));
router.start();
