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
  /** Without the shopper. */
  readonly response: ResponseBody;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** First pages that this process has served at least twice, for as long as the engine is ill. */
export interface LastKnown {
  keep(storefront: Storefront, body: SearchBody, served: Served): void;
  /**
   * The result of `work`; where the engine is too slow for it or does not answer, that of `instead`, as long as it has one.
   * @param instead answers with the page; undefined where it would not be right any more
   */
  orElse<T>(
    storefront: Storefront,
    body: SearchBody,
    work: () => Promise<T>,
    instead: (served: Served) => T | undefined,
  ): Promise<T>;
}

/** After this time a ping decides whether the engine is ill, because a large listing takes long on a healthy engine, too. */
const PATIENCE_MS = 500;
const PING_MS = 100;
/** The time for a page and for a ping while the engine is ill. */
const PATIENCE_WHILE_ILL_MS = 50;
/** After the engine was found ill, the next pages are answered at once for so long. */
const ILL_MS = 1_000;
const OBJECTS_BYTES = 4_000;

const bytesOfServed = ({ response: { page, facets } }: Served): number =>
  OBJECTS_BYTES + 64 * page.delivered.length + textBytes(page.items.text) + textBytes(facets.text);

const SERVED: Kind<Served> = { name: "served", isKeptFromSecondSet: true, bytesOf: bytesOfServed };

export function createLastKnown({ engine, elapsed: now }: Context, cache: CatalogCache): LastKnown {
  /** When the engine was last found ill; -Infinity while it is well. */
  let failedAt = -Infinity;
  let pinging: Promise<boolean> | undefined;

  /** Pings the engine. Requests share one ping, so an ill engine gets one at a time. */
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
      // An engine that answers a page within `PATIENCE_MS` is well, also where that is longer than pages wait while it is ill.
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

/** The same request of whoever it is, under the same configuration. */
function keyOf({ client_id, arm = null, configuration }: Storefront, body: SearchBody): string {
  const requested = { ...body, user: undefined };
  return `${client_id} ${hashOf([arm, digestOf(configuration), requested])}`;
}

/** A storefront's configuration is the same object until it changes. */
export const digestOf = remembered(new WeakMap<Storefront["configuration"], string>(), hashOf);
