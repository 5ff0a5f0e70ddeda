import { lowered } from "../../../src/lib/folded.js";
import { wilsonInterval } from "../../../src/lib/statistics.js";
import type { SampledResponse } from "./responses.js";
import type { JoinedResponse } from "./join.js";
import { listingName } from "./listing-name.js";
import { bucketName, PositionCounts, PositionRates, type Surface } from "./positions.js";
import type { BlockRow, FewClicksRow, InsightTables, Rates, RetypedRow, ShownCounts, Verdict } from "./tables.js";

/** Maximum number of rows per analytics table. */
const MAX_ROWS = 200;
/**
 * Maximum number of distinct names (such as queries, listings or brands), to limit memory usage. When the limit is
 * reached, new names are ignored.
 */
const MAX_NAMES = 20_000;

/**
 * Minimum number of devices to compute a rate, and minimum number of expected clicks for a comparison with the actual
 * clicks.
 */
const MIN_DEVICES = 30;
const MIN_EXPECTED = 5;
/**
 * Number of standard deviations (Poisson) between actual and expected clicks above which the difference is significant.
 */
const UNUSUAL = 2;

/** Counts for a query. `responses`, `clicked` and `devices` include only first pages. */
interface QueryTally {
  responses: number;
  clicked: number;
  readonly devices: Set<string>;
  readonly positions: PositionCounts;
  readonly retyped: Map<string, number>;
}

type Block = Pick<BlockRow, "kind" | "name" | "slot">;

interface BlockTally extends Block {
  readonly devices: Set<string>;
  responses: number;
  clicks: number;
  carts: number;
  purchases: number;
}

/**
 * Computes the analytics tables from responses and their events, one response at a time. Memory usage grows only with
 * the number of distinct queries, listings, brands and devices.
 */
export class Tally {
  readonly #rates = new PositionRates();
  readonly #queries = new Map<string, QueryTally>();
  readonly #listings = new Map<string, PositionCounts>();
  readonly #brands = new Map<string, PositionCounts>();
  readonly #blocks = new Map<string, BlockTally>();

  /**
   * Adds a response and its events to the counts.
   * @param brandOf returns the brand of a product, or `null` if the product was deleted or has no brand
   */
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

  /** Returns the share of a query's first pages that received a click, or `null` if the query has too few devices. */
  clickedShare(query: string): number | null {
    const tally = this.#queries.get(query);
    if (tally === undefined || tally.devices.size < MIN_DEVICES) return null;
    return tally.clicked / tally.responses;
  }

  tables(): Pick<InsightTables, "few_clicks" | "retyped" | "listings" | "brands" | "positions" | "blocks"> {
    return {
      few_clicks: this.#fewClicks(),
      retyped: this.#retyped(),
      listings: this.#shown(this.#listings).map(({ key, ...row }) => ({ ...listingName(key), listing: key, ...row })),
      brands: this.#shown(this.#brands).map(({ key, ...row }) => ({ name: key, ...row })),
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

  #fewClicks(): FewClicksRow[] {
    const counts = new Map([...this.#queries].map(([query, { positions }]) => [query, positions]));
    return this.#shown(counts, ({ clicked, verdict }) => clicked === 0 || verdict === "less").map(({ key, ...row }) => {
      const { responses = 0, devices } = this.#queries.get(key) ?? {};
      return { query: key, responses, devices: devices?.size ?? 0, ...row };
    });
  }

  #retyped(): RetypedRow[] {
    return [...this.#queries]
      .flatMap(([query, { responses, retyped }]) =>
        [...retyped].map(([other, times]) => ({ query, retyped: other, times, responses })),
      )
      .sort((one, other) => other.times - one.times || (one.query < other.query ? -1 : 1))
      .slice(0, MAX_ROWS);
  }

  /** Returns the rows of a table, sorted by the difference between expected and actual clicks, largest first. */
  #shown(counts: ReadonlyMap<string, PositionCounts>, isWanted: (row: ShownCounts) => boolean = () => true) {
    const missing = ({ expected_clicks, clicked }: ShownCounts) => expected_clicks - clicked;
    return [...counts]
      .filter(([, { total }]) => total > 0)
      .map(([key, positions]) => {
        const { total: shown, clicked } = positions;
        const expected = this.#rates.expected(positions);
        const rates = { rate: clicked / shown, expected_clicks: expected, expected_rate: expected / shown };
        return { key, shown, clicked, ...rates, verdict: verdictOn(clicked, expected) };
      })
      .filter(isWanted)
      .sort((one, other) => missing(other) - missing(one) || other.shown - one.shown)
      .slice(0, MAX_ROWS);
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

/**
 * Returns the positions of the shown products, from 1. In a placement, each slot is counted separately; in a listing,
 * all pages are counted together.
 */
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
): Block {
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
  const rates = Object.entries({ click: clicks, cart: carts, purchase: purchases }).flatMap(([name, hits]) => {
    const [low, high] = wilsonInterval(hits, responses);
    return Object.entries({ "": hits / responses, _low: low, _high: high }).map(
      ([end, value]) => [`${name}_rate${end}`, devices.size < MIN_DEVICES ? null : value] as const,
    );
  });
  return { ...tally, devices: devices.size, ...(Object.fromEntries(rates) as Rates) };
}

const positionsOf = (counts: Map<string, PositionCounts>, name: string) =>
  found(counts, name, () => new PositionCounts());

/**
 * Returns the counts for a name and creates them if missing; returns `undefined` for a new name if `MAX_NAMES` is
 * reached.
 */
function found<T>(tallies: Map<string, T>, name: string, make: () => T): T | undefined {
  let tally = tallies.get(name);
  if (tally === undefined && tallies.size < MAX_NAMES) tallies.set(name, (tally = make()));
  return tally;
}
