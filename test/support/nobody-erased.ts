import type { FindErased } from "../../src/tracking/event.js";

/** Erasure lookup for tests in which no shopper was erased. */
export const nobodyErased: FindErased = (traces) => Promise.resolve(traces.map(() => false));
