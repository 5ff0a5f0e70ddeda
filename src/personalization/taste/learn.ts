import { remaining } from "../../lib/statistics.js";
import type { HalfLives } from "../../storefront/taste-configuration.js";
import {
  impressionHalfLife,
  BOUNDS,
  type Order,
  type OrderedProduct,
  type ProductInterest,
  type TasteDocument,
} from "./document.js";
import type { Effect } from "./signals.js";

export interface ResolvedSignal extends LearnedEvent {
  /** Time of the event, in milliseconds since 1970. */
  readonly at: number;
  readonly effect: Effect;
  /** Products of the event, with identifiers and taste tokens for products that the catalogue contains. */
  readonly products: readonly OrderedProduct[];
}

/**
 * Products of a response, which count as impressions of a device. Responses are only counted until a page reports which products were
 * visible.
 */
export interface ShownList {
  /** Time of the response in milliseconds since 1970. */
  readonly at: number;
  /** Catalogue identifiers of the products in the response. */
  readonly shown: readonly string[];
}

/**
 * Adds impressions, each at most once, to a taste document. An empty document stays empty, and impressions from before a request to forget
 * are ignored. If pages report visible lists, only the reports are counted, because shoppers do not see every product of a response.
 */
export function learnImpressions(
  document: TasteDocument,
  responses: readonly ShownList[],
  lives: HalfLives,
): TasteDocument {
  const { as_of, forgotten_at, kind, reports_views } = document;
  const counted = responses.filter(({ at }) => forgotten_at === null || at > forgotten_at);
  if (as_of === 0 || kind !== "device" || reports_views === true || counted.length === 0) return document;
  const update = new TasteUpdate(document, Math.max(as_of, ...counted.map(({ at }) => at)), lives);
  for (const { at, shown } of counted) update.show(shown, at);
  return update.result();
}

/**
 * Adds events to a taste document. Within the document's size limits, the result does not depend on the order of the events or on their
 * division into calls: interest is a sum, and everything else is computed when taste is read (`weights.ts`). Events that the document
 * already contains (`notLearned`), and events from before a request to forget, are ignored.
 */
export function learn(document: TasteDocument, signals: readonly ResolvedSignal[], lives: HalfLives): TasteDocument {
  const { forgotten_at } = document;
  const remembered = signals.filter(({ at }) => forgotten_at === null || at > forgotten_at);
  const fresh = notLearned(document, remembered);
  if (fresh.length === 0) return document;
  const update = new TasteUpdate(
    document,
    fresh.reduce((latest, { at }) => Math.max(latest, at), document.as_of),
    lives,
  );
  for (const signal of fresh) update.take(signal);
  return { ...update.result(), ...withLearned(document, fresh) };
}

/** A taste document to which events are being added. All values refer to the same time. */
class TasteUpdate {
  readonly #impressionHalfLife: number;
  readonly #products: Map<string, ProductInterest>;
  readonly #shown: Map<string, number>;
  #reportsViews: boolean;
  #orders: readonly Order[];

  constructor(
    private readonly before: TasteDocument,
    private readonly asOf: number,
    lives: HalfLives,
  ) {
    this.#impressionHalfLife = impressionHalfLife(lives);
    this.#products = new Map(before.products.map((product) => [product.id, product]));
    const stillShown = remaining(asOf - before.as_of, this.#impressionHalfLife);
    this.#shown = new Map(before.shown.map(([id, times]) => [id, times * stillShown]));
    this.#orders = before.orders;
    this.#reportsViews = before.reports_views === true;
  }

  take({ at, effect, products }: ResolvedSignal): void {
    switch (effect.kind) {
      case "interest":
        this.#add(products, effect.weight, at);
        break;
      case "impression":
        if (this.before.kind === "device") this.#seeList(products, at);
        break;
      case "order":
        this.#add(products, effect.weight, at);
        this.#order(effect.transaction_id, at, products, effect.weight);
        break;
      case "refund":
        if (products.length > 0) this.#add(products, effect.weight, at);
        else this.#refundAll(effect.transaction_id, at, effect.weight);
        break;
    }
  }

  #add(products: readonly OrderedProduct[], weight: number, at: number): void {
    for (const product of products) {
      const known = this.#products.get(product.id);
      const grown = known === undefined ? { ...product, at, interest: weight } : grownBy(known, product, weight, at);
      this.#products.set(product.id, grown);
    }
  }

  #seeList(products: readonly OrderedProduct[], at: number): void {
    // All earlier impressions came from responses. The reported impressions replace them.
    if (!this.#reportsViews) this.#shown.clear();
    this.#reportsViews = true;
    this.show(
      products.map(({ id }) => id),
      at,
    );
  }

  show(products: readonly string[], at: number): void {
    const times = remaining(this.asOf - at, this.#impressionHalfLife);
    for (const id of products) this.#shown.set(id, (this.#shown.get(id) ?? 0) + times);
  }

  #order(id: string, at: number, all: readonly OrderedProduct[], weight: number): void {
    const products = all.slice(0, BOUNDS.products_an_order);
    const refunded_at = this.#orders.find((order) => order.id === id)?.refunded_at ?? null;
    if (refunded_at !== null) this.#add(products, -weight, refunded_at);
    this.#remember({ id, at: Math.max(at, refunded_at ?? at), products, refunded_at });
  }

  #refundAll(id: string, at: number, weight: number): void {
    const order = this.#orders.find((one) => one.id === id);
    if (order !== undefined && order.refunded_at !== null) return;
    if (order?.products) this.#add(order.products, weight, at);
    this.#remember({ id, at: Math.max(at, order?.at ?? at), products: order?.products ?? null, refunded_at: at });
  }

  #remember(order: Order): void {
    this.#orders = [order, ...this.#orders.filter(({ id }) => id !== order.id)]
      .sort((a, b) => b.at - a.at || byText(a.id, b.id))
      .slice(0, BOUNDS.orders);
  }

  result(): TasteDocument {
    return {
      ...this.before,
      as_of: this.asOf,
      products: [...this.#products.values()]
        .sort((a, b) => b.at - a.at || byText(a.id, b.id))
        .slice(0, BOUNDS.products),
      shown: [...this.#shown].sort(([a, often], [b, rarely]) => rarely - often || byText(a, b)).slice(0, BOUNDS.shown),
      orders: this.#orders,
      ...(this.#reportsViews ? { reports_views: true } : {}),
    };
  }
}

/** Adds an event to a known product. The latest event determines the data, except tokens and price if the event's product lacks them. */
function grownBy(known: ProductInterest, reported: OrderedProduct, weight: number, at: number): ProductInterest {
  const isLater = at >= known.at;
  const [latest, earlier] = isLater ? [reported, known] : [known, reported];
  const log_price = latest.log_price ?? earlier.log_price;
  const takesTokens = known.tokens.length === 0 || (isLater && reported.tokens.length > 0);
  return {
    ...known,
    at: Math.max(known.at, at),
    tokens: takesTokens ? reported.tokens : known.tokens,
    interest: known.interest + weight,
    ...(isLater && reported.variant !== undefined && { variant: reported.variant }),
    ...(log_price !== undefined && { log_price }),
  };
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

export interface LearnedEvent {
  /** Key of the event: a short hash, because taste documents store the keys of their latest events. */
  readonly key: string;
  /** Time at which any process first received the event, in milliseconds since 1970. */
  readonly received_at: number;
  /** Whether the event may already be counted in the taste document. */
  readonly isRepeated?: boolean;
}

type LearnedKeys = Pick<TasteDocument, "events" | "events_until">;

/**
 * Returns the distinct events that are not yet counted in a taste document. The document lists the counted events that were received after
 * `events_until`. Older events are not listed, so repeated older events are ignored, because they may already be counted.
 */
export function notLearned<E extends LearnedEvent>({ events, events_until }: LearnedKeys, reported: readonly E[]): E[] {
  const known = new Set(events.map((event) => read(event).key));
  return reported.filter(({ key, received_at, isRepeated }) => {
    if (known.has(key) || (isRepeated === true && received_at <= events_until)) return false;
    known.add(key);
    return true;
  });
}

/** Adds the keys of newly counted events to the event keys of a taste document, and removes the oldest keys above the maximum. */
export function withLearned({ events, events_until }: LearnedKeys, fresh: readonly LearnedEvent[]): LearnedKeys {
  const all = [...events.map(read), ...fresh].sort((a, b) => a.received_at - b.received_at);
  const dropped = all.slice(0, -BOUNDS.events);
  return {
    events: all.slice(-BOUNDS.events).map(({ key, received_at }) => `${key}.${received_at.toString(36)}`),
    events_until: Math.max(events_until, dropped.at(-1)?.received_at ?? 0),
  };
}

function read(event: string): Pick<LearnedEvent, "key" | "received_at"> {
  const [key = "", received = "0"] = event.split(".");
  return { key, received_at: Number.parseInt(received, 36) };
}
