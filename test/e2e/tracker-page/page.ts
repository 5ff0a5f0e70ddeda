/** A shop page with the published Snowplow trackers. The test bundles it and opens it in a browser. */
import { newTracker, setUserId, trackPageView, trackSelfDescribingEvent } from "@snowplow/browser-tracker";
import {
  setEcommerceUser,
  setPageType,
  SnowplowEcommercePlugin,
  trackAddToCart,
  trackCheckoutStep,
  trackProductListClick,
  trackProductListView,
  trackProductView,
  trackPromotionView,
  trackRefund,
  trackRemoveFromCart,
  trackTransaction,
} from "@snowplow/browser-plugin-snowplow-ecommerce";

declare const COLLECTOR: string;
declare const OPTIONS: object;

const shirt = {
  id: "shirt-1",
  name: "Oxford shirt",
  brand: "Marlow & Finch",
  category: "Clothing: Shirts",
  price: 79.5,
  currency: "EUR",
  quantity: 2,
  position: 1,
};
const tie = { id: "tie-1", price: 30, currency: "EUR" };
const context = [{ schema: "iglu:vitrine/recommendation/jsonschema/1-0-0", data: { recommendation_id: "answer-1" } }];

const tracker = newTracker("sp", COLLECTOR, { appId: "shop", plugins: [SnowplowEcommercePlugin()], ...OPTIONS });
setUserId("ann");
setPageType({ type: "listing", language: "en" });
setEcommerceUser({ id: "ann", is_guest: false, email: "ann@shop.example" });

trackPageView({ title: "Shirts" });
trackProductListView({ name: "shirts", products: [shirt, tie], context: [...context] });
trackProductListClick({ name: "shirts", product: shirt, context: [...context] });
trackProductView(shirt);
trackAddToCart({ products: [shirt], total_value: 159, currency: "EUR" });
trackRemoveFromCart({ products: [tie], total_value: 129, currency: "EUR" });
trackCheckoutStep({ step: 2, payment_method: "card" });
trackTransaction({
  transaction_id: "order-1",
  revenue: 159,
  currency: "EUR",
  payment_method: "card",
  products: [shirt],
});
trackRefund({ transaction_id: "order-1", currency: "EUR", refund_amount: 79.5, products: [{ ...shirt, quantity: 1 }] });
trackPromotionView({ id: "spring" });
trackSelfDescribingEvent({
  event: {
    schema: "iglu:vitrine/experiment_exposure/jsonschema/1-0-0",
    data: { experiment: "ranking", variant: "b" },
  },
});

/** Functions through which the test reads the ids of the tracker. */
Object.assign(globalThis, {
  device: () => tracker?.getDomainUserId(),
  session: () => (tracker?.getDomainUserInfo() as unknown[] | undefined)?.[6],
});
