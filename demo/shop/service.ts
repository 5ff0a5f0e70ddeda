import type { ShopAccess } from "../server/settings.js";
import type { Range } from "../server/address.js";
import { failureOf, isFailure, ServiceFailure } from "./failure.js";
import type { Item } from "./product.js";

export interface ListingPage {
  readonly recommendation_id: string;
  readonly pagination: { readonly page: number; readonly has_more: boolean };
  readonly items: readonly Item[];
  readonly total: number;
  readonly facets: readonly Facet[];
  readonly meta: {
    readonly query_relaxed?: true;
    readonly all_words?: number;
    /** The query that was probably meant. */
    readonly suggestion?: string;
    readonly redirect?: { readonly url: string };
    readonly degraded?: readonly string[];
  };
}

export type Facet = FacetHead &
  (
    | { readonly type: "list"; readonly values: readonly FacetValue<string>[] }
    | { readonly type: "tree"; readonly values: readonly TreeValue[] }
    | {
        readonly type: "range";
        readonly values: readonly FacetValue<Range>[];
        readonly min: number | null;
        readonly max: number | null;
      }
  );

interface FacetHead {
  readonly key: string;
  readonly label: string;
  readonly selection_mode: "multi" | "single";
  readonly collapsed: boolean;
}

export interface FacetValue<T> {
  readonly value: T;
  readonly label: string;
  readonly count: number;
  readonly selected: boolean;
}

export interface TreeValue extends FacetValue<string> {
  readonly children: readonly TreeValue[];
}

export interface Suggestions {
  readonly queries: readonly { readonly query: string }[];
  readonly categories: readonly SuggestedValue[];
  readonly brands: readonly SuggestedValue[];
  readonly products: readonly Item[];
}

export interface SuggestedValue {
  readonly value: string;
  readonly label: string;
}

export interface Block {
  readonly recommendation_id: string;
  readonly items: readonly Item[];
}

export interface Slots {
  readonly recommendation_id: string;
  readonly slots: readonly { readonly key?: string; readonly title?: string; readonly items: readonly Item[] }[];
}

/** The taste learned for this device. */
export interface Taste {
  /** Strongest first; weights from 0 to below 1. */
  readonly tokens: readonly {
    readonly token: string;
    readonly field: string;
    readonly label: string;
    readonly weight: number;
  }[];
  readonly muted: readonly string[];
}

export interface Correction {
  readonly mute?: readonly string[];
  readonly unmute?: readonly string[];
  readonly remove?: readonly string[];
}

/** Who is asking, as every recommendation request says it. */
export interface User {
  readonly device_id: string;
  readonly user_id?: string;
}

/** A request but for its user. */
export interface Asked {
  readonly projection?: readonly string[];
  readonly [field: string]: unknown;
}

/** The service, as far as a storefront's pages call it. Every call @throws ServiceFailure, or an AbortError */
export interface Service {
  search(body: Asked, signal?: AbortSignal): Promise<ListingPage>;
  suggest(body: Asked, signal?: AbortSignal): Promise<Suggestions>;
  recommend(body: Asked, signal?: AbortSignal): Promise<Block>;
  slots(body: Asked, signal?: AbortSignal): Promise<Slots>;
  taste(): Promise<Taste>;
  correctTaste(correction: Correction): Promise<Taste>;
  forgetTaste(): Promise<Taste>;
}

/** @param user asked at each call, because consent and logins come and go */
export function createService({ client_id, public_key }: ShopAccess, user: () => User): Service {
  async function call<T>(method: string, path: string, body?: object, signal?: AbortSignal): Promise<T> {
    const separator = path.includes("?") ? "&" : "?";
    const response = await fetch(`${path}${separator}service_api_client=${encodeURIComponent(client_id)}`, {
      method,
      headers: { "X-SERVICE-API-KEY": public_key, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: unknown) => {
      throw signal?.aborted === true ? error : new ServiceFailure("away");
    });
    if (!response.ok) throw await failureOf(response);
    return (await response.json()) as T;
  }
  const unknown = new Set<string>();

  /** A catalogue that is not the demo's may lack fields that pages show; they are not asked for any more. */
  async function post<T>(kind: string, body: Asked, signal?: AbortSignal): Promise<T> {
    const { projection } = body;
    const send = () => {
      const fields = projection && { projection: projection.filter((field) => !unknown.has(field)) };
      return call<T>("POST", `/v2/recommendations/${kind}`, { user: user(), ...body, ...fields }, signal);
    };
    for (;;) {
      try {
        return await send();
      } catch (error) {
        const field = isFailure(error, "refused") && error.field === "projection" ? error.unknown : null;
        if (field === null || unknown.has(field)) throw error;
        unknown.add(field);
      }
    }
  }

  const taste = () => `/v2/taste?device_id=${encodeURIComponent(user().device_id)}`;
  return {
    search: (body, signal) => post("search", body, signal),
    suggest: (body, signal) => post("suggest", body, signal),
    recommend: (body, signal) => post("query", body, signal),
    slots: (body, signal) => post("query/slots", body, signal),
    taste: () => call("GET", taste()),
    correctTaste: (correction) => call("PATCH", taste(), correction),
    forgetTaste: () => call("DELETE", taste()),
  };
}
