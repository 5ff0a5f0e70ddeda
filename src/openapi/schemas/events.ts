import { published } from "../../schema/published.js";
import type { JsonSchema } from "../../schema/validator.js";
import type { ImportMistake, ImportResult } from "../../tracking/import-report.js";

import { EVENT_PROBLEMS, type EventReport } from "../../tracking/event-report.js";
import { EVENT_LINE_SCHEMA, EVENT_TYPES } from "../../tracking/import-schema.js";
import { reference } from "../document.js";
import { count, list, objectSchema, text } from "./object-schema.js";

/** Inlined where it is used: error contexts have it too. */
export const EVENT_COUNTS = objectSchema<ImportResult["events"]>("Lines by what became of them.", {
  received: count("Lines that are not blank."),
  accepted: count("New ones, now stored."),
  duplicate: count("Those whose `event_id` had been stored before."),
  anonymous: count("Those of the device `anonymous`, of which nothing is stored."),
  erased: count("Those from before their device or user was erased, which are not stored again."),
  rejected: count("Those that were not taken; see `errors`."),
});

export const EVENT_SCHEMAS = {
  EventReports: {
    type: "object",
    description: "What became of each event of a tracker's request, in its order.",
    required: ["events"],
    properties: { events: { type: "array", items: reference("schemas", "EventReport") } },
  },
  EventReport: objectSchema<EventReport>("What became of one event.", {
    outcome: {
      type: "string",
      enum: ["taken", "anonymous", "ignored", "rejected"],
      description: "`taken` is also an event that had come before, and counts once.",
    },
    type: { type: ["string", "null"], enum: [...EVENT_TYPES, null], description: "Where it could be told." },
    event_id: { type: ["string", "null"], description: "Of a taken one." },
    reason: { type: ["string", "null"], enum: [...EVENT_PROBLEMS, null], description: "Why it was not taken." },
    message: text("For people. Its wording may change."),
  }),
  EventLine: published(EVENT_LINE_SCHEMA),
  EventLineError: objectSchema<ImportMistake>("A line that was not taken.", {
    line: { type: "integer", minimum: 1, description: "Number of the line in the body." },
    event_id: { type: ["string", "null"], description: "Where it could be read." },
    reason: text("What is wrong with the line."),
  }),
  EventImport: objectSchema<ImportResult>("What became of a list of events.", {
    events: EVENT_COUNTS,
    errors: list("The first hundred.", reference("schemas", "EventLineError")),
  }),
} as const satisfies Readonly<Record<string, JsonSchema>>;
