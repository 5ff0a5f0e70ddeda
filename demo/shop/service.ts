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

/** A listing with its first page. */
export interface OpenListing {
  readonly first: SearchResponse;
  readonly pages: Pick<Listing, "next">;
}

export interface Service extends Omit<Client, "listing"> {
  /** @param options of the first page alone: the others are for whoever scrolls, on a page that is kept */
  openListing(request: ListingRequest, options: CallOptions): Promise<OpenListing>;
}

/** Pages say that the service is away rather than wait for it for long. */
const RETRIES = { attempts: 3, totalMs: 4_000 };

/**
 * The service as the pages call it. A catalogue that is not the demo's may lack fields that pages show: these are asked for
 * only where the shop has them.
 * @param user asked at each call, because consent and logins come and go
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
      if (first === undefined) throw new Error("a listing has a first page");
      return { first, pages };
    }),
  };
}

/** Asks once for all; what failed is asked again. */
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
