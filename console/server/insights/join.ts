import { lowered } from "../../../src/lib/folded.js";
import { ATTRIBUTION_MS, RETYPED_MS, type SampledResponse, type SampledEvent, type TypedSearch } from "./responses.js";

/** Response with the events that followed it. */
export interface JoinedResponse {
  readonly response: SampledResponse;
  /** Indices of the clicked products in the response, starting at 0. */
  readonly clicked: ReadonlySet<number>;
  readonly carted: ReadonlySet<number>;
  readonly purchased: ReadonlySet<number>;
  /** Different query that the device typed within two minutes after this query; `null` if there is no such query. */
  readonly retyped: string | null;
}

interface Joining {
  readonly response: SampledResponse;
  readonly at: number;
  readonly positions: ReadonlyMap<string, number>;
  /** Index of a product in the response → time of the first click on the product. */
  readonly clicks: Map<number, number>;
  readonly carted: Set<number>;
  readonly purchased: Set<number>;
  retyped: { readonly query: string; readonly at: number } | undefined;
}

/**
 * Joins a batch of responses with their events. Conversions must be added after all clicks; otherwise, the order does
 * not matter. Events are not kept in memory.
 */
export class ResponseJoin {
  readonly #answers = new Map<string, Joining>();
  readonly #byDevice = new Map<string, Joining[]>();

  constructor(responses: readonly SampledResponse[]) {
    for (const response of responses) {
      const joining: Joining = {
        response,
        at: Date.parse(response.timestamp),
        clicks: new Map(),
        carted: new Set(),
        purchased: new Set(),
        positions: new Map(response.query_response_hit_ids.map((id, position) => [id, position])),
        retyped: undefined,
      };
      this.#answers.set(response.query_id, joining);
      const own = this.#byDevice.get(response.client_id);
      if (own === undefined) this.#byDevice.set(response.client_id, [joining]);
      else own.push(joining);
    }
  }

  /** Returns whether the response that an event refers to was sent to the event's device and contains the product. */
  shows({ query_id, client_id }: SampledEvent, product: string): boolean {
    const joining = this.#answers.get(query_id);
    return joining?.response.client_id === client_id && joining.positions.has(product);
  }

  /**
   * Adds a click, product view or other action on a product of a response. Ignores events of devices other than the
   * device that received the response.
   * @param products identifiers of the event's products, as used in responses
   */
  addChoice(event: SampledEvent, products: readonly string[]): void {
    const joining = this.#answers.get(event.query_id);
    if (joining?.response.client_id !== event.client_id) return;
    const at = Date.parse(event.timestamp);
    for (const product of products) {
      const position = joining.positions.get(product);
      if (position === undefined) continue;
      joining.clicks.set(position, Math.min(at, joining.clicks.get(position) ?? Infinity));
    }
  }

  /**
   * Returns the devices with clicks and the period in which their conversions may count. Returns `undefined` if no
   * device has clicks.
   */
  clickers(): { readonly devices: readonly string[]; readonly from: number; readonly to: number } | undefined {
    const joined = [...this.#answers.values()].filter(({ clicks }) => clicks.size > 0);
    if (joined.length === 0) return undefined;
    let [from, to] = [Infinity, -Infinity];
    for (const { clicks } of joined) {
      for (const at of clicks.values()) [from, to] = [Math.min(from, at), Math.max(to, at)];
    }
    return { devices: [...new Set(joined.map(({ response }) => response.client_id))], from, to: to + ATTRIBUTION_MS };
  }

  /**
   * Adds a purchase or cart event. All clicks and other actions must be added (see `addChoice`) before the first
   * conversion.
   */
  addConversion(event: SampledEvent, products: readonly string[]): void {
    const at = Date.parse(event.timestamp);
    for (const { positions, clicks, carted, purchased } of this.#byDevice.get(event.client_id) ?? []) {
      for (const product of products) {
        const position = positions.get(product);
        const clickedAt = position === undefined ? undefined : clicks.get(position);
        if (position === undefined || clickedAt === undefined) continue;
        if (at < clickedAt || at > clickedAt + ATTRIBUTION_MS) continue;
        (event.action_name === "transaction" ? purchased : carted).add(position);
      }
    }
  }

  /** Adds a search of a device. The search may be missing in the sample of responses. */
  addTyped({ client_id, user_query, timestamp }: TypedSearch): void {
    const at = Date.parse(timestamp);
    const query = lowered(user_query);
    for (const joining of this.#byDevice.get(client_id) ?? []) {
      const typed = joining.response.user_query;
      if (typed === null || at <= joining.at || at > joining.at + RETYPED_MS || lowered(typed) === query) continue;
      if (joining.retyped === undefined || at < joining.retyped.at) joining.retyped = { query, at };
    }
  }

  joined(): JoinedResponse[] {
    return [...this.#answers.values()].map(({ response, clicks, carted, purchased, retyped }) => ({
      response,
      clicked: new Set(clicks.keys()),
      carted,
      purchased,
      retyped: retyped?.query ?? null,
    }));
  }
}
