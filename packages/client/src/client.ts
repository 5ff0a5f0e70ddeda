import { eventPayload, type ShopperEvent } from "./events.js";
import { createListing, type Listing, type ListingOptions, type Pagination } from "./listing.js";
import { RETRIES, type RetryPolicy } from "./retry.js";
import { send, type CallOptions, type Outgoing, type Transport } from "./send.js";
import type {
  PublicStorefront,
  QueryRequest,
  QueryResponse,
  SearchRequest,
  SearchResponse,
  SlotsRequest,
  SlotsResponse,
  SuggestRequest,
  SuggestResponse,
  Taste,
  TasteCorrection,
} from "./schema.js";

/**
 * The requesting user: the device id of the browser and the account id of a logged-in user. Some storefronts require a
 * signed account id.
 */
export type User = SearchRequest["user"];

/** Device id of anonymous requests. The service neither loads nor stores data for this id. */
export const ANONYMOUS = "anonymous";

export interface ClientOptions {
  /** Base URL of the service; "" for the page's own origin. */
  readonly url: string;
  readonly clientId: string;
  /** Public API key, which starts with `pk_`. */
  readonly publicKey: string;
  /**
   * Returns the current shopper. The function is called for each request, because consent and login may change.
   * Requests are anonymous by default. On a server, pass `user` with each request instead.
   */
  readonly user?: () => User;
  /** Timeout of one response in milliseconds; 10,000 by default. */
  readonly timeoutMs?: number;
  readonly retries?: Partial<RetryPolicy>;
  /** Function that sends requests; `globalThis.fetch` by default. */
  readonly fetch?: typeof fetch;
}

/** A request whose `user` is optional and defaults to the client's user. */
export type Requested<Request extends { readonly user: User }> = Omit<Request, "user"> & { readonly user?: User };
/** The first request of a listing. `Listing` requests the later pages. */
export type ListingRequest = Omit<Requested<SearchRequest>, "pagination">;

/**
 * The storefront API.
 * @throws {VitrineError} if a request fails, or Error if `options.signal` is aborted
 */
export interface Client {
  readonly clientId: string;
  readonly search: (request?: Requested<SearchRequest>, options?: CallOptions) => Promise<SearchResponse>;
  /** Pages through a listing or search result. */
  readonly listing: (request?: ListingRequest, options?: ListingOptions) => Listing;
  readonly suggest: (request?: Requested<SuggestRequest>, options?: CallOptions) => Promise<SuggestResponse>;
  readonly recommend: (request: Requested<QueryRequest>, options?: CallOptions) => Promise<QueryResponse>;
  readonly slots: (request: Requested<SlotsRequest>, options?: CallOptions) => Promise<SlotsResponse>;
  /** Public configuration of the shop: item fields, facets, sort keys and placements. Browsers cache the response for a minute. */
  readonly storefront: (options?: CallOptions) => Promise<PublicStorefront>;
  readonly taste: (options?: CallOptions) => Promise<Taste>;
  readonly correctTaste: (correction: TasteCorrection, options?: CallOptions) => Promise<Taste>;
  readonly forgetTaste: (options?: CallOptions) => Promise<Taste>;
  /** Reports a shopper event. The request completes even if the page is closed. Events of anonymous shoppers are not sent. */
  readonly report: (event: ShopperEvent, options?: CallOptions) => Promise<void>;
}

export function createClient(options: ClientOptions): Client {
  const { url, clientId, publicKey, user = (): User => ({ device_id: ANONYMOUS }) } = options;
  const transport: Transport = {
    fetch: options.fetch ?? ((...request) => fetch(...request)),
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: { ...RETRIES, ...options.retries },
  };
  const base = url.replace(/\/+$/, "");

  async function call<T>(method: string, path: string, body?: object, { signal }: CallOptions = {}): Promise<T> {
    const separator = path.includes("?") ? "&" : "?";
    const request: Outgoing = {
      url: `${base}${path}${separator}service_api_client=${encodeURIComponent(clientId)}`,
      method,
      headers: { "X-SERVICE-API-KEY": publicKey, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    };
    return JSON.parse(await send(transport, request, signal)) as T;
  }

  const post = <T>(kind: string, request: object, options?: CallOptions) =>
    call<T>("POST", `/v2/recommendations/${kind}`, { user: user(), ...request }, options);
  const taste = () => `/v2/taste?device_id=${encodeURIComponent(user().device_id)}`;
  const client: Client = {
    clientId,
    search: (request = {}, options) => post("search", request, options),
    listing(request = {}, { after, ...options } = {}) {
      // Later pages are requested for the same user as the first page, even if the login changes.
      const requested = { user: user(), ...request };
      const load = (pagination?: Pagination, page: CallOptions = options) =>
        // Later pages inherit query and filters from the cursor.
        client.search(
          pagination === undefined ? requested : { user: requested.user, limit: requested.limit, pagination },
          page,
        );
      return createListing(load, after);
    },
    suggest: (request = {}, options) => post("suggest", request, options),
    recommend: (request, options) => post("query", request, options),
    slots: (request, options) => post("query/slots", request, options),
    storefront: (options) => call("GET", "/v2/storefront", undefined, options),
    taste: (options) => call("GET", taste(), undefined, options),
    correctTaste: (correction, options) => call("PATCH", taste(), correction, options),
    forgetTaste: (options) => call("DELETE", taste(), undefined, options),
    async report(event, { signal } = {}) {
      const { device_id, user_id } = user();
      if (device_id === ANONYMOUS) return;
      const pageUrl = (globalThis as { location?: { href: string } }).location?.href ?? null;
      const origin = { clientId, deviceId: device_id, userId: user_id, pageUrl };
      const payload = eventPayload(event, { ...origin, now: Date.now(), eventId: crypto.randomUUID() });
      const request: Outgoing = {
        url: `${base}/com.snowplowanalytics.snowplow/tp2`,
        method: "POST",
        // This content type avoids a preflight request, which would fail while the page closes.
        headers: { "Content-Type": "text/plain;charset=UTF-8" },
        body: JSON.stringify(payload),
        keepalive: true,
      };
      await send(transport, request, signal);
    },
  };
  return client;
}
