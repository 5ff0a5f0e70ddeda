import Type from "typebox";
import { tasteToken } from "../../../src/catalog/taste-tokens.js";
import type { Personalizer, Recalled } from "../../../src/personalization/personalizer.js";
import type { ProductTokens } from "../../../src/personalization/product-tokens.js";
import {
  emptyTaste,
  type OrderedProduct,
  type ProductInterest,
  type TasteDocument,
} from "../../../src/personalization/taste/document.js";
import { takeSnapshot } from "../../../src/personalization/taste/snapshot.js";
import type { TasteStore } from "../../../src/personalization/taste-store.js";
import { closed, list, nullable, oneOf, type Of } from "../../../src/schema/typed.js";
import { ANONYMOUS } from "../../../src/tracking/event.js";

const id = Type.String({ minLength: 1, maxLength: 512 });
const MAX_VIEWS = 20;

/** Shopper whose page is previewed. */
export const SHOPPER = oneOf("kind", [
  closed({ kind: Type.Literal("anonymous") }),
  closed({
    kind: Type.Literal("known"),
    device_id: Type.String({ minLength: 1, maxLength: 256, pattern: "\\S" }),
    user_id: Type.Optional(nullable(Type.String({ maxLength: 256 }))),
  }),
  closed({
    kind: Type.Literal("simulated"),
    products: Type.Optional(list(id, { maxItems: MAX_VIEWS })),
    likes: Type.Optional(list(closed({ field: id, value: id }), { maxItems: MAX_VIEWS })),
  }),
]);

export type PreviewShopper = Of<typeof SHOPPER>;

/** Shopper of a preview, in the format of search requests. */
export interface PreviewVisitor {
  readonly user: { readonly device_id: string; readonly user_id?: string | null };
  /** Taste profile; undefined for unknown shoppers. */
  readonly taste?: TasteDocument | undefined;
  /** Personalizer that returns the taste of a simulated shopper; `undefined` for shoppers whose taste is stored. */
  readonly personalizer?: Pick<Personalizer, "recall">;
}

export interface VisitorDeps {
  readonly tastes: Pick<TasteStore, "read">;
  readonly products: ProductTokens;
}

/**
 * Returns the visitor for whom a preview is computed.
 * @param at time of the preview, milliseconds since 1970
 * @throws Error if an engine request fails
 */
export async function visitorOf(
  { tastes, products }: VisitorDeps,
  clientId: string,
  shopper: PreviewShopper,
  at: number,
): Promise<PreviewVisitor> {
  switch (shopper.kind) {
    case "anonymous":
      return { user: { device_id: ANONYMOUS } };
    case "known": {
      const { device_id, user_id = null } = shopper;
      const { device, user } = await tastes.read(clientId, { device_id, user_id });
      return { user: { device_id, user_id }, taste: user_id === null ? device : user };
    }
    case "simulated": {
      const { products: ids = [], likes = [] } = shopper;
      const found = await products.find(clientId, ids);
      const viewed = ids.flatMap((one) => found.get(one) ?? []);
      const taste = simulatedTaste(clientId, { products: viewed, likes }, at);
      return { user: { device_id: SIMULATED }, taste, personalizer: recalling(taste, viewed, at) };
    }
  }
}

/** Device ID of simulated shoppers. No data is stored for this device. */
const SIMULATED = "simulated";

/** Product views and liked values of a simulated shopper. */
interface SimulatedProfile {
  /** Viewed products, latest view first. */
  readonly products: readonly OrderedProduct[];
  /** Liked values. Each value has the effect of a recent view of a product that has only this value. */
  readonly likes: readonly { readonly field: string; readonly value: string }[];
}

const MINUTE_MS = 60_000;

/** Computes the taste of a device that viewed the products one minute apart, with the latest view at the time `at`. */
function simulatedTaste(clientId: string, { products, likes }: SimulatedProfile, at: number): TasteDocument {
  const views = [
    ...likes.map(({ field, value }, n) => ({ id: `${field}=${value} ${n}`, tokens: [tasteToken(field, value)] })),
    ...products,
  ];
  return {
    ...emptyTaste(clientId, "device"),
    as_of: at,
    products: views.map((view, n): ProductInterest => ({ ...view, at: at - n * MINUTE_MS, interest: 1 })),
  };
}

/** Creates a personalizer that returns the same taste for every device. */
const recalling = (
  device: TasteDocument,
  products: readonly OrderedProduct[],
  at: number,
): Pick<Personalizer, "recall"> => ({
  recall: ({ configuration }): Promise<Recalled> => {
    const snapshot = takeSnapshot({ device, user: undefined }, configuration.taste, at);
    if (snapshot === null) return Promise.resolve({ ranking: "unknown", snapshot, viewed: [] });
    const viewed = products.map(({ id }, n) => ({ id, at: at - n * MINUTE_MS }));
    return Promise.resolve({ ranking: "personalized", snapshot, viewed });
  },
});
