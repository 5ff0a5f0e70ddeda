import { ServiceError } from "../../errors.js";

/** A cursor that names no page: `expired` when there was one, `unknown` when this client was never given it. */
export class UnknownPageError extends ServiceError {
  constructor(readonly reason: "expired" | "unknown") {
    super("unknown_page", "there is no such page any more; search again without pagination", {
      field: "pagination.cursor",
      reason,
    });
  }
}

export const unknownPage = (reason: "expired" | "unknown"): UnknownPageError => new UnknownPageError(reason);
