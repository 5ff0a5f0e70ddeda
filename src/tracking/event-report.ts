import Type, { type Static } from "typebox";
import { choice, list, nullable, text } from "../schema/typed.js";
import type { EventType, ShopperEvent } from "./event.js";
import { EVENT_TYPES } from "./import-schema.js";
import { type Decoded, REJECTIONS } from "./snowplow/decode.js";

const PROBLEMS = {
  ...REJECTIONS,
  unknown_client: "`aid` names no client of this service: the tracker's `appId` must be a client id",
} as const;

/** Why an event was not taken: the values of the label `reason` of `vitrine_events_rejected_total`. */
type EventProblem = keyof typeof PROBLEMS;

/** The result of one event, for those who set a tracker up. It reports what was sent, and nothing that is stored. */
const EVENT_REPORT = Type.Object(
  {
    outcome: choice(["taken", "anonymous", "ignored", "rejected"], {
      description: "`taken` is also an event that had come before, and counts once.",
    }),
    type: nullable(choice(EVENT_TYPES, { description: "Where it could be told." })),
    event_id: nullable(text("Of a taken one.")),
    reason: nullable(choice(Object.keys(PROBLEMS) as EventProblem[], { description: "Why it was not taken." })),
    message: text("For people. Its wording may change."),
  },
  { $id: "EventReport", description: "What became of one event." },
);

/** The collector's response to requests with `X-Events-Debug`. */
export const EVENT_REPORTS = Type.Object(
  { events: list(EVENT_REPORT) },
  { $id: "EventReports", description: "What became of each event of a tracker's request, in its order." },
);

export type EventReport = Static<typeof EVENT_REPORT>;

export const rejection = (reason: EventProblem, type: EventType | null = null): EventReport => ({
  outcome: "rejected",
  type,
  event_id: null,
  reason,
  message: PROBLEMS[reason],
});

const TAKEN = "taken";
const TAKEN_OF_BOT = "taken, but nothing is learnt from it: its user agent is a bot's";

export const taken = ({ type, event_id, counts }: ShopperEvent): EventReport => ({
  outcome: "taken",
  type,
  event_id,
  reason: null,
  message: counts ? TAKEN : TAKEN_OF_BOT,
});

export function reportOf(decoded: Exclude<Decoded, { readonly outcome: "event" }>): EventReport {
  const nothing = { event_id: null, reason: null };
  switch (decoded.outcome) {
    case "anonymous":
      return {
        ...nothing,
        outcome: "anonymous",
        type: decoded.type,
        message: "not stored: the shopper has not agreed to be recognised",
      };
    case "ignored":
      return {
        ...nothing,
        outcome: "ignored",
        type: null,
        message: "not stored: this kind of event means nothing here",
      };
    case "rejected":
      return rejection(decoded.reason);
  }
}
