import { LRUCache } from "lru-cache";
import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments, type Hit } from "../../../src/engine/search-documents.js";
import { eventsStem } from "../../../src/tracking/event-store.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { fromDocument, type UbiEvent } from "../../../src/tracking/ubi-event.js";
import { ATTRIBUTION_MS, type SampledResponse } from "./responses.js";
import { BATCH, chosenBody, namedResponsesBody, purchasesBody, type Requested } from "./bodies.js";
import { eventOf, pages } from "./pages.js";
import { during } from "./range.js";

export interface PurchasesDeps {
  readonly engine: Engine;
  /** Maps product and variant identifiers to product identifiers; the result omits unknown identifiers. */
  readonly identify: (clientId: string, names: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Purchase of a product by a device, and the response it is attributed to. */
export interface Purchase {
  readonly response: SampledResponse;
  /** Product identifier, as in the response. */
  readonly product: string;
  readonly units: number;
  /** Revenue from all purchased units; `null` if the event has no price. */
  readonly revenue: number | null;
  /** Upper-case currency code; `null` if neither the purchase nor the storefront has a currency. */
  readonly currency: string | null;
}

interface Line extends Pick<Purchase, "units" | "revenue" | "currency"> {
  readonly device: string;
  readonly at: number;
  /** Identifiers that responses may use for the product. */
  readonly names: readonly string[];
}

interface Choice {
  readonly at: number;
  readonly query_id: string;
  readonly names: readonly string[];
}

/**
 * Maximum number of purchases remembered for deduplication. Repeated reports of a purchase arrive soon after the first
 * report.
 */
const REMEMBERED = 50_000;

/**
 * Returns purchases and attributes each purchase to a response (last click): the last search, listing or recommendation
 * block in which the device clicked the product during the previous 24 hours. Purchases without such a click are
 * omitted. Repeated reports of a purchase count once.
 * @throws Error if an engine request fails or `signal` is aborted
 */
export async function* readPurchases(
  deps: PurchasesDeps,
  requested: Requested,
  signal: AbortSignal,
): AsyncGenerator<Purchase, void, undefined> {
  const known = new LRUCache<string, true>({ max: REMEMBERED });
  const { gte, lt } = during(requested.range);
  const events = `${eventsStem(deps.engine.prefix)}*`;
  const read = ({ _source }: Hit<UbiEvent>) => fromDocument(_source);
  for await (const page of pages(deps.engine, events, purchasesBody(requested), read, signal)) {
    const fresh = page.filter((event) => {
      if (event.type !== "transaction") return false;
      const key = JSON.stringify([event.device_id, event.transaction_id]);
      const isKnown = event.transaction_id !== "" && known.has(key);
      known.set(key, true);
      return !isKnown;
    });
    const namesOf = await namesReader(deps, requested.clientId, fresh.flatMap(productNames));
    const lines = fresh.flatMap((event): Line[] =>
      event.type !== "transaction"
        ? []
        : event.products.map(({ id, price, quantity }) => ({
            device: event.device_id,
            at: event.occurred_at,
            names: namesOf(id),
            units: quantity,
            revenue: price === null ? null : price * quantity,
            currency: event.currency?.toUpperCase() ?? requested.currency ?? null,
          })),
    );
    const choices = await readChoices(deps, requested.clientId, lines, signal);
    const ids = [...new Set([...choices.values()].flatMap((own) => own.map(({ query_id }) => query_id)))];
    const responses = await readResponses(deps.engine, requested.clientId, ids, signal);
    for (const { device, at, names, ...bought } of lines) {
      const found = lastChosen(choices.get(device) ?? [], { device, at, names }, responses);
      if (found !== undefined && found.response.timestamp >= gte && found.response.timestamp < lt)
        yield { ...found, ...bought };
    }
  }
}

function lastChosen(
  choices: readonly Choice[],
  { device, at, names }: Pick<Line, "device" | "at" | "names">,
  responses: ReadonlyMap<string, SampledResponse>,
): Pick<Purchase, "response" | "product"> | undefined {
  let last: { readonly choice: Choice; readonly response: SampledResponse; readonly product: string } | undefined;
  for (const choice of choices) {
    const response = responses.get(choice.query_id);
    const product = names.find(
      (name) => choice.names.includes(name) && response?.query_response_hit_ids.includes(name) === true,
    );
    // Ignores actions that refer to another device's response or to a product that the response does not contain.
    if (response?.client_id !== device || product === undefined) continue;
    if (choice.at > at || choice.at < at - ATTRIBUTION_MS) continue;
    if (last === undefined || isLater(choice, last.choice)) last = { choice, response, product };
  }
  return last && { response: last.response, product: last.product };
}

const isLater = (one: Choice, other: Choice): boolean =>
  one.at === other.at ? one.query_id > other.query_id : one.at > other.at;

/** Reads earlier clicks, product views and other actions of the purchasing devices on the purchased products. */
async function readChoices(
  deps: PurchasesDeps,
  clientId: string,
  lines: readonly Line[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Choice[]>> {
  const found = new Map<string, Choice[]>();
  if (lines.length === 0) return found;
  const bought = new Map<string, Set<string>>();
  let [from, to] = [Infinity, -Infinity];
  for (const { device, at, names } of lines) {
    const own = bought.get(device) ?? new Set();
    bought.set(device, own);
    for (const name of names) own.add(name);
    [from, to] = [Math.min(from, at - ATTRIBUTION_MS), Math.max(to, at)];
  }
  const who = { devices: [...bought.keys()], from, to };
  const events = `${eventsStem(deps.engine.prefix)}*`;
  for await (const page of pages(deps.engine, events, chosenBody(clientId, who), eventOf, signal)) {
    const namesOf = await namesReader(
      deps,
      clientId,
      page.flatMap(({ products }) => products),
    );
    for (const { client_id: device, query_id, timestamp, products } of page) {
      const names = products.flatMap(namesOf).filter((name) => bought.get(device)?.has(name));
      if (names.length === 0) continue;
      const own = found.get(device) ?? [];
      found.set(device, own);
      own.push({ at: Date.parse(timestamp), query_id, names });
    }
  }
  return found;
}

async function readResponses(engine: Engine, clientId: string, ids: readonly string[], signal: AbortSignal) {
  const responses = new Map<string, SampledResponse>();
  const index = `${queriesStem(engine.prefix)}*`;
  for (let from = 0; from < ids.length; from += BATCH) {
    const body = namedResponsesBody(clientId, ids.slice(from, from + BATCH));
    const { hits } = await searchDocuments<SampledResponse>(engine, index, body, signal);
    for (const { _source } of hits.hits) responses.set(_source.query_id, _source);
  }
  return responses;
}

const productNames = (event: ReturnType<typeof fromDocument>): string[] =>
  event.type === "transaction" ? event.products.map(({ id }) => id) : [];

/**
 * Resolves variant identifiers to products. Returns a function that lists the identifiers that responses may use for a
 * product.
 */
async function namesReader({ identify }: PurchasesDeps, clientId: string, names: readonly string[]) {
  const known = names.length === 0 ? new Map<string, string>() : await identify(clientId, [...new Set(names)]);
  return (name: string): string[] => [...new Set([name, known.get(name) ?? name])];
}
