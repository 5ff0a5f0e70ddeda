import Type from "typebox";
import { viewTaste, type TasteView } from "../../../src/personalization/taste/view.js";
import { closed, nullable, type Of } from "../../../src/schema/typed.js";
import { explain } from "../../../src/search/explain/explain.js";
import type { Explanation } from "../../../src/search/explain/explanation.js";
import { SEARCH_REQUEST, type SearchBody } from "../../../src/search/request-schema.js";
import type { Searching } from "../../../src/search/searching.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { ANONYMOUS } from "../../../src/tracking/event.js";
import { AT, searchAt } from "../preview/moment.js";
import { hiddenProducts, type HiddenProducts } from "./hidden.js";
import { SHOPPER, visitorOf, type VisitorDeps } from "./visitor.js";

const { query, filters, facet_filters, sort, limit } = SEARCH_REQUEST.properties;

/** Request properties of a preview: shopper, draft and time. */
export const PREVIEWED = {
  shopper: SHOPPER,
  draft_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 512 }))),
  at: AT,
};

export const LISTING_PREVIEW_REQUEST = closed({
  request: closed({ query, filters, facet_filters, sort, limit }),
  ...PREVIEWED,
});

export type ListingPreviewRequest = Of<typeof LISTING_PREVIEW_REQUEST>;

/**
 * First page of a search or listing in two versions, unpersonalized and for one shopper, with an explanation of each
 * position.
 */
export interface ListingPreview {
  readonly unpersonalized: Explanation;
  /** Explanation for the shopper; `null` if the shopper is unknown or has no ranking signals. */
  readonly personal: Explanation | null;
  /** Taste of the user, or of the device if the shopper is not logged in; `null` for an unknown shopper. */
  readonly taste: TasteView | null;
  /**
   * Number of matching products that each hide rule removes. The rule that hides the most products comes first. Empty
   * for the listing of all products.
   */
  readonly hidden: readonly HiddenProducts[];
}

export interface ListingPreviewDeps extends VisitorDeps {
  readonly search: Searching;
}

/**
 * Previews the first page of a search or listing. The preview is not recorded as an impression.
 * @param at time, in milliseconds since 1970, at which rules, campaigns and relative dates are evaluated
 * @throws {ServiceError} for an invalid request; errors of the engine
 */
export async function preview(
  deps: ListingPreviewDeps,
  storefront: Storefront,
  { request, shopper }: Pick<ListingPreviewRequest, "request" | "shopper">,
  at: number,
): Promise<ListingPreview> {
  const search = searchAt(deps.search, at);
  const requested = { ...request, user: { device_id: ANONYMOUS } } as SearchBody;
  const [unpersonalized, hidden, visitor] = await Promise.all([
    explain(search, storefront, requested),
    hiddenProducts(search, storefront, requested),
    visitorOf(deps, storefront.client_id, shopper, at),
  ]);
  if (shopper.kind === "anonymous") return { unpersonalized, personal: null, taste: null, hidden };
  const { user, taste, personalizer = search.personalizer } = visitor;
  const personal = await explain({ ...search, personalizer }, storefront, { ...requested, user });
  return { unpersonalized, personal: personal.personalized ? personal : null, taste: viewTaste(taste), hidden };
}
