import {
  createClient,
  type CallOptions,
  type Client,
  type Listing,
  type ListingRequest,
  type PublicStorefront,
  type SearchResponse,
  type User,
} from "@vitrine/client";
import type { ShopAccess } from "../server/settings.js";

/** Listing whose first page of results has been loaded. */
export interface OpenListing {
  readonly first: SearchResponse;
  readonly pages: Pick<Listing, "next">;
}

export interface Service extends Omit<Client, "listing"> {
  /**
   * Opens a listing. The options apply only to the request for the first page of results. Later pages are requested
   * when the shopper scrolls.
   */
  openListing(request: ListingRequest, options: CallOptions): Promise<OpenListing>;
}

/** Limits retries, so that pages show an error quickly if the service is unavailable. */
const RETRIES = { attempts: 3, totalMs: 4_000 };

/**
 * Creates the API client of the shop's pages. Fields that an imported catalogue lacks are removed from projections.
 * @param user returns the current shopper. The function is called for each request, because consent and login may
 * change.
 */
export function createService({ client_id, public_key }: ShopAccess, user: () => User): Service {
  const client = createClient({ url: "", clientId: client_id, publicKey: public_key, user, retries: RETRIES });
  const storefront = once(() => client.storefront());

  const shown =
    <Request extends { readonly projection?: readonly string[] | null } | undefined, Answer>(
      call: (request: Request, options?: CallOptions) => Promise<Answer>,
    ) =>
    async (request: Request, options?: CallOptions): Promise<Answer> => {
      const { fields } = await storefront();
      options?.signal?.throwIfAborted();
      const projection = request?.projection?.filter((field) => fields.includes(field));
      return call(projection ? { ...request, projection } : request, options);
    };

  return {
    ...client,
    storefront,
    search: shown(client.search),
    suggest: shown(client.suggest),
    recommend: shown(client.recommend),
    slots: shown(client.slots),
    openListing: shown(async (request: ListingRequest, options?: CallOptions) => {
      const pages = client.listing(request);
      const { value: first } = await pages.next(options);
      if (first === undefined) throw new Error("the service returned no first page of products");
      return { first, pages };
    }),
  };
}

/** Caches the response of a request. Failures are not cached. */
function once(request: () => Promise<PublicStorefront>): () => Promise<PublicStorefront> {
  let requested: Promise<PublicStorefront> | undefined;
  return () => {
    requested ??= request().catch((error: unknown) => {
      requested = undefined;
      throw error;
    });
    return requested;
  };
}
