import { sumOfViewedWith } from "../candidate.js";
import type { TasteSnapshot } from "../taste/snapshot.js";
import { constantReach, type Signal } from "./signal.js";

/** Where product documents have the products that they are looked at together with, see `Learned.viewed_with`. */
export const VIEWED_WITH_FIELD = "learned.viewed_with";

interface Interest {
  readonly strengths: ReadonlyMap<string, number>;
  readonly total: number;
}

const interests = new WeakMap<TasteSnapshot["recent"], Interest>();

function interestIn({ recent }: TasteSnapshot): Interest {
  const known = interests.get(recent) ?? {
    strengths: new Map(recent),
    total: recent.reduce((sum, [, strength]) => sum + strength, 0),
  };
  interests.set(recent, known);
  return known;
}

/**
 * How well a product goes with what the shopper looked at lately: the part of the interest in recent products that is in those which
 * others look at together with it. Recent products themselves are left out.
 */
export const coVisitation: Signal = {
  name: "co_visitation",
  weight: ({ affinity, text_affinity, co_visitation }, of) =>
    co_visitation * (of === "text" ? text_affinity : affinity),
  score(candidate, taste) {
    const { strengths, total } = interestIn(taste);
    return total === 0 || strengths.has(candidate.id) ? 0 : sumOfViewedWith(candidate, strengths) / total;
  },
  reach(taste) {
    const { strengths, total } = interestIn(taste);
    const recent = [...strengths.keys()];
    return [...strengths].map(([id, strength]) =>
      constantReach(
        { bool: { filter: [{ term: { [VIEWED_WITH_FIELD]: id } }], must_not: [{ ids: { values: recent } }] } },
        strength / total,
      ),
    );
  },
};
