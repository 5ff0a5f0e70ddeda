import type { Storefront } from "../storefront/client.js";
import { assigned } from "../storefront/experiment.js";
import { ANONYMOUS } from "./event.js";

/** The storefront as the device gets it that a request names. Shoppers who are not recognised take part in nothing. */
export const storefrontFor = (
  storefront: Storefront,
  { user: { device_id } }: { readonly user: { readonly device_id: string } },
): Storefront => (device_id === ANONYMOUS ? storefront : assigned(storefront, device_id));
