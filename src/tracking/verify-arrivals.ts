import type { Directory } from "../storefront/directory.js";
import { verifiedUser } from "../storefront/signed-user.js";
import type { Arrival } from "./arrival.js";

/** The result of verifying an arrival before it is stored. */
export type VerifiedArrival =
  | { readonly arrival: Arrival; readonly unverified: boolean }
  /** It is not stored: there is no such client. */
  | { readonly arrival: undefined; readonly event: Arrival["event"]; readonly reason: "unknown_client" };

/**
 * Judges arrivals on their way into the store. Everything that is stored passes here, whether it comes straight from a
 * tracker, from the disk or from an import, and may pass again when storing it has failed.
 * @throws EngineUnavailableError when a client cannot be looked up: nothing is decided then
 */
export type VerifyArrivals = (arrivals: readonly Arrival[]) => Promise<readonly VerifiedArrival[]>;

/** Trackers say what they like; imports have been sent with a private key. */
export function createArrivalVerifier(directory: Pick<Directory, "findStorefront">): VerifyArrivals {
  return async (arrivals) => {
    const told = arrivals.filter(({ event }) => event.source === "tracker").map(({ event }) => event.client_id);
    const clients = [...new Set(told)];
    const found = await Promise.all(clients.map((id) => directory.findStorefront(id)));
    const storefronts = new Map(clients.map((id, at) => [id, found[at]]));
    return arrivals.map((arrival): VerifiedArrival => {
      const { event } = arrival;
      if (event.source === "import") return { arrival, unverified: false };
      const storefront = storefronts.get(event.client_id);
      if (storefront === undefined) return { arrival: undefined, event, reason: "unknown_client" };
      const { user_id, unverified } = verifiedUser(storefront, event.user_id);
      return { arrival: { ...arrival, event: { ...event, user_id } }, unverified };
    });
  };
}
