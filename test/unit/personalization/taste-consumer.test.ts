import { expect } from "chai";
import { createTasteConsumer } from "../../../src/personalization/taste-consumer.js";
import { emptyTaste, type TasteDocument } from "../../../src/personalization/taste/document.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";
import type { ShopperEvent } from "../../../src/tracking/event.js";
import { contextOn } from "../../support/context.js";
import { createTasteStore } from "../../../src/personalization/taste-store.js";
import { cart, view } from "../../support/shopper-events.js";

const AT = 1_000_000;

/** Returns the taste document of a new device after some events, and the products that were looked up. */
async function learnt(...events: ShopperEvent[]): Promise<{ document: TasteDocument; requested: readonly string[] }> {
  let document = emptyTaste("shop", "device");
  let requested: readonly string[] = [];
  const store: Parameters<typeof createTasteConsumer>[0] = {
    ...createTasteStore(contextOn()),
    change: ([owner], next) => {
      if (owner !== undefined) document = next(owner, document);
      return Promise.resolve();
    },
  };
  const products = {
    identify: () => Promise.resolve(new Map()),
    find: (_clientId: string, ids: readonly string[]) => {
      requested = ids;
      return Promise.resolve(new Map());
    },
  };
  await createTasteConsumer(store, products, () => Promise.resolve(DEFAULT_CONFIGURATION)).consume(events);
  return { document, requested };
}

describe("taste consumer", () => {
  it("a taste profile uses the arrival time of an event if the clock of the device is fast", async () => {
    const { document } = await learnt(view("A", AT + 5_000, { received_at: AT }));
    expect(document.as_of).to.equal(AT);
  });

  it("a taste profile is updated with at most the first hundred products of an event", async () => {
    const ids = Array.from({ length: 150 }, (_, one) => String(one));
    expect((await learnt(cart("add_to_cart", ids, AT))).requested).to.deep.equal(ids.slice(0, 100));
  });
});
