import type { FindErased } from "../../src/tracking/event.js";

/** No shopper of the test has ever been erased. */
export const nobodyErased: FindErased = (traces) => Promise.resolve(traces.map(() => false));
