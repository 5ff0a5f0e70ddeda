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

/** Who is asking: the browser's long-lived identifier, and the account of who is logged in, signed where the storefront wants that. */
export type User = SearchRequest["user"];

/** Requests with this device are answered without looking anybody up, and leave nothing behind. */
export const ANONYMOUS = "anonymous";

export interface ClientOptions {
  /** Where the service is; "" for the origin of the page. */
  readonly url: string;
  readonly clientId: string;
  /** `pk_…` */
  readonly publicKey: string;
  /** Asked at each call, because consent and logins come and go; anonymous unless given. On a server requests name their own. */
  readonly user?: () => User;
  /** Milliseconds that one answer may take; 10,000 unless given. */
  readonly timeoutMs?: number;
  readonly retries?: Partial<RetryPolicy>;
  /** The platform's unless given. */
  readonly fetch?: typeof fetch;
}

/** A request, whose user is the client's unless it names another. */
export type Requested<Request extends { readonly user: User }> = Omit<Request, "user"> & { readonly user?: User };
/** The first request of a listing; its later pages are asked for by the listing. */
export type ListingRequest = Omit<Requested<SearchRequest>, "pagination">;

/** The service, as storefronts call it. Every call @throws VitrineError, or the reason it was aborted with */
export interface Client {
  readonly clientId: string;
  readonly search: (request?: Requested<SearchRequest>, options?: CallOptions) => Promise<SearchResponse>;
  /** A listing or search, page after page. */
  readonly listing: (request?: ListingRequest, options?: ListingOptions) => Listing;
  readonly suggest: (request?: Requested<SuggestRequest>, options?: CallOptions) => Promise<SuggestResponse>;
  readonly recommend: (request: Requested<QueryRequest>, options?: CallOptions) => Promise<QueryResponse>;
  readonly slots: (request: Requested<SlotsRequest>, options?: CallOptions) => Promise<SlotsResponse>;
  /** What the shop offers: its item fields, facets, sort keys and placements. Browsers keep the answer for a minute. */
  readonly storefront: (options?: CallOptions) => Promise<PublicStorefront>;
  readonly taste: (options?: CallOptions) => Promise<Taste>;
  readonly correctTaste: (correction: TasteCorrection, options?: CallOptions) => Promise<Taste>;
  readonly forgetTaste: (options?: CallOptions) => Promise<Taste>;
  /** Reports what the shopper did; sent even when the page is left. Of anonymous shoppers nothing is sent. */
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
      // Who was asking for the first page asks for all of them.
      const requested = { user: user(), ...request };
      const load = (pagination?: Pagination, page: CallOptions = options) =>
        // What the first page was asked for is the listing's.
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
        // Needs no preflight, which a page that is being left would not wait for.
        headers: { "Content-Type": "text/plain;charset=UTF-8" },
        body: JSON.stringify(payload),
        keepalive: true,
      };
      await send(transport, request, signal);
    },
  };
  return client;
}
