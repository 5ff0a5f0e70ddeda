export { ANONYMOUS, createClient } from "./client.js";
export type { Requested, Client, ClientOptions, ListingRequest, User } from "./client.js";
export {
  AuthenticationError,
  ExpiredCursorError,
  InternalError,
  NetworkError,
  NotFoundError,
  RateLimitedError,
  TimeoutError,
  UnavailableError,
  ValidationError,
  VitrineError,
} from "./errors.js";
export type { ErrorDetails } from "./errors.js";
export { shortId } from "./events.js";
export type { EventProduct, ShopperEvent } from "./events.js";
export type { Listing, ListingOptions } from "./listing.js";
export type { RetryPolicy } from "./retry.js";
export type {
  Banner,
  Facet,
  FilterExpression,
  Item,
  ListFacet,
  PublicStorefront,
  QueryRequest,
  QueryResponse,
  RangeFacet,
  SearchRequest,
  SearchResponse,
  Slot,
  SlotsRequest,
  SlotsResponse,
  SuggestRequest,
  SuggestResponse,
  Taste,
  TasteCorrection,
  TasteToken,
  TreeFacet,
  TreeFacetValue,
} from "./schema.js";
export type { CallOptions } from "./send.js";
export { signUserId } from "./signed-user.js";
