import type { Searching } from "../../../src/search/searching.js";
import Type from "typebox";
import type { Personalizer, Recalled } from "../../../src/personalization/personalizer.js";
import type { ProductTokens } from "../../../src/personalization/product-tokens.js";
import { takeSnapshot } from "../../../src/personalization/taste/snapshot.js";
import type { TasteStore } from "../../../src/personalization/taste-store.js";
import { viewTaste, type TasteView } from "../../../src/personalization/taste/view.js";
import type { TasteDocument } from "../../../src/personalization/taste/document.js";
import { closed, list, nullable, oneOf, type Of } from "../../../src/schema/typed.js";
import { explain } from "../../../src/search/explain/explain.js";
import type { Explanation } from "../../../src/search/explain/explanation.js";
import { SEARCH_REQUEST, type SearchBody } from "../../../src/search/request-schema.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { ANONYMOUS } from "../../../src/tracking/event.js";
import { inventTaste } from "./simulated-profile.js";

const id = Type.String({ minLength: 1, maxLength: 512 });
const MAX_LOOKS = 20;

/** Shopper whose page is previewed. */
const SHOPPER = oneOf("kind", [
  closed({ kind: Type.Literal("anonymous") }),
  closed({
    kind: Type.Literal("known"),
    device_id: Type.String({ minLength: 1, maxLength: 256, pattern: "\\S" }),
    user_id: Type.Optional(nullable(Type.String({ maxLength: 256 }))),
  }),
  closed({
    kind: Type.Literal("invented"),
    products: Type.Optional(list(id, { maxItems: MAX_LOOKS })),
    likes: Type.Optional(list(closed({ field: id, value: id }), { maxItems: MAX_LOOKS })),
  }),
]);

const { query, filters, facet_filters, sort, limit } = SEARCH_REQUEST.properties;

export const LOOK_REQUEST = closed({
  request: closed({ query, filters, facet_filters, sort, limit }),
  shopper: SHOPPER,
  draft_id: Type.Optional(nullable(id)),
});

export type ListingPreviewRequest = Of<typeof LOOK_REQUEST>;
export type PreviewShopper = ListingPreviewRequest["shopper"];

/** First page, unpersonalized and for one shopper, with an explanation of each position. */
export interface ListingPreview {
  readonly unpersonalized: Explanation;
  /** `null` for an unknown shopper, or one without ranking signals. */
  readonly personal: Explanation | null;
  /** Taste of the user, or of the device if the shopper is not logged in; `null` for an unknown shopper. */
  readonly taste: TasteView | null;
}

export interface ListingPreviewDeps {
  readonly search: Searching;
  readonly tastes: Pick<TasteStore, "read">;
  readonly products: ProductTokens;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Previews a first page. The preview is not recorded as an impression.
 * @throws ServiceError for an invalid request; errors of the engine
 */
export async function preview(
  deps: ListingPreviewDeps,
  storefront: Storefront,
  { request, shopper }: Pick<ListingPreviewRequest, "request" | "shopper">,
): Promise<ListingPreview> {
  const requested = { ...request, user: { device_id: ANONYMOUS } } as SearchBody;
  const unpersonalized = await explain(deps.search, storefront, requested);
  if (shopper.kind === "anonymous") return { unpersonalized, personal: null, taste: null };
  if (shopper.kind === "known") {
    const { device_id, user_id = null } = shopper;
    const { device, user } = await deps.tastes.read(storefront.client_id, { device_id, user_id });
    const personal = await explain(deps.search, storefront, { ...requested, user: { device_id, user_id } });
    return {
      unpersonalized,
      personal: personal.personalized ? personal : null,
      taste: viewTaste(user_id === null ? device : user),
    };
  }
  const { products: ids = [], likes = [] } = shopper;
  const found = await deps.products.find(storefront.client_id, ids);
  const products = ids.flatMap((one) => found.get(one) ?? []);
  const document = inventTaste(storefront.client_id, { products, likes }, deps.now());
  const search = { ...deps.search, personalizer: knowing(document, deps.now()) };
  const personal = await explain(search, storefront, { ...requested, user: { device_id: INVENTED } });
  return { unpersonalized, personal: personal.personalized ? personal : null, taste: viewTaste(document) };
}

/** Device id of simulated shoppers. It has no stored data. */
const INVENTED = "invented";

/** Creates a personalizer that returns the same taste for every device. */
const knowing = (device: TasteDocument, now: number): Pick<Personalizer, "recall"> => ({
  recall: ({ configuration }): Promise<Recalled> => {
    const snapshot = takeSnapshot({ device, user: undefined }, configuration.taste, now);
    if (snapshot === null) return Promise.resolve({ ranking: "unknown", snapshot, viewed: [] });
    return Promise.resolve({ ranking: "personalized", snapshot: { ...snapshot, user: null }, viewed: [] });
  },
});
