import { randomUUID } from "node:crypto";
import type { Random } from "../../src/lib/random.js";
import type { Bench } from "../bench.js";
import { rankOf } from "../simulated-visits.js";
import { fromShopper, toIndex, toService, type Question } from "./requests.js";
import type { Shop } from "./prepare.js";
import { HOT, type Heat, type Kind, type Row, type Shopper } from "./rows.js";

export const SHOPPERS = 2_000;

export const knownShopper = (nth: number): string => `known-${nth}`;

/** Another one every time. */
export const unseenDevice = (): string => randomUUID();

export function shopperOf(random: Random, shopper: Shopper): string {
  switch (shopper) {
    case "anonymous":
      return "anonymous";
    case "unseen":
      return unseenDevice();
    case "known":
      return knownShopper(random.integer(0, SHOPPERS - 1));
  }
}

/** @returns the requests of a row, one after the other */
export type Traffic = (row: Row) => () => string;

/**
 * Draws who asks what. Hot questions are as popular as Zipf's law has it (exponent 1); cold ones come in turn, and each once for
 * the service, whoever asks. The engine gets the same ones in the same order.
 */
export function createTraffic(
  bench: Bench,
  random: Random,
  { questions, flat }: Pick<Shop, "questions" | "flat">,
): Traffic {
  const search = toService(bench, "search");
  const raw = toIndex(flat);
  const cold = {
    engine: { listing: inTurn(questions.listing), search: inTurn(questions.search) },
    service: { listing: inTurn(questions.listing), search: inTurn(questions.search) },
  };
  const hot = { listing: questions.listing.slice(0, HOT), search: questions.search.slice(0, HOT) };
  const question = (side: keyof typeof cold, kind: Kind, heat: Heat): Question =>
    heat === "cold" ? cold[side][kind]() : popular(random, hot[kind]);
  return ({ asks, kind, heat, shopper }) =>
    asks === "engine"
      ? () => raw(question("engine", kind, heat).raw)
      : () => search(fromShopper(shopperOf(random, shopper), question("service", kind, heat)));
}

const popular = (random: Random, questions: readonly Question[]): Question =>
  questions[rankOf(random.next(), questions.length)] as Question;

/** @throws Error when all have been asked: one that is repeated would not be cold */
function inTurn(questions: readonly Question[]): () => Question {
  let next = HOT;
  return () => {
    const question = questions[next++];
    if (question !== undefined) return question;
    throw new Error(`the catalogue has only ${questions.length} different questions; take fewer or shorter rounds`);
  };
}
