import { createProductMemory } from "../../src/search/product-memory.js";
import { createSharedAnswers } from "../../src/recommendation/shared-answers.js";

/** What recommendations remember between requests; nothing yet. @param now monotonic milliseconds */
export function recommendationMemory(now: () => number = () => performance.now()) {
  const maxBytes = 1_000_000;
  return { products: createProductMemory({ maxBytes, now }), shared: createSharedAnswers({ maxBytes, now }) };
}
