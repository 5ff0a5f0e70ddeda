import Type, { type Static } from "typebox";
import { count, list, nullable, text } from "../schema/typed.js";
import type { StoreOutcome } from "./event-store.js";

const LINE_ERROR = Type.Object(
  {
    line: Type.Integer({ minimum: 1, description: "Number of the line in the body, blank lines included." }),
    event_id: nullable(text("Where it could be read.")),
    reason: text("What is wrong with the line."),
  },
  { $id: "EventLineError", description: "A line that was not taken." },
);

/** In the contexts of errors, too. */
export const EVENT_COUNTS = Type.Object(
  {
    received: count("Lines that are not blank."),
    accepted: count("New ones, now stored."),
    duplicate: count("Those whose `event_id` had been stored before."),
    anonymous: count("Those of the device `anonymous`, of which nothing is stored."),
    erased: count("Those from before their device or user was erased, which are not stored again."),
    rejected: count("Those that were not taken; see `errors`."),
  },
  { description: "Lines by what became of them." },
);

/** The response of `POST /v1/events`. */
export const EVENT_IMPORT = Type.Object(
  { events: EVENT_COUNTS, errors: list(LINE_ERROR, { description: "The first hundred." }) },
  { $id: "EventImport", description: "What became of a list of events." },
);

export type ImportMistake = Static<typeof LINE_ERROR>;
export type ImportResult = Static<typeof EVENT_IMPORT>;

const MAX_MISTAKES = 100;

/** How far an import is. */
export class ImportReport {
  received = 0;
  anonymous = 0;
  private accepted = 0;
  private duplicate = 0;
  private erased = 0;
  private rejected = 0;
  private readonly errors: ImportMistake[] = [];

  count(outcomes: readonly StoreOutcome[]): void {
    for (const outcome of outcomes) {
      if (outcome === "stored") this.accepted += 1;
      else if (outcome === "duplicate") this.duplicate += 1;
      else if (outcome === "erased") this.erased += 1;
      else if (outcome === "refused") this.rejected += 1;
    }
  }

  reject(mistake: ImportMistake): void {
    this.rejected += 1;
    if (this.errors.length < MAX_MISTAKES) this.errors.push(mistake);
  }

  result(): ImportResult {
    const { received, accepted, duplicate, anonymous, erased, rejected, errors } = this;
    return { events: { received, accepted, duplicate, anonymous, erased, rejected }, errors };
  }
}
