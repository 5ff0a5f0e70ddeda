import { createHash } from "node:crypto";
import { logOfPrice, tasteToken } from "../catalog/taste-tokens.js";
import type { HalfLives, TasteRules } from "../storefront/taste-configuration.js";
import { ANONYMOUS, type EventProduct, type ShopperEvent } from "../tracking/event.js";
import type { Impression, ImpressionConsumer } from "../tracking/impressions.js";
import type { Delivery, EventConsumer } from "../tracking/consumer.js";
import type { ProductTokens } from "./product-tokens.js";
import type { Owner, TasteStore } from "./taste-store.js";
import type { OrderedProduct } from "./taste/document.js";
import { learn, learnAnswers, type GivenAnswer, type Lesson } from "./taste/learn.js";
import { signalOf, type Signal } from "./taste/signals.js";

/**
 * Learns taste from stored events, so that the next request is ranked by them too, and from impressions of devices that
 * already have a taste.
 * @throws errors of the engine as they are
 */
export type TasteConsumer = EventConsumer & ImpressionConsumer;

export interface TasteConsumerDeps {
  readonly store: Pick<TasteStore, "change">;
  readonly products: ProductTokens;
  /** Undefined for a client that does not exist (any more). */
  readonly rulesOf: (clientId: string) => Promise<TasteRules | undefined>;
}

/** Learns taste from events, live and imported ones alike: one reading and one writing of the engine for a batch. */
export function createTasteConsumer(deps: TasteConsumerDeps): TasteConsumer {
  return {
    name: "taste",
    async consume(events, delivery = {}) {
      const byClient = new Map<string, ShopperEvent[]>();
      for (const event of events) {
        if (event.device_id === ANONYMOUS) continue;
        const own = byClient.get(event.client_id);
        if (own === undefined) byClient.set(event.client_id, [event]);
        else own.push(event);
      }
      for (const [clientId, own] of byClient) {
        const rules = await deps.rulesOf(clientId);
        if (rules !== undefined) await teach(deps, clientId, rules, own, delivery);
      }
    },

    async consumeImpressions(answers: readonly Impression[], signal) {
      const byDevice = new Map<string, { readonly owner: Owner; readonly answers: GivenAnswer[] }>();
      for (const { client_id, device_id, at, shown } of answers) {
        if (device_id === ANONYMOUS || shown.length === 0) continue;
        const key = deviceKey(client_id, device_id);
        const entry = byDevice.get(key) ?? { owner: { client_id, kind: "device", id: device_id }, answers: [] };
        entry.answers.push({ at, shown });
        byDevice.set(key, entry);
      }
      const lives = new Map<string, HalfLives | undefined>();
      for (const { client_id } of answers) {
        if (!lives.has(client_id)) lives.set(client_id, (await deps.rulesOf(client_id))?.half_lives);
      }
      await deps.store.change(
        [...byDevice.values()].map(({ owner }) => owner),
        ({ client_id, id }, before) => {
          const halfLives = lives.get(client_id);
          const given = byDevice.get(deviceKey(client_id, id))?.answers ?? [];
          return halfLives === undefined ? before : learnAnswers(before, given, halfLives);
        },
        signal,
      );
    },
  };
}

/** A client id has no blank. */
const deviceKey = (clientId: string, deviceId: string) => `${clientId} ${deviceId}`;

async function teach(
  { store, products }: TasteConsumerDeps,
  clientId: string,
  rules: TasteRules,
  events: readonly ShopperEvent[],
  { repeated, signal: stopped }: Delivery,
): Promise<void> {
  const signals = events.flatMap((event) => {
    const signal = signalOf(event, rules.event_weights);
    const isRepeated = repeated?.has(event) ?? false;
    return signal === undefined ? [] : [{ device_id: event.device_id, signal, isRepeated }];
  });
  const ids = signals.flatMap(({ signal }) => signal.products.map(({ id }) => id)).filter(isUsable);
  const known = await products.find(clientId, [...new Set(ids)]);
  const lessons = new Map<string, { readonly owner: Owner; readonly lessons: Lesson[] }>();
  const teachOne = (kind: Owner["kind"], id: string, lesson: Lesson) => {
    const key = `${kind} ${id}`;
    const entry = lessons.get(key) ?? { owner: { client_id: clientId, kind, id }, lessons: [] };
    entry.lessons.push(lesson);
    lessons.set(key, entry);
  };
  for (const { device_id, signal, isRepeated } of signals) {
    const lesson = lessonOf(signal, isRepeated, known, rules);
    teachOne("device", device_id, lesson);
    if (signal.user_id !== null && signal.user_id !== "" && signal.effect.kind !== "impression") {
      teachOne("user", signal.user_id, lesson);
    }
  }
  await store.change(
    [...lessons.values()].map(({ owner }) => owner),
    ({ kind, id }, before) => learn(before, lessons.get(`${kind} ${id}`)?.lessons ?? [], rules.half_lives),
    stopped,
  );
}

/** Longer than any identifier that ingestion takes. */
const MAX_ID_LENGTH = 512;
const isUsable = (id: string) => id !== "" && id.length <= MAX_ID_LENGTH;

function lessonOf(
  { event_id, at, received_at, effect, products }: Signal,
  isRepeated: boolean,
  known: ReadonlyMap<string, OrderedProduct>,
  rules: TasteRules,
): Lesson {
  const named = products
    .filter(({ id }) => isUsable(id))
    .map((product) => {
      const found = known.get(product.id);
      const one =
        found !== undefined && found.tokens.length > 0 ? found : told(product, found?.id ?? product.id, rules);
      return product.id === one.id ? one : { ...one, variant: product.id };
    });
  // Two variants of one product in one cart are one interest.
  const distinct = [...new Map(named.map((product) => [product.id, product])).values()];
  return { key: keyOf(event_id), received_at, isRepeated, at, effect, products: distinct };
}

/** 66 bits are plenty to tell a shopper's last few events apart. */
const keyOf = (eventId: string) => createHash("sha1").update(eventId).digest("base64url").slice(0, 11);

const MAX_VALUE_LENGTH = 200;

/** Reads a product from the storefront's event when the catalogue does not have it, or no longer sells it. */
function told({ brand, category, price }: EventProduct, id: string, rules: TasteRules): OrderedProduct {
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
