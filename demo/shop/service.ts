import {
  createClient,
  ValidationError,
  type CallOptions,
  type Client,
  type Listing,
  type ListingRequest,
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

/** The field that the service refused in a projection. */
const unknownField = (error: unknown): string | undefined =>
  error instanceof ValidationError && error.field === "projection"
    ? /unknown field `([^`]+)`/.exec(error.message)?.[1]
    : undefined;

/** @param user asked at each call, because consent and logins come and go */
export function createService({ client_id, public_key }: ShopAccess, user: () => User): Service {
  const client = createClient({ url: "", clientId: client_id, publicKey: public_key, user, retries: RETRIES });
  const unknown = new Set<string>();

  /** A catalogue that is not the demo's may lack fields that pages show; they are not asked for any more. */
  const shown =
    <Request extends { readonly projection?: readonly string[] | null } | undefined, Answer>(
      call: (request: Request, options?: CallOptions) => Promise<Answer>,
    ) =>
    async (request: Request, options?: CallOptions): Promise<Answer> => {
      const projection = request?.projection;
      const known = () => projection?.filter((field) => !unknown.has(field));
      for (;;) {
        try {
          return await call(projection ? { ...request, projection: known() } : request, options);
        } catch (error) {
          const field = unknownField(error);
          if (field === undefined || unknown.has(field)) throw error;
          unknown.add(field);
        }
      }
    };

  return {
    ...client,
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
