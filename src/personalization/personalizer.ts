import type { PersonalizationMetrics } from "../observability/metrics.js";
import { HOLDOUT } from "../storefront/experiment.js";
import type { RankingWeights, TasteRules } from "../storefront/taste-configuration.js";
import type { Candidate } from "./candidate.js";
import { mustPlace, place, type Placed, type PlacementInput } from "./placement/placement.js";
import { ANONYMOUS } from "../tracking/event.js";
import { shopperId } from "../tracking/shopper-id.js";
import type { TasteStore } from "./taste-store.js";
import type { TasteDocument } from "./taste/document.js";
import { takeSnapshot, type TasteSnapshot } from "./taste/snapshot.js";
import { interestIn } from "./taste/weights.js";

export interface PersonalizerDeps {
  readonly store: Pick<TasteStore, "read" | "readLately">;
  readonly metrics: Pick<PersonalizationMetrics, "answers" | "rerankDuration">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Who is asking, as the request says it. */
export interface Shopper {
  readonly device_id: string;
  readonly user_id: string | null;
}

/** The parts of a storefront that personal ranking depends on. */
interface RankedStorefront {
  readonly client_id: string;
  readonly arm?: string | null;
  readonly configuration: { readonly taste: TasteRules; readonly ranking: RankingWeights };
}

/** The part of a taste that is stored with a chain of pages. */
export interface FrozenTaste extends TasteSnapshot {
  /** Whose long-term taste is in it (a hash); null when it is the device's alone. */
  readonly user: string | null;
}

/** `holdout`: the device is ranked for as a stranger's. `degraded`: taste could not be had in time, and the answer's `meta` should say so. */
export interface Recalled {
  readonly ranking: "personalized" | "unknown" | "anonymous" | "holdout" | "degraded";
  /** Null unless personalized. */
  readonly snapshot: FrozenTaste | null;
  /** The products that the device itself viewed, latest first; never those of a user. */
  readonly viewed: readonly Viewed[];
}

export interface Viewed {
  readonly id: string;
  /** The variant that was viewed, where the event named it. */
  readonly variant?: string | undefined;
  /** Milliseconds since 1970: the latest event about it. */
  readonly at: number;
}

export interface Personalizer {
  /** For the first page of a chain in the storefront's own ranking. Counts the answer. Never throws. */
  recall(storefront: RankedStorefront, shopper: Shopper): Promise<Recalled>;
  /**
   * As `recall`, for repeated reads: events of the last two seconds that other processes learned from may be missing.
   */
  recallLately(storefront: RankedStorefront, shopper: Shopper): Promise<Recalled>;
  /**
   * For a later page that needs another window: what was frozen, unless the shopper has been forgotten since, that cannot
   * be told in time, or the request no longer names the user whose taste is in it.
   */
  recallFrozen(clientId: string, shopper: Shopper, frozen: FrozenTaste | null): Promise<FrozenTaste | null>;
  /** Puts a window of one shopper's into places, see `place`. */
  place(window: readonly Candidate[], how: PlacementInput): readonly Placed[];
}

const STRANGER = { snapshot: null, viewed: [] } as const;

const viewedProducts = (device: TasteDocument | undefined): Viewed[] =>
  (device?.products ?? [])
    .filter((product) => interestIn(product) > 0)
    .map(({ id, at, variant }) => ({ id, at, ...(variant !== undefined && { variant }) }));

const userKey = (client_id: string, { user_id }: Shopper): string | null =>
  user_id === null || user_id === "" ? null : shopperId({ client_id, kind: "user", id: user_id });

type ReadTaste = TasteStore["read"];

export function createPersonalizer({ store, metrics, now }: PersonalizerDeps): Personalizer {
  async function recalled(storefront: RankedStorefront, shopper: Shopper, readTaste: ReadTaste): Promise<Recalled> {
    if (shopper.device_id === ANONYMOUS) return { ranking: "anonymous", ...STRANGER };
    if (storefront.arm === HOLDOUT) return { ranking: "holdout", ...STRANGER };
    const read = await readTaste(storefront.client_id, shopper);
    switch (read.outcome) {
      case "slow":
      case "failed":
        return { ranking: "degraded", ...STRANGER };
      case "none":
        return { ranking: "unknown", ...STRANGER };
      case "read": {
        const snapshot = takeSnapshot(read, storefront.configuration.taste, now());
        const viewed = viewedProducts(read.device);
        if (snapshot === null) return { ranking: "unknown", snapshot, viewed };
        const user = read.user === undefined ? null : userKey(storefront.client_id, shopper);
        return { ranking: "personalized", snapshot: { ...snapshot, user }, viewed };
      }
    }
  }

  async function recall(storefront: RankedStorefront, shopper: Shopper, readTaste: ReadTaste): Promise<Recalled> {
    const answer = await recalled(storefront, shopper, readTaste);
    metrics.answers.inc({ ranking: answer.ranking });
    return answer;
  }

  return {
    recall: (storefront, shopper) => recall(storefront, shopper, store.read),
    recallLately: (storefront, shopper) => recall(storefront, shopper, store.readLately),

    async recallFrozen(clientId, shopper, frozen) {
      if (frozen === null || shopper.device_id === ANONYMOUS) return null;
      if (frozen.user !== null && frozen.user !== userKey(clientId, shopper)) return null;
      const { outcome, device, user } = await store.read(clientId, shopper);
      if (outcome === "slow" || outcome === "failed") return null;
      const forgotten = Math.max(device?.forgotten_at ?? 0, user?.forgotten_at ?? 0);
      return forgotten >= frozen.at ? null : frozen;
    },

    place(window, input) {
      if (!mustPlace(input)) return place(window, input);
      const stop = metrics.rerankDuration.startTimer();
      const placed = place(window, input);
      stop();
      return placed;
    },
  };
}
