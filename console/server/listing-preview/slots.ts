import Type from "typebox";
import { createRecommendation } from "../../../src/recommendation/index.js";
import { closed, nullable, type Of } from "../../../src/schema/typed.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { PREVIEWED } from "./listing-preview.js";
import { visitorOf, type VisitorDeps } from "./visitor.js";

type Recommending = Parameters<typeof createRecommendation>[0];

const name = Type.String({ minLength: 1, maxLength: 512 });

export const SLOTS_PREVIEW_REQUEST = closed({
  request: closed({
    placement: name,
    /** Product of the page; null if the page has no product. */
    product: nullable(name),
  }),
  ...PREVIEWED,
});

export type SlotsPreviewRequest = Of<typeof SLOTS_PREVIEW_REQUEST>;

type SlotsResult = Awaited<ReturnType<ReturnType<typeof createRecommendation>["slots"]>>;

/** Recommendation slots in the order of the page. */
export type SlotsPreview = Pick<SlotsResult, "slots">;

export interface SlotsPreviewDeps extends VisitorDeps {
  readonly recommending: Omit<Recommending, "impressions">;
}

/** Impression store that discards impressions, because shoppers do not see the products of a preview. */
const NO_IMPRESSIONS: Recommending["impressions"] = { add: () => undefined };

/**
 * Previews the recommendation slots of a page.
 * @param at time of the preview, in milliseconds since 1970
 * @throws {ServiceError} if the placement is unknown, or Error if the engine fails
 */
export async function previewSlots(
  deps: SlotsPreviewDeps,
  storefront: Storefront,
  { request: { placement, product }, shopper }: Pick<SlotsPreviewRequest, "request" | "shopper">,
  at: number,
): Promise<SlotsPreview> {
  const { recommending } = deps;
  const { user, personalizer } = await visitorOf(deps, storefront.client_id, shopper, at);
  const { slots } = await createRecommendation({
    ...recommending,
    personalizer: { ...recommending.personalizer, ...personalizer },
    impressions: NO_IMPRESSIONS,
    now: () => at,
  }).slots(storefront, {
    user,
    placement,
    ...(product === null ? {} : { seed: { product_identifiers: [product] } }),
  });
  return { slots };
}
