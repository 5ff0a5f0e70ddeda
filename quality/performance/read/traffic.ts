import { randomUUID } from "node:crypto";
import { seeded, type Random } from "../../../demo/random.js";
import type { Bench } from "../bench.js";
import { rankOf } from "../simulated-visits.js";
import { fromShopper, toIndex, toSearchkit, toService, type Question } from "./requests.js";
import type { Shop } from "./prepare.js";
import { HOT, MIX, ONE_OFF, type Row, type Shopper } from "./rows.js";

export const SHOPPERS = 2_000;

/** Compared servers: OpenSearch with direct requests, Searchkit in front of OpenSearch, and the service. */
export const SIDES = ["engine", "searchkit", "service"] as const;
export type Side = (typeof SIDES)[number];

export const knownShopper = (nth: number): string => `known-${nth}`;

/** Returns a new device identifier on every call. */
export const unseenDevice = (): string => randomUUID();

export function shopperOf(random: Random, shopper: Shopper): string {
  const isKnown = shopper === "known" || (shopper === "mixed" && random.chance(0.5));
  return isKnown ? knownShopper(random.integer(0, SHOPPERS - 1)) : unseenDevice();
}

/** A request and the row of the report to which it belongs. */
export interface Requested {
  readonly row: Row;
  readonly request: string;
}

export interface Traffic {
  /** Returns a generator of requests for one row of the report. */
  of(row: Row): () => Requested;
  /** Generates hot (repeated) and cold requests for all report rows in random order. */
  readonly mix: () => Requested;
  /**
   * Returns a generator of cold (not repeated) requests, which uses each of `questions` once.
   * @throws Error if all questions have been used
   */
  among(row: Row, questions: readonly Question[]): () => Requested;
}

/**
 * Draws the same sequence of requests for all compared systems. The popularity of hot requests follows Zipf's law
 * (exponent 1). Cold requests are not repeated.
 */
export function createTraffic(
  bench: Bench,
  side: Side,
  { questions, flat }: Pick<Shop, "questions" | "flat">,
): Traffic {
  const random = seeded("traffic");
  const request = requestsOf(bench, side, flat);
  const hot = { listing: questions.listing.slice(0, HOT), search: questions.search.slice(0, HOT) };
  const cold = { listing: inTurn(questions.listing, HOT), search: inTurn(questions.search, HOT) };
  const query = (row: Row, question: Question): Requested => ({
    row,
    request: request(shopperOf(random, row.shopper), question),
  });
  const next = (row: Row): Requested => {
    const { kind, heat } = row;
    return query(row, heat === "cold" ? cold[kind]() : popular(random, hot[kind]));
  };
  const rows = { hot: MIX.filter(({ heat }) => heat === "hot"), cold: MIX.filter(({ heat }) => heat === "cold") };
  return {
    of: (row) => () => next(row),
    mix: () => next(random.pick(random.chance(ONE_OFF) ? rows.cold : rows.hot)),
    among(row, some) {
      const one = inTurn(some, 0);
      return () => query(row, one());
    },
  };
}

function requestsOf(bench: Bench, side: Side, flat: string): (shopper: string, question: Question) => string {
  const search = toService(bench, "search");
  const raw = toIndex(flat);
  switch (side) {
    case "engine":
      return (_shopper, question) => raw(question.raw);
    case "searchkit":
      return (_shopper, question) => toSearchkit(question.searchkit);
    case "service":
      return (shopper, question) => search(fromShopper(shopper, question));
  }
}

const popular = (random: Random, questions: readonly Question[]): Question =>
  questions[rankOf(random.next(), questions.length)] as Question;

/**
 * Returns a generator that uses each request once.
 * @throws Error if all questions have been used, because a repeated request would not be cold
 */
function inTurn(questions: readonly Question[], from: number): () => Question {
  let next = from;
  return () => {
    const question = questions[next++];
    if (question !== undefined) return question;
    throw new Error(`expected more than ${questions.length} different requests; use fewer or shorter rounds`);
  };
}
