import { groupedBy } from "../../lib/grouped-by.js";
import type { Engine } from "../../engine/engine.js";
import type { PopularityRules } from "../../storefront/popularity-configuration.js";
import { accumulate, accumulateOccasions, faded } from "./accumulate.js";
import { distil, type Indicators } from "./distil.js";
import { indicatorCandidates, indicatorsOf, mustReconsider } from "./indicators.js";
import type { ProductSignals, StorefrontSignals } from "./product-signals.js";
import type { SignalChanges } from "./visits.js";
import { changeSignals, changeStorefront, readOccasions } from "./signals-store.js";

/**
 * Adds the changes of some events of one storefront to its product signals, in any number of steps that may each be the
 * last one: what has been counted is not counted again.
 * @param changes in the order of arrival
 * @param now milliseconds since 1970
 */
export async function learnBatch(
  engine: Engine,
  clientId: string,
  rules: PopularityRules,
  changes: readonly SignalChanges[],
  now: number,
): Promise<void> {
  const contributed = changes.flatMap(({ contributions }) => contributions);
  const byProduct = groupedBy(contributed, ({ product }) => product);
  if (byProduct.size === 0) return;
  const occasions = changes.flatMap(({ occasion }) => occasion ?? []);
  const storefront = await changeStorefront(engine, clientId, now, (before) => accumulateOccasions(before, occasions));
  await changeSignals(engine, clientId, [...byProduct.keys()], async (before) => {
    const grown = before.map((one) => accumulate(one, byProduct.get(one.product_identifier) ?? [], rules));
    const indicated = await reconsider(
      engine,
      grown.filter((one, at) => one !== before[at]),
      storefront,
      rules,
      now,
    );
    return grown.map((one, at) => {
      if (one === before[at]) return one;
      const { signals, indicators } = indicated.get(one.product_identifier) ?? { signals: one, indicators: {} };
      return distil(signals, rules, now, indicators);
    });
  });
}

interface Reconsidered {
  readonly signals: ProductSignals;
  readonly indicators: Indicators;
}

/** Works indicators out anew for the products of which enough is new. */
async function reconsider(
  engine: Engine,
  grown: readonly ProductSignals[],
  storefront: StorefrontSignals,
  { half_life_days }: PopularityRules,
  now: number,
): Promise<ReadonlyMap<string, Reconsidered>> {
  const due = grown
    .filter(({ viewed, bought }) => mustReconsider(viewed) || mustReconsider(bought))
    .map((one) => faded(one, now, half_life_days));
  const candidates = new Set(
    due.flatMap(({ viewed, bought }) => [...indicatorCandidates(viewed), ...indicatorCandidates(bought)]),
  );
  if (candidates.size === 0) return new Map();
  const known = await readOccasions(engine, storefront.client_id, [...candidates], now);
  for (const one of grown) {
    // The counts of this batch are not stored yet.
    const { viewed, bought } = faded(one, now, half_life_days);
    known.viewed.set(one.product_identifier, viewed.occasions);
    known.bought.set(one.product_identifier, bought.occasions);
  }
  return new Map(
    due.map((one) => [
      one.product_identifier,
      {
        signals: { ...one, viewed: { ...one.viewed, news: 0 }, bought: { ...one.bought, news: 0 } },
        indicators: {
          viewed_with: indicatorsOf(one.viewed, known.viewed, storefront.visits),
          bought_with: indicatorsOf(one.bought, known.bought, storefront.purchases),
        },
      },
    ]),
  );
}
