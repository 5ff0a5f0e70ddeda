import { expect } from "chai";
import { effectOf as effectFor } from "../../../../src/personalization/taste/signals.js";
import type { ShopperEvent } from "../../../../src/tracking/event.js";
import { base, cart, listView, product, purchase, refund, view } from "../../../support/shopper-events.js";
import { DEFAULT_TASTE } from "../../../support/defaults.js";

const AT = 1_000_000;
const effectOf = (event: ShopperEvent) => effectFor(event, DEFAULT_TASTE.event_weights);

describe("effectFor", () => {
  for (const [what, event, effect] of [
    ["a product view", view("A", AT), { kind: "interest", weight: 1 }],
    [
      "a click in a list",
      { ...base(AT), type: "list_click", list: "search", products: [product("A")] },
      { kind: "interest", weight: 0.5 },
    ],
    ["a product added to the cart", cart("add_to_cart", ["A"], AT), { kind: "interest", weight: 3 }],
    ["a product removed from the cart", cart("remove_from_cart", ["A"], AT), { kind: "interest", weight: -3 }],
    ["a purchase", purchase("T", ["A"], AT), { kind: "order", weight: 6, transaction_id: "T" }],
    ["a refund", refund("T", AT, ["A"]), { kind: "refund", weight: -6, transaction_id: "T" }],
    ["a refund of a whole order", refund("T", AT), { kind: "refund", weight: -6, transaction_id: "T" }],
    ["a list that was shown", listView(["A", "B"], AT), { kind: "impression" }],
    ["an empty list", listView([], AT), undefined],
    ["an empty cart", cart("add_to_cart", [], AT), undefined],
    ["a page view", { ...base(AT), type: "page_view", title: null, products: [] }, undefined],
    ["a step of the checkout", { ...base(AT), type: "checkout_step", step: 1, products: [] }, undefined],
    [
      "an exposure to an experiment",
      { ...base(AT), type: "experiment_exposure", experiment: "e", variant: "v", products: [] },
      undefined,
    ],
    ["a view by a bot", view("A", AT, { counts: false }), undefined],
    ["an imported view", view("A", AT, { source: "import" }), { kind: "interest", weight: 1 }],
  ] as const satisfies readonly (readonly [string, ShopperEvent, unknown])[]) {
    it(`effectOf returns the expected effect on a taste profile for ${what}`, () => {
      expect(effectOf(event)).to.deep.equal(effect);
    });
  }
});
