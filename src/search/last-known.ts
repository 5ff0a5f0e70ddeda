import type { CatalogCache } from "../catalog/cache.js";
import type { Context } from "../context.js";
import { withoutDeadline } from "../engine/deadline.js";
import { ping } from "../engine/engine.js";
import { EngineUnavailableError } from "../engine/unavailable.js";
import { type Kind, textBytes } from "../lib/cache.js";
import { hashOf } from "../lib/hash.js";
import { within } from "../lib/periodic.js";
import { remembered } from "../lib/remembered.js";
import type { Storefront } from "../storefront/client.js";
import type { ResponseBody } from "./listing/response.js";
import type { SearchBody } from "./request-schema.js";

/** A first page that was served in the unpersonalized order. */
export interface Served {
  /** The response without the shopper's ids. */
  readonly response: ResponseBody;
  /** Time of the original response, in milliseconds since 1970. */
  readonly at: number;
}

/** Cache of first pages that this server has served at least twice. The cached pages are used while the engine is down or overloaded. */
export interface LastKnown {
  keep(storefront: Storefront, body: SearchBody, served: Served): void;
  /**
   * Returns the result of `work`. If the engine is unavailable or too slow, returns the result of `instead` if that result is defined.
   * @param instead function that builds a response from the cached page; returns undefined if the page is outdated
   */
  orElse<T>(
    storefront: Storefront,
    body: SearchBody,
    work: () => Promise<T>,
    instead: (served: Served) => T | undefined,
  ): Promise<T>;
}

/**
 * Time in milliseconds to wait for a response before a ping checks the engine's health. The ping is needed, because large listings are also
 * slow on a healthy engine.
 */
const PATIENCE_MS = 500;
const PING_MS = 100;
/** Maximum wait in milliseconds for a response or a ping while the engine is unhealthy. */
const PATIENCE_WHILE_ILL_MS = 50;
/** Time in milliseconds after a failed health check during which cached pages are served without a request to the engine. */
const ILL_MS = 1_000;
const OBJECTS_BYTES = 4_000;

const bytesOfServed = ({ response: { page, facets } }: Served): number =>
  OBJECTS_BYTES + 64 * page.delivered.length + textBytes(page.items.text) + textBytes(facets.text);

const SERVED: Kind<Served> = { name: "served", isKeptFromSecondSet: true, bytesOf: bytesOfServed };

export function createLastKnown({ engine, elapsed: now }: Context, cache: CatalogCache): LastKnown {
  /** Time of the last failed health check; -Infinity while the engine is healthy. */
  let failedAt = -Infinity;
  let pinging: Promise<boolean> | undefined;

  /** Pings the engine. Concurrent requests share a ping, so that an unhealthy engine receives only one ping at a time. */
  async function isThere(ms: number): Promise<boolean> {
    pinging ??= withoutDeadline(() => ping(engine)).finally(() => (pinging = undefined));
    return (await within(pinging, ms)) ?? false;
  }

  return {
    keep(storefront, body, served) {
      const key = keyOf(storefront, body);
      cache.plain.set(SERVED, key, served);
    },

    async orElse(storefront, body, work, instead) {
      const known = () => {
        const served = cache.plain.get(SERVED, keyOf(storefront, body));
        return served && instead(served);
      };
      if (now() - failedAt < ILL_MS) {
        const response = known();
        if (response !== undefined) return response;
      }
      const [started, isIll] = [now(), failedAt !== -Infinity];
      const working = work();
      const foundWell = isIll ? isThere(PATIENCE_WHILE_ILL_MS) : undefined;
      // A response within `PATIENCE_MS` shows that the engine is healthy, even if a cached page was already served.
      const recovered = () => {
        if (now() - started <= PATIENCE_MS) failedAt = -Infinity;
      };
      working.then(recovered, () => undefined);
      try {
        const page = working.then((value) => ({ value }));
        const done = await within(page, isIll ? PATIENCE_WHILE_ILL_MS : PATIENCE_MS);
        if (done !== undefined) {
          failedAt = -Infinity;
          return done.value;
        }
        const response = known();
        if (response === undefined) return await working;
        if (await (foundWell ?? isThere(PING_MS))) {
          failedAt = -Infinity;
          return await working;
        }
        failedAt = now();
        return response;
      } catch (error) {
        const response = error instanceof EngineUnavailableError ? known() : undefined;
        if (response === undefined) throw error;
        failedAt = now();
        return response;
      }
    },
  };
}

/** Returns the cache key of a request. The key depends on the configuration, but not on the shopper. */
function keyOf({ client_id, arm = null, configuration }: Storefront, body: SearchBody): string {
  const requested = { ...body, user: undefined };
  return `${client_id} ${hashOf([arm, digestOf(configuration), requested])}`;
}

/** The configuration's hash, cached per object. A storefront's configuration stays the same object until the configuration changes. */
export const digestOf = remembered(new WeakMap<Storefront["configuration"], string>(), hashOf);
