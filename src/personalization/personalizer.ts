import { productsBeside } from "../behaviour/sessions/companions.js";
import type { SessionNeighbours } from "../behaviour/index.js";
import type { Context } from "../context.js";
import { HOLDOUT } from "../storefront/experiment.js";
import type { RankingWeights, TasteRules } from "../storefront/taste-configuration.js";
import type { Candidate } from "./candidate.js";
import { mustRerank, rerank, type Reranked, type RerankInput } from "./reranking/rerank.js";
import { ANONYMOUS } from "../tracking/event.js";
import type { Shopper } from "../tracking/shopper-id.js";
import type { TasteStore } from "./taste-store.js";
import type { TasteDocument } from "./taste/document.js";
import { type FindBeside, takeSnapshot, type TasteSnapshot } from "./taste/snapshot.js";

/** The parts of a storefront that personal ranking depends on. */
interface RankedStorefront {
  readonly client_id: string;
  readonly arm?: string | null;
  readonly configuration: { readonly taste: TasteRules; readonly ranking: RankingWeights };
}

/**
 * A shopper's taste for ranking. `holdout`: the device gets the ranking of an unknown shopper. `degraded`: taste was not available in time,
 * which the response reports in `meta`.
 */
export interface Recalled {
  readonly ranking: "personalized" | "unknown" | "anonymous" | "holdout" | "degraded";
  /** Taste that the ranking uses, or null if the ranking is not personalized. */
  readonly snapshot: TasteSnapshot | null;
  /** Products viewed on the device, latest first. Does not include products that the signed-in user viewed on other devices. */
  readonly viewed: readonly Viewed[];
}

export interface Viewed {
  readonly id: string;
  /** Identifier of the viewed variant, if the event contained one. */
  readonly variant?: string | undefined;
  /** Time of the latest event for the product, in milliseconds since 1970. */
  readonly at: number;
}

export interface Personalizer {
  /** Loads the taste profile for a page in the storefront's featured order, and counts the response in the metrics. Never throws. */
  recall(storefront: RankedStorefront, shopper: Shopper): Promise<Recalled>;
  /** Loads the taste like `recall`, but from a cache. The result may lack events that other processes counted in the last two seconds. */
  recallLately(storefront: RankedStorefront, shopper: Shopper): Promise<Recalled>;
  /** Reranks a list of candidates for one shopper, see `rerank`. */
  rerank(window: readonly Candidate[], how: RerankInput): readonly Reranked[];
}

const UNKNOWN_SHOPPER = { snapshot: null, viewed: [] } as const;

const viewedProducts = (device: TasteDocument | undefined): Viewed[] =>
  (device?.products ?? [])
    .filter((product) => product.interest > 0)
    .map(({ id, at, variant }) => ({ id, at, ...(variant !== undefined && { variant }) }));

type ReadTaste = TasteStore["read"];

/** @param neighbours index of shopper sessions; command-line commands have no session index and do not rank by co-visitation */
export function createPersonalizer(
  { now, metrics: { personalization: metrics } }: Context,
  store: Pick<TasteStore, "read" | "readLately">,
  neighbours?: Pick<SessionNeighbours, "companions">,
): Personalizer {
  async function recalled(storefront: RankedStorefront, shopper: Shopper, readTaste: ReadTaste): Promise<Recalled> {
    if (shopper.device_id === ANONYMOUS) return { ranking: "anonymous", ...UNKNOWN_SHOPPER };
    if (storefront.arm === HOLDOUT) return { ranking: "holdout", ...UNKNOWN_SHOPPER };
    const read = await readTaste(storefront.client_id, shopper);
    switch (read.outcome) {
      case "slow":
      case "failed":
        return { ranking: "degraded", ...UNKNOWN_SHOPPER };
      case "none":
        return { ranking: "unknown", ...UNKNOWN_SHOPPER };
      case "read": {
        const at = now();
        const { client_id, configuration } = storefront;
        const beside: FindBeside = (product, limit) =>
          configuration.ranking.co_visitation === 0 || neighbours === undefined
            ? []
            : productsBeside(neighbours.companions, client_id, product, { limit, at });
        const snapshot = takeSnapshot(read, configuration.taste, at, beside);
        const viewed = viewedProducts(read.device);
        return { ranking: snapshot === null ? "unknown" : "personalized", snapshot, viewed };
      }
    }
  }

  async function recall(storefront: RankedStorefront, shopper: Shopper, readTaste: ReadTaste): Promise<Recalled> {
    const response = await recalled(storefront, shopper, readTaste);
    metrics.responses.inc({ ranking: response.ranking });
    return response;
  }

  return {
    recall: (storefront, shopper) => recall(storefront, shopper, store.read),
    recallLately: (storefront, shopper) => recall(storefront, shopper, store.readLately),

    rerank(window, input) {
      if (!mustRerank(input)) return rerank(window, input);
      const stop = metrics.rerankDuration.startTimer();
      const reranked = rerank(window, input);
      stop();
      return reranked;
    },
  };
}
