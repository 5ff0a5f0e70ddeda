import {
  clearUserData,
  disableAnonymousTracking,
  enableAnonymousTracking,
  newTracker,
  setUserId,
  trackPageView,
} from "@snowplow/browser-tracker";
import {
  setPageType,
  SnowplowEcommercePlugin,
  trackAddToCart,
  trackCheckoutStep,
  trackProductListClick,
  trackProductListView,
  trackProductView,
  trackRemoveFromCart,
  trackTransaction,
} from "@snowplow/browser-plugin-snowplow-ecommerce";
import type { CartLine } from "./cart.js";
import { totalOf } from "./cart.js";
import type { Product } from "./product.js";

/** List in which products were shown, with the id of the response that contained them. */
export interface ShownList {
  readonly name: string;
  readonly recommendation_id: string;
}

/** Product with the product's position in a list; the first position is 1. */
export interface Reranked {
  readonly product: Product;
  readonly position: number;
}

/** Sends the shopper's events to the service's collector with the standard tracker. */
export interface Tracker {
  /** Persistent identifier of this browser; `undefined` while the shopper is anonymous. */
  deviceId(): string | undefined;
  recognise(): void;
  /** Deletes the identifier. A later call of `recognise` creates a new identifier. */
  anonymise(): void;
  setUser(userId: string | null): void;
  pageView(pageType: string): void;
  productView(product: Product): void;
  listView(list: ShownList, shown: readonly Reranked[]): void;
  listClick(list: ShownList, clicked: Reranked): void;
  addToCart(line: CartLine, cart: readonly CartLine[]): void;
  removeFromCart(line: CartLine, cart: readonly CartLine[]): void;
  checkoutStep(step: number): void;
  transaction(order: string, cart: readonly CartLine[]): void;
}

export interface TrackerOptions {
  readonly clientId: string;
  /** ISO 4217 currency code. */
  readonly currency: string;
  /** Language of the pages, BCP 47. */
  readonly language: string;
  readonly isRecognised: boolean;
}

const COLLECTOR = location.origin;
const STORED = "cookieAndLocalStorage";
const ANONYMOUS = { withServerAnonymisation: true };

export function createTracker({ clientId, currency, language, isRecognised }: TrackerOptions): Tracker {
  let recognised = isRecognised;
  const tracker = newTracker("shop", COLLECTOR, {
    appId: clientId,
    cookieName: "_service_",
    cookieSecure: location.protocol === "https:",
    plugins: [SnowplowEcommercePlugin()],
    ...(isRecognised ? {} : { anonymousTracking: ANONYMOUS }),
    stateStorageStrategy: isRecognised ? STORED : "none",
    keepalive: true,
    // Omits the collector's own cookie, which is unused and could not be deleted together with the tracker's cookies.
    credentials: "omit",
  });
  const trackedProduct = ({ id, brand, category, name, price }: Product) => ({
    id,
    name,
    brand,
    category,
    price: price ?? 0,
    currency,
  });
  const trackedLine = ({ product, size, quantity }: CartLine) => ({ ...trackedProduct(product), quantity, size });
  return {
    deviceId: () => (recognised ? tracker?.getDomainUserId() : undefined),
    recognise() {
      recognised = true;
      disableAnonymousTracking({ stateStorageStrategy: STORED });
    },
    anonymise() {
      recognised = false;
      clearUserData();
      enableAnonymousTracking({ options: ANONYMOUS, stateStorageStrategy: "none" });
    },
    setUser: (userId) => setUserId(userId),
    pageView(pageType) {
      setPageType({ type: pageType, language });
      trackPageView();
    },
    // Reports the viewed variant as the product, so that the shop shows this variant to the shopper again.
    productView: (product) => trackProductView({ ...trackedProduct(product), id: product.variant }),
    listView: (list, shown) =>
      trackProductListView({
        name: list.name,
        products: shown.map(({ product, position }) => ({ ...trackedProduct(product), position })),
        context: causedBy(list),
      }),
    listClick: (list, { product, position }) =>
      trackProductListClick({
        name: list.name,
        product: { ...trackedProduct(product), position },
        context: causedBy(list),
      }),
    addToCart: (line, cart) => trackAddToCart({ products: [trackedLine(line)], total_value: totalOf(cart), currency }),
    removeFromCart: (line, cart) =>
      trackRemoveFromCart({ products: [trackedLine(line)], total_value: totalOf(cart), currency }),
    checkoutStep: (step) => trackCheckoutStep({ step }),
    transaction: (order, cart) =>
      trackTransaction({
        transaction_id: order,
        revenue: totalOf(cart),
        currency,
        payment_method: "pretend",
        products: cart.map(trackedLine),
      }),
  };
}

const causedBy = ({ recommendation_id }: ShownList) => [
  { schema: "iglu:vitrine/recommendation/jsonschema/1-0-0", data: { recommendation_id } },
];
