import { ServiceError, validationError } from "../errors.js";
import type { SortKey } from "../storefront/configuration.js";

/** Seconds that a `recommendation_id` stays good for, as far as a response promises. */
export const EXPIRES_IN_SECONDS = 300;

/** The engine's `index.max_result_window` for catalogues, see `index-templates/catalog.json`. */
export const MAX_DEPTH = 100_000;

export interface PaginationParameters {
  readonly page?: number;
  readonly cursor?: string;
}

export interface Page {
  /** What the response calls the page. */
  readonly number: number;
  /** How many products come before it. */
  readonly from: number;
}

/** 128 bits in base64url, as `recommendation_id` is made. */
const CURSOR = /^[A-Za-z0-9_-]{22}$/;

/**
 * Which page is wanted. Without a cursor, an ordered sort has true pages; a ranking of our own starts at its top, whatever
 * the page is called.
 * @throws ServiceError unknown_page for a cursor that names no page, validation_error for one that cannot
 */
export function pageOf(parameters: PaginationParameters, sort: SortKey, limit: number): Page {
  const { page: number = 1, cursor } = parameters;
  if (cursor !== undefined) {
    if (!CURSOR.test(cursor)) {
      throw validationError(
        "pagination.cursor",
        "`pagination.cursor` must be the recommendation_id of a search response",
      );
    }
    throw new ServiceError("unknown_page", "there is no such page any more; search again without pagination", {
      field: "pagination.cursor",
      reason: "unknown",
    });
  }
  if (sort.by === "featured") return { number, from: 0 };
  const from = (number - 1) * limit;
  if (from + limit > MAX_DEPTH) {
    throw validationError("pagination.page", `\`pagination.page\` must not reach beyond product ${MAX_DEPTH}`);
  }
  return { number, from };
}
