import { requirePrivateKey } from "../http/authentication.js";
import { erasureMetrics } from "../observability/erasure-metrics.js";
import { errorFields } from "../observability/logger.js";
import type { Tombstone } from "../personalization/tombstones.js";
import { startPeriodic } from "../lib/periodic.js";
import { eraseShopper } from "../shoppers/erase.js";
import { followTombstones } from "../shoppers/follow-tombstones.js";
import { shopperRoutes } from "../shoppers/routes.js";
import type { Erased } from "../tracking/erase-events.js";
import type { Domain, Foundation } from "./domain.js";
import type { Personalization } from "./personalization-domain.js";
import type { ErasureReport } from "../shoppers/erasure.js";

export interface ShoppersDeps extends Pick<Personalization, "store"> {
  /** Each lets a part of this process know nothing of these shoppers any more. */
  readonly forgetting: readonly ((tombstones: readonly Tombstone[]) => Promise<void> | void)[];
  /** Resolves to whether everything that waited on the disk has been dealt with, after at most `withinMs`. */
  readonly settleSpool: (withinMs: number) => Promise<boolean>;
}

/** Erases shoppers, and has this process follow what any of them, or a command, has erased. */
export async function shoppersDomain(
  { config, engine, logger, metrics, directory, body, now }: Foundation,
  { store, forgetting, settleSpool }: ShoppersDeps,
): Promise<Domain> {
  const counts = erasureMetrics(metrics.registry);
  const follower = followTombstones({
    engine,
    now,
    // Only cursors can carry data of shoppers over a restart, and they live no longer than this.
    reachMs: config.cursorTtlSeconds * 1000,
    onTombstones: async (tombstones) => {
      for (const forget of forgetting) await forget(tombstones);
    },
  });
  const onError = (error: unknown) => logger.warn("erased shoppers cannot be looked for now", errorFields(error));
  // Before anything is answered.
  await follower.run().catch(onError);
  const following = startPeriodic(() => follower.run(), { everyMs: FOLLOW_EVERY_MS, onError });

  async function erase(erased: Erased): Promise<ErasureReport> {
    const erasure = await eraseShopper({ engine, store, now }, erased);
    await follower.run();
    const elsewhere = { spool_is_clear: await settleSpool(SETTLE_MS), within_seconds: WITHIN_SECONDS };
    counts.erasures.inc({ kind: kindOf(erased) });
    for (const [kind, count] of Object.entries(erasure.removed)) counts.removed.inc({ kind }, count);
    // The log must not name the shopper.
    logger.info("a shopper was erased", { client_id: erased.client_id, by: kindOf(erased), ...erasure.removed });
    return { ...erasure, elsewhere };
  }

  const router = shopperRoutes({ guards: [requirePrivateKey(directory), body], erase });
  return { routers: [{ path: "/v1/shoppers", router }], close: () => following.close() };
}

const kindOf = ({ device_id, user_id }: Erased) => (device_id === null ? "user" : user_id === null ? "device" : "both");

const FOLLOW_EVERY_MS = 2_000;
/** The spool of a process whose engine is there holds seconds of events. */
const SETTLE_MS = 5_000;
/** The next look, with time to spare for a slow one; answers wait a second before they are stored, and are dropped then. */
export const WITHIN_SECONDS = 10;
