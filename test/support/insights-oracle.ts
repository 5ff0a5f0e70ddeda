import { bucketName, bucketOf } from "../../console/server/insights/positions.js";
import type { UbiEvent } from "../../src/tracking/ubi-event.js";
import type { UbiQuery } from "../../src/tracking/impressions.js";
import type { Traffic } from "./shop-traffic.js";

const DAY = 86_400_000;

/**
 * Expected insights report, computed with nested loops over all responses and events. The order of the rows is not
 * significant.
 */
export function insightsByHand(
  { responses: all, events }: Traffic,
  { from, to, brandOf, isRead = () => true }: OracleOptions,
) {
  const responses = all.filter(({ timestamp }) => isWithin(timestamp, from, to));
  const read = responses.filter(isRead);
  const typedFirst = (response: UbiQuery) => isTyped(response) && (response.query_attributes.first_position ?? 1) === 1;
  const counted = events.filter(({ event_attributes }) => event_attributes.counts);
  const joined = read.map((response) => ({ response, ...cameOf(response, counted, all.filter(typedFirst)) }));

  const views = joined.flatMap(({ response, clicks }) =>
    response.query_response_hit_ids.map((id, at) => {
      const { slot, first_position = 1 } = response.query_attributes;
      const place = slot == null ? first_position + at : slot.slice(0, at + 1).filter((one) => one === slot[at]).length;
      const surface = surfaceOf(response);
      return { response, id, spot: `${surface} ${bucketOf(place)}`, surface, place, isClicked: clicks.has(id) };
    }),
  );
  const rateAt = new Map<string, number>();
  for (const spot of new Set(views.map((view) => view.spot))) {
    const there = views.filter((view) => view.spot === spot);
    rateAt.set(spot, there.filter(({ isClicked }) => isClicked).length / there.length);
  }
  const shownRow = (some: typeof views) => ({
    shown: some.length,
    clicked: some.filter(({ isClicked }) => isClicked).length,
    expected: round(some.reduce((sum, { spot }) => sum + rateAt.get(spot)!, 0)),
  });
  const group = <T>(list: readonly T[], keyOf: (one: T) => string | null) => {
    const keys = [...new Set(list.flatMap((one) => keyOf(one) ?? []))];
    return keys.map((key) => [key, list.filter((one) => keyOf(one) === key)] as const);
  };
  const firsts = responses.filter(typedFirst);
  const typed = responses.filter(isTyped);
  const allPurchases = boughtByHand({ responses: all, events: counted });
  const purchases = allPurchases.flatMap(({ response, ...bought }) =>
    typed.includes(response) ? [{ ...bought, query_id: response.query_id, query: norm(response.user_query!) }] : [],
  );
  const visitsOf = (query: string) => {
    const own = typed.filter(({ user_query }) => norm(user_query!) === query);
    const visits = group(own, ({ client_id }) => client_id).flatMap(([, some]) => {
      const byTime = some.toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1));
      const begins = byTime.map(({ timestamp }, at) => passed(byTime[at - 1]?.timestamp, timestamp) > 30 * 60_000);
      return byTime.reduce<UbiQuery[][]>((visits, one, at) => {
        if (begins[at] === true) visits.push([one]);
        else visits.at(-1)!.push(one);
        return visits;
      }, []);
    });
    const hasBought = (visit: UbiQuery[]) =>
      visit.some(({ query_id }) => purchases.some((one) => one.query_id === query_id));
    return { visits: visits.length, bought_visits: visits.filter(hasBought).length };
  };
  return {
    queries: group(firsts, ({ user_query }) => norm(user_query!)).map(([query, some]) => ({
      query,
      searches: some.length,
      without_results: some.filter(({ query_response_hit_ids: ids }) => ids.length === 0).length,
      ...visitsOf(query),
    })),
    earned: group(purchases, ({ query, currency }) => JSON.stringify([query, currency])).map(([key, some]) => {
      const [query, currency] = JSON.parse(key) as [string, string | null];
      return { query, currency, ...revenueOf(some), ...visitsOf(query) };
    }),
    revenue: group(
      allPurchases.filter(({ response }) => responses.includes(response)),
      ({ response, currency }) => JSON.stringify([surfaceOf(response), currency]),
    ).map(([key, some]) => {
      const [source, currency] = JSON.parse(key) as [string, string | null];
      return { source, currency, ...revenueOf(some) };
    }),
    corrected: group(
      firsts.filter((one) => one.query_attributes.corrected != null),
      ({ user_query }) => norm(user_query!),
    ).map(([query, some]) => ({ query, searches: some.length })),
    few_clicks: group(
      joined.filter(({ response }) => isTyped(response)),
      ({ response }) => norm(response.user_query!),
    ).flatMap(([query, some]) => {
      const own = views.filter(({ response }) => some.some((one) => one.response === response));
      const { clicked, expected } = shownRow(own);
      const isFew = expected >= 5 && clicked < expected - 2 * Math.sqrt(expected);
      return own.length > 0 && (clicked === 0 || isFew) ? [{ query, clicked, expected }] : [];
    }),
    retyped: group(
      joined.filter(({ response, next }) => typedFirst(response) && next !== null),
      ({ response, next }) => JSON.stringify([norm(response.user_query!), next]),
    ).map(([key, some]) => [...(JSON.parse(key) as string[]), some.length]),
    listings: group(
      views.filter(({ surface }) => surface === "listing"),
      ({ response }) => response.query_attributes.listing ?? null,
    ).map(([listing, some]) => ({ listing, ...shownRow(some) })),
    brands: group(views, ({ id }) => brandOf(id)).map(([name, some]) => ({ name, ...shownRow(some) })),
    positions: group(views, ({ surface, place }) => `${surface} ${bucketName(bucketOf(place))}`).map(([key, some]) => ({
      key,
      shown: some.length,
      clicked: some.filter(({ isClicked }) => isClicked).length,
    })),
    blocks: group(
      joined.flatMap((one) => {
        const { slot } = one.response.query_attributes;
        const keys: (string | null)[] = slot == null ? [null] : [...new Set(slot)];
        return keys.map((key) => ({ ...one, slot: key }));
      }),
      ({ response, slot }) => JSON.stringify([blockName(response), slot]),
    ).map(([key, some]) => {
      const having = (what: "clicks" | "carts" | "purchases") =>
        some.filter(({ response, slot, ...came }) => {
          const { query_response_hit_ids: ids, query_attributes } = response;
          return ids.some((id, at) => came[what].has(id) && (slot === null || query_attributes.slot?.[at] === slot));
        }).length;
      const devices = new Set(some.map(({ response }) => response.client_id)).size;
      return {
        key,
        responses: some.length,
        devices,
        clicks: having("clicks"),
        carts: having("carts"),
        purchases: having("purchases"),
      };
    }),
    days: group(
      responses.filter((one) => (one.query_attributes.first_position ?? 1) === 1),
      ({ timestamp }) => timestamp.slice(0, 10),
    ).map(([day, some]) => {
      const done = counted.filter(({ timestamp }) => timestamp.slice(0, 10) === day);
      return {
        day,
        searches: some.filter(isTyped).length,
        without_results: some.filter((one) => isTyped(one) && one.query_response_hit_ids.length === 0).length,
        listings: some.filter((one) => one.query_attributes.kind === "search" && one.user_query === null).length,
        blocks: some.filter((one) => one.query_attributes.kind !== "search").length,
        devices: new Set(some.map(({ client_id }) => client_id)).size,
        clicks: done.filter((one) => one.action_name === "list_click" && one.query_id !== null).length,
        carts: done.filter((one) => one.action_name === "add_to_cart").length,
        purchases: done.filter((one) => one.action_name === "transaction").length,
      };
    }),
  };
}

/** Sums units and revenue of purchased lines. */
function revenueOf(lines: readonly { readonly line: { readonly price: number | null; readonly quantity: number } }[]) {
  const priced = lines.flatMap(({ line: { price, quantity } }) => (price === null ? [] : [price * quantity]));
  const units = (some: typeof lines) => some.reduce((sum, { line }) => sum + line.quantity, 0);
  return {
    units: units(lines),
    without_price: units(lines.filter(({ line }) => line.price === null)),
    revenue: priced.length === 0 ? null : priced.reduce((sum, one) => sum + one, 0),
  };
}

const passed = (before: string | undefined, after: string) =>
  before === undefined ? Infinity : Date.parse(after) - Date.parse(before);

/**
 * Returns every purchased product with its attributed response: the response to which the product's last event within
 * the day before the purchase refers.
 */
export function boughtByHand({ responses, events }: Traffic, currency: string | null = "CHF") {
  const seen = new Set<string>();
  return events
    .filter(({ action_name }) => action_name === "transaction")
    .toSorted((one, other) => (one.timestamp < other.timestamp ? -1 : 1))
    .flatMap((event) => {
      const key = `${event.client_id} ${event.event_attributes.object!.object_id}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return (event.event_attributes.products ?? []).flatMap((line) => {
        const choices = events
          .filter((one) => ["list_click", "product_view", "add_to_cart", "transaction"].includes(one.action_name))
          .filter((one) => one.client_id === event.client_id && passed(one.timestamp, event.timestamp) >= 0)
          .filter((one) => passed(one.timestamp, event.timestamp) <= DAY)
          .filter((one) => one.event_attributes.products!.some(({ id }) => nameOf(id) === nameOf(line.id)))
          .flatMap((one) => {
            const response = responses.find(({ query_id }) => query_id === one.query_id);
            const isOwn = response?.client_id === event.client_id;
            return isOwn && response.query_response_hit_ids.includes(nameOf(line.id)) ? [{ ...one, response }] : [];
          })
          .toSorted((one, other) => (one.timestamp + one.query_id! < other.timestamp + other.query_id! ? -1 : 1));
        const last = choices.at(-1);
        const of = event.event_attributes.currency?.toUpperCase() ?? currency;
        return last === undefined ? [] : [{ response: last.response, product: nameOf(line.id), line, currency: of }];
      });
    });
}

interface OracleOptions {
  /** First day of the period; `to` is the last day. */
  readonly from: string;
  readonly to: string;
  readonly brandOf: (product: string) => string | null;
  readonly isRead?: (response: UbiQuery) => boolean;
}

const surfaceOf = ({ user_query, query_attributes: { kind } }: UbiQuery) =>
  kind !== "search" ? "block" : user_query === null ? "listing" : "search";
const isTyped = ({ user_query, query_attributes }: UbiQuery) =>
  query_attributes.kind === "search" && user_query !== null;
const isWithin = (timestamp: string, from: string, to: string) =>
  timestamp.slice(0, 10) >= from && timestamp.slice(0, 10) <= to;
const norm = (query: string) => query.toLowerCase().replace(/\s+/g, " ").trim();
export const round = (value: number) => Math.round(value * 1e6) / 1e6;
const nameOf = (id: string) => id.replace("-variant", "");
const blockName = ({ user_query, query_attributes: { kind, profile } }: UbiQuery) =>
  kind !== "search" ? profile : user_query === null ? "Listings" : "Searches";

function cameOf(response: UbiQuery, events: readonly UbiEvent[], typed: readonly UbiQuery[]) {
  const clicks = new Map<string, number>();
  const at = Date.parse(response.timestamp);
  const shown = new Set(response.query_response_hit_ids);
  for (const event of events) {
    if (event.query_id !== response.query_id || event.client_id !== response.client_id) continue;
    if (!["list_click", "product_view", "add_to_cart", "transaction"].includes(event.action_name)) continue;
    for (const { id } of event.event_attributes.products ?? []) {
      const then = Math.min(Date.parse(event.timestamp), clicks.get(nameOf(id)) ?? Infinity);
      if (shown.has(nameOf(id))) clicks.set(nameOf(id), then);
    }
  }
  const after = (action: string) =>
    new Set(
      events
        .filter((event) => event.action_name === action && event.client_id === response.client_id)
        .flatMap(({ event_attributes: { products = [] }, timestamp }) =>
          products.flatMap(({ id }) => {
            const passed = Date.parse(timestamp) - (clicks.get(nameOf(id)) ?? NaN);
            return passed >= 0 && passed <= DAY ? [nameOf(id)] : [];
          }),
        ),
    );
  const [next] = typed
    .filter(
      (one) =>
        one.client_id === response.client_id &&
        isTyped(response) &&
        norm(one.user_query!) !== norm(response.user_query!),
    )
    .filter(({ timestamp }) => Date.parse(timestamp) > at && Date.parse(timestamp) <= at + 120_000)
    .sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp));
  return {
    clicks: new Set(clicks.keys()),
    carts: after("add_to_cart"),
    purchases: after("transaction"),
    next: next === undefined ? null : norm(next.user_query!),
  };
}
