import { createSharedSearches, type Brought, type SharedSearches } from "../search/shared-searches.js";
import type { Row } from "./block.js";

/** What a search has brought that is the same for everybody who asks it. */
export interface SharedAnswer extends Brought {
  readonly rows: readonly Row[];
}

/** What is popular, trending or new. */
export type SharedAnswers = SharedSearches<SharedAnswer>;

/** So old what is popular may be. What a job changes begins other keys. */
const FRESH_MS = 5_000;
/** Identifier and tokens of a product. */
const ROW_BYTES = 500;

/** @param now milliseconds on a clock that never goes back */
export const createSharedAnswers = (options: { readonly maxBytes: number; readonly now: () => number }) =>
  createSharedSearches<SharedAnswer>({
    ...options,
    ...{ freshMs: FRESH_MS, bytesOf: ({ rows }) => ROW_BYTES * (1 + rows.length) },
  });
