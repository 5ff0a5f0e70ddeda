import type { Searching } from "../../src/search/searching.js";
import type { Engine } from "../../src/engine/engine.js";
import { createPersonalizer } from "../../src/personalization/personalizer.js";
import { emptyTaste } from "../../src/personalization/taste/document.js";
import { learn, type ResolvedSignal } from "../../src/personalization/taste/learn.js";
import { personalRerankers } from "../../src/search/match/reranker.js";
import { contextOn } from "./context.js";
import { searchProcess } from "./chain-shop.js";
import { DEFAULT_TASTE } from "./defaults.js";

/** A time before the start of any cursor chain, so that taste profiles do not decay during a test. */
const AT = Date.parse("2024-06-01T12:00:00Z");

const LOOKS: readonly ResolvedSignal["products"][number][] = [
  { id: "p7", tokens: ["designer=Acme", "categories=Clothing: Tops", "color=Red"], log_price: 3 },
  { id: "elsewhere", tokens: ["designer=Acme", "categories=Shoes", "color=Blue"], log_price: 1.5 },
];

/**
 * Creates the dependencies of a process in which every shopper has viewed the same products. Their taste changes the
 * order of listings.
 * @param whole number of matches to rank; see `LookedUp.whole`
 */
export function processForOneTaste(engine: Engine, whole?: number): Searching {
  const signals = LOOKS.map((product, at): ResolvedSignal => {
    const time = { at: AT + at, received_at: AT + at };
    return { key: product.id, ...time, effect: { kind: "interest", weight: 1 }, products: [product] };
  });
  const device = learn(emptyTaste("shop", "device"), signals, DEFAULT_TASTE.half_lives);
  const read = () => Promise.resolve({ outcome: "read", device, user: undefined } as const);
  const context = contextOn(engine, {}, { now: () => AT + 1000 });
  const personalizer = createPersonalizer(context, { read, readLately: read });
  const process = searchProcess(engine, { rerankers: personalRerankers(personalizer) });
  return { ...process, personalizer, ...(whole === undefined ? {} : { whole }) };
}
