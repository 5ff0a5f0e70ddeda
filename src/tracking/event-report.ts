import Type, { type Static } from "typebox";
import { choice, list, nullable, text } from "../schema/typed.js";
import type { EventType } from "./event.js";
import { EVENT_TYPES } from "./import-schema.js";
import { type Decoded, REJECTIONS } from "./snowplow/decode.js";

const PROBLEMS = {
  ...REJECTIONS,
  unknown_client: "`aid` is not a client id of this service; configure the client id as appId of the tracker",
} as const;

/** Reason for which an event was rejected. The reasons are the values of the label `reason` of `vitrine_events_rejected_total`. */
type EventProblem = keyof typeof PROBLEMS;

/** Outcome of one event, for developers who set up a tracker. The outcome is derived from the request only, not from stored data. */
const EVENT_REPORT = Type.Object(
  {
    outcome: choice(["taken", "anonymous", "ignored", "rejected"], {
      description:
        "`taken`: the event is valid; repeated events included. `anonymous`: the event is not stored, because the shopper has not consented to tracking. `ignored`: the event type is not supported. `rejected`: the event is invalid.",
    }),
    type: nullable(choice(EVENT_TYPES, { description: "Type of the event. null if unknown." })),
    event_id: nullable(text("Identifier of the event, or null if the event was not accepted.")),
    reason: nullable(
      choice(Object.keys(PROBLEMS) as EventProblem[], {
        description: "Reason for the rejection. null unless the event was rejected.",
      }),
    ),
    message: text("Human-readable explanation of the outcome. The wording may change."),
  },
  { $id: "EventReport", description: "Outcome of an event." },
);

/** The collector's response to requests with `X-Events-Debug`. */
export const EVENT_REPORTS = Type.Object(
  { events: list(EVENT_REPORT) },
  { $id: "EventReports", description: "Outcomes of the events in a tracker request, in the same order." },
);

export type EventReport = Static<typeof EVENT_REPORT>;

export const rejection = (reason: EventProblem, type: EventType | null = null): EventReport => ({
  outcome: "rejected",
  type,
  event_id: null,
  reason,
  message: PROBLEMS[reason],
});

const TAKEN_OF_BOT =
  "the event is stored, but not used for rankings and recommendations, because the user agent is a bot";

/** Returns the report on a decoded event. @param isUnknown returns whether the given client id does not exist */
export function reportOf(decoded: Decoded, isUnknown: (clientId: string) => boolean): EventReport {
  const nothing = { type: null, event_id: null, reason: null };
  const { outcome } = decoded;
  switch (outcome) {
    case "event": {
      const { client_id, type, event_id, counts } = decoded.event;
      if (isUnknown(client_id)) return rejection("unknown_client", type);
      return { ...nothing, outcome: "taken", type, event_id, message: counts ? "taken" : TAKEN_OF_BOT };
    }
    case "anonymous": {
      const message = "the event is not stored, because the shopper has not consented to tracking";
      return { ...nothing, outcome, type: decoded.type, message };
    }
    case "ignored":
      return { ...nothing, outcome, message: "the event is not stored, because this event type is not supported" };
    case "rejected":
      return rejection(decoded.reason);
  }
}
