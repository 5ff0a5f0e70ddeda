import { lowered } from "../../../src/lib/folded.js";
import { wilsonInterval } from "../../../src/lib/statistics.js";
import type { SampledResponse } from "./responses.js";
import type { JoinedResponse } from "./join.js";
import { listingName } from "./listing-name.js";
import { bucketName, PositionCounts, PositionRates, type Surface } from "./positions.js";
import type { BlockRow, InsightTables, RetypedRow, ShownRow, UnclickedRow, Verdict } from "./tables.js";

/** Maximum rows per table. */
const MAX_ROWS = 200;
/** Maximum distinct names. Names that occur first after this limit are omitted. */
const MAX_NAMES = 20_000;

/** Minimum devices for a rate, and minimum expected clicks for a verdict. */
const MIN_DEVICES = 30;
const MIN_EXPECTED = 5;
/** Standard deviations from the expected count (Poisson) that make a count unusual. */
const UNUSUAL = 2;

/** `responses`, `clicked` and `devices` count first pages only. */
interface QueryTally {
  responses: number;
  clicked: number;
  readonly devices: Set<string>;
  readonly positions: PositionCounts;
  readonly retyped: Map<string, number>;
}

interface BlockTally extends Pick<BlockRow, "kind" | "name" | "slot"> {
  readonly devices: Set<string>;
  responses: number;
  clicks: number;
  carts: number;
  purchases: number;
}

/** Counts joined responses one by one. Memory grows with distinct names only. */
export class Tally {
  readonly #rates = new PositionRates();
  readonly #queries = new Map<string, QueryTally>();
  readonly #listings = new Map<string, PositionCounts>();
  readonly #brands = new Map<string, PositionCounts>();
  readonly #blocks = new Map<string, BlockTally>();

  /** @param brandOf returns `null` for a deleted product or one without a brand */
  add(joined: JoinedResponse, brandOf: (product: string) => string | null): void {
    const { response, clicked } = joined;
    const surface = surfaceOf(response);
    const query = surface === "search" ? this.#query(joined) : undefined;
    const { listing } = response.query_attributes;
    const ofListing = surface === "listing" && listing != null ? positionsOf(this.#listings, listing) : undefined;
    positionOfEach(response).forEach((position, at) => {
      const isClicked = clicked.has(at);
      const brand = brandOf(response.query_response_hit_ids[at] as string);
      this.#rates.add(surface, position, isClicked);
      query?.positions.add(surface, position, isClicked);
      ofListing?.add(surface, position, isClicked);
      if (brand !== null) positionsOf(this.#brands, brand)?.add(surface, position, isClicked);
    });
    this.#addBlocks(joined, surface);
  }

  #query({ response, clicked, retyped }: JoinedResponse): QueryTally | undefined {
    const query = lowered(response.user_query ?? "");
    const isFirstPage = (response.query_attributes.first_position ?? 1) === 1;
    const tally = found(this.#queries, query, () => ({
      responses: 0,
      clicked: 0,
      devices: new Set<string>(),
      positions: new PositionCounts(),
      retyped: new Map<string, number>(),
    }));
    if (tally === undefined) return undefined;
    if (!isFirstPage) return tally;
    tally.responses += 1;
    tally.clicked += Number(clicked.size > 0);
    tally.devices.add(response.client_id);
    if (retyped !== null) tally.retyped.set(retyped, (tally.retyped.get(retyped) ?? 0) + 1);
    return tally;
  }

  #addBlocks({ response, clicked, carted, purchased }: JoinedResponse, surface: Surface): void {
    const { slot } = response.query_attributes;
    const hasSome = (positions: ReadonlySet<number>, key: string | null) =>
      key === null ? positions.size > 0 : [...positions].some((position) => slot?.[position] === key);
    for (const key of slot == null ? [null] : new Set(slot)) {
      const block = blockOf(response, surface, key);
      const tally = found(this.#blocks, JSON.stringify([block.kind, block.name, block.slot]), () => ({
        ...block,
        devices: new Set<string>(),
        responses: 0,
        clicks: 0,
        carts: 0,
        purchases: 0,
      }));
      if (tally === undefined) continue;
      tally.responses += 1;
      tally.devices.add(response.client_id);
      tally.clicks += Number(hasSome(clicked, key));
      tally.carts += Number(hasSome(carted, key));
      tally.purchases += Number(hasSome(purchased, key));
    }
  }

  /** Returns the share of first pages of a normalized query with a click, or `null` for too few devices. */
  clickedShare(query: string): number | null {
    const tally = this.#queries.get(query);
    if (tally === undefined || tally.devices.size < MIN_DEVICES) return null;
    return tally.clicked / tally.responses;
  }

  tables(): Pick<InsightTables, "without_clicks" | "retyped" | "listings" | "brands" | "positions" | "blocks"> {
    return {
      without_clicks: this.#unclicked(),
      retyped: this.#retyped(),
      listings: this.#shown(this.#listings, (listing) => ({ ...listingName(listing), listing })),
      brands: this.#shown(this.#brands, (name) => ({ name })),
      positions: this.#rates.rates().map(({ surface, bucket, shown, clicked }) => ({
        surface,
        position: bucketName(bucket),
        shown,
        clicked,
        rate: clicked / shown,
      })),
      blocks: [...this.#blocks.values()].sort((one, other) => other.responses - one.responses).slice(0, MAX_ROWS).map(rowOf), // prettier-ignore
    };
  }

  #unclicked(): UnclickedRow[] {
    return [...this.#queries]
      .filter(([, { positions }]) => positions.clicked === 0 && positions.total > 0)
      .map(([query, { responses, devices, positions }]) => ({
        query,
        responses,
        devices: devices.size,
        expected_clicks: this.#rates.expected(positions),
      }))
      .sort((one, other) => other.expected_clicks - one.expected_clicks || other.responses - one.responses)
      .slice(0, MAX_ROWS);
  }

  #retyped(): RetypedRow[] {
    return [...this.#queries]
      .flatMap(([query, { responses, retyped }]) =>
        [...retyped].map(([other, times]) => ({ query, retyped: other, times, responses })),
      )
      .sort((one, other) => other.times - one.times || (one.query < other.query ? -1 : 1))
      .slice(0, MAX_ROWS);
  }

  /** Sorts by missing clicks, most first. */
  #shown<N extends { readonly name: string }>(
    counts: ReadonlyMap<string, PositionCounts>,
    nameOf: (key: string) => N,
  ): (N & ShownRow)[] {
    return [...counts]
      .map(([key, positions]) => ({
        key,
        shown: positions.total,
        clicked: positions.clicked,
        expected: this.#rates.expected(positions),
      })) // prettier-ignore
      .sort((one, other) => other.expected - other.clicked - (one.expected - one.clicked) || other.shown - one.shown)
      .slice(0, MAX_ROWS)
      .map(({ key, shown, clicked, expected }) => ({
        ...nameOf(key),
        shown,
        clicked,
        rate: clicked / shown,
        expected_clicks: expected,
        expected_rate: expected / shown,
        verdict: verdictOn(clicked, expected),
      }));
  }
}

export function verdictOn(clicked: number, expected: number): Verdict {
  if (expected < MIN_EXPECTED) return "too_few";
  const deviation = (clicked - expected) / Math.sqrt(expected);
  return deviation < -UNUSUAL ? "less" : deviation > UNUSUAL ? "more" : "usual";
}

export function surfaceOf({ user_query, query_attributes }: SampledResponse): Surface {
  if (query_attributes.kind !== "search") return "block";
  return user_query === null ? "listing" : "search";
}

/** Returns positions from 1: across all pages, or within each slot of a placement. */
function positionOfEach({
  query_response_hit_ids: shown,
  query_attributes: { first_position = 1, slot },
}: SampledResponse) {
  const inSlot = new Map<string, number>();
  return shown.map((_, at) => {
    const key = slot?.[at];
    if (key === undefined) return first_position + at;
    const position = (inSlot.get(key) ?? 0) + 1;
    inSlot.set(key, position);
    return position;
  });
}

function blockOf(
  { query_attributes: { kind, profile } }: SampledResponse,
  surface: Surface,
  slot: string | null,
): Pick<BlockRow, "kind" | "name" | "slot"> {
  switch (surface) {
    case "search":
      return { kind: "search", name: "Searches", slot: null };
    case "listing":
      return { kind: "listing", name: "Listings", slot: null };
    case "block":
      return { kind: kind === "slots" ? "placement" : "profile", name: profile ?? "", slot };
  }
}

function rowOf({ devices, ...tally }: BlockTally): BlockRow {
  const { responses, clicks, carts, purchases } = tally;
  const isEnough = devices.size >= MIN_DEVICES;
  return {
    ...tally,
    devices: devices.size,
    ...(isEnough ? ratesOf("click", clicks, responses) : NO_RATES.click),
    ...(isEnough ? ratesOf("cart", carts, responses) : NO_RATES.cart),
    ...(isEnough ? ratesOf("purchase", purchases, responses) : NO_RATES.purchase),
  };
}

type Rates<N extends string> = Readonly<Record<`${N}_rate` | `${N}_rate_low` | `${N}_rate_high`, number | null>>;

function ratesOf<N extends string>(name: N, hits: number, trials: number): Rates<N> {
  const [low, high] = wilsonInterval(hits, trials);
  return { [`${name}_rate`]: hits / trials, [`${name}_rate_low`]: low, [`${name}_rate_high`]: high } as Rates<N>;
}

const NO_RATES = {
  click: { click_rate: null, click_rate_low: null, click_rate_high: null },
  cart: { cart_rate: null, cart_rate_low: null, cart_rate_high: null },
  purchase: { purchase_rate: null, purchase_rate_low: null, purchase_rate_high: null },
} as const;

const positionsOf = (counts: Map<string, PositionCounts>, name: string) =>
  found(counts, name, () => new PositionCounts());

/** Returns `undefined` for a new name beyond the limit. */
function found<T>(tallies: Map<string, T>, name: string, make: () => T): T | undefined {
  let tally = tallies.get(name);
  if (tally === undefined && tallies.size < MAX_NAMES) tallies.set(name, (tally = make()));
  return tally;
}
