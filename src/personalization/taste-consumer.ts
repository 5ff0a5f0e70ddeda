import { createHash } from "node:crypto";
import { logOfPrice, tasteToken } from "../catalog/taste-tokens.js";
import type { RankingWeights, TasteRules } from "../storefront/taste-configuration.js";
import { groupedBy } from "../lib/grouped-by.js";
import {
  ANONYMOUS,
  type Delivery,
  type EventConsumer,
  type EventProduct,
  type ShopperEvent,
} from "../tracking/event.js";
import type { ImpressionConsumer } from "../tracking/impressions.js";
import { isUsable, type ProductTokens } from "./product-tokens.js";
import type { Owner, TasteStore } from "./taste-store.js";
import type { OrderedProduct } from "./taste/document.js";
import { learn, learnImpressions, type ResolvedSignal } from "./taste/learn.js";
import { type Effect, effectOf } from "./taste/signals.js";

/**
 * Updates taste profiles with stored events, which influence the next request, and with impressions of devices that
 * already have a taste profile.
 * @throws the errors of the engine
 */
export type TasteConsumer = EventConsumer & ImpressionConsumer;

interface LearningRules {
  readonly taste: TasteRules;
  readonly ranking: Pick<RankingWeights, "fatigue">;
}

/**
 * Returns whether impressions are counted in taste profiles. Impressions are only counted if the fatigue penalty is enabled, because
 * counting causes most of the writes.
 */
const countsImpressions = ({ ranking }: LearningRules): boolean => ranking.fatigue > 0;

/**
 * Creates the consumer of live and imported events. A batch needs one read and one write in the engine.
 * @param rulesOf returns undefined for unknown and deleted clients
 */
export function createTasteConsumer(
  store: TasteStore,
  products: ProductTokens,
  rulesOf: (clientId: string) => Promise<LearningRules | undefined>,
): TasteConsumer {
  return {
    name: "taste",
    async consume(events, delivery = {}) {
      const recognised = events.filter(({ device_id }) => device_id !== ANONYMOUS);
      for (const [clientId, own] of groupedBy(recognised, ({ client_id }) => client_id)) {
        const rules = await rulesOf(clientId);
        if (rules !== undefined) await learnSignals(store, products, clientId, rules, own, delivery);
      }
    },

    async consumeImpressions(impressions, signal) {
      const showing = impressions.filter(({ device_id, shown }) => device_id !== ANONYMOUS && shown.length > 0);
      for (const [clientId, own] of groupedBy(showing, ({ client_id }) => client_id)) {
        const rules = await rulesOf(clientId);
        if (rules === undefined || !countsImpressions(rules)) continue;
        const byDevice = groupedBy(own, ({ device_id }) => device_id);
        await store.change(
          [...byDevice.keys()].map((id): Owner => ({ client_id: clientId, kind: "device", id })),
          ({ id }, before) => learnImpressions(before, byDevice.get(id) ?? [], rules.taste.half_lives),
          signal,
        );
      }
    },
  };
}

async function learnSignals(
  store: TasteStore,
  products: ProductTokens,
  clientId: string,
  rules: LearningRules,
  events: readonly ShopperEvent[],
  { repeated, signal: stopped }: Delivery,
): Promise<void> {
  const { taste } = rules;
  const teaching = events.flatMap((event) => {
    const effect = effectOf(event, taste.event_weights);
    if (effect === undefined || (effect.kind === "impression" && !countsImpressions(rules))) return [];
    return [{ event, effect }];
  });
  const ids = teaching.flatMap(({ event }) => productsIn(event).map(({ id }) => id));
  const known = await products.find(clientId, [...new Set(ids)]);
  const toLearn = teaching.flatMap(({ event, effect }) => {
    const { device_id, user_id } = event;
    const resolved = resolvedSignal(event, effect, repeated?.has(event) ?? false, known, taste);
    const device: Owner = { client_id: clientId, kind: "device", id: device_id };
    if (user_id === null || user_id === "" || effect.kind === "impression") return [{ owner: device, resolved }];
    const user: Owner = { client_id: clientId, kind: "user", id: user_id };
    return [
      { owner: device, resolved },
      { owner: user, resolved },
    ];
  });
  const byOwner = groupedBy(toLearn, ({ owner: { kind, id } }) => `${kind} ${id}`);
  await store.change(
    [...byOwner.values()].flatMap(([first]) => first?.owner ?? []),
    ({ kind, id }, before) => {
      const own = byOwner.get(`${kind} ${id}`) ?? [];
      return learn(before, own.map(({ resolved }) => resolved), taste.half_lives); // prettier-ignore
    },
    stopped,
  );
}

/** Maximum number of products read from an event. Shoppers neither view longer lists as a whole, nor fill larger carts by hand. */
const MAX_PRODUCTS = 100;

const productsIn = ({ products }: ShopperEvent): readonly EventProduct[] => products.slice(0, MAX_PRODUCTS);

function resolvedSignal(
  event: ShopperEvent,
  effect: Effect,
  isRepeated: boolean,
  known: ReadonlyMap<string, OrderedProduct>,
  rules: TasteRules,
): ResolvedSignal {
  const { event_id, occurred_at, received_at } = event;
  const named = productsIn(event)
    .filter(({ id }) => isUsable(id))
    .map((product) => {
      const found = known.get(product.id);
      const one =
        found !== undefined && found.tokens.length > 0
          ? found
          : productOfEvent(product, found?.id ?? product.id, rules);
      return product.id === one.id ? one : { ...one, variant: product.id };
    });
  // Two variants of one product in the same cart count as one interest.
  const distinct = [...new Map(named.map((product) => [product.id, product])).values()];
  // A fast clock on a shopper's device must not make all earlier events seem older.
  const at = Math.min(occurred_at, received_at);
  return { key: keyOf(event_id), received_at, isRepeated, at, effect, products: distinct };
}

/** Returns a 66-bit hash of an event id, which is long enough to distinguish the latest events of a shopper. */
const keyOf = (eventId: string) => createHash("sha1").update(eventId).digest("base64url").slice(0, 11);

const MAX_VALUE_LENGTH = 200;

/** Reads a product from the event if the product is missing in the catalogue or no longer sold. */
function productOfEvent({ brand, category, price }: EventProduct, id: string, rules: TasteRules): OrderedProduct {
  const { fields } = rules;
  const token = (field: string, value: string | null) =>
    value !== null && value !== "" && value.length <= MAX_VALUE_LENGTH && fields.some((one) => one.field === field)
      ? [tasteToken(field, value)]
      : [];
  const log_price = price === null || rules.price === null ? undefined : logOfPrice(price);
  return {
    id,
    tokens: [...token("designer", brand), ...token("categories", category)],
    ...(log_price === undefined ? {} : { log_price }),
  };
}
