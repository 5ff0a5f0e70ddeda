import Type, { type Static } from "typebox";
import { choice, list, nullable, text } from "../schema/typed.js";
import type { EventType, ShopperEvent } from "./event.js";
import { EVENT_TYPES } from "./import-schema.js";
import type { Decoded, RejectionReason } from "./snowplow/decode.js";

/** Why an event was not taken: the values of the label `reason` of `vitrine_events_rejected_total`. */
export type EventProblem = RejectionReason | "unknown_client";

const PROBLEMS: Readonly<Record<EventProblem, string>> = {
  bad_payload: "this is no payload of the tracker protocol: an object with the kind of event in `e` is expected",
  bad_base64: "`ue_px` or `cx` is no base64 of UTF-8",
  bad_json: "`ue_pr`, `ue_px`, `co` or `cx` holds no JSON",
  bad_entities: "`cx` or `co` is no list of entities, each with `schema` and `data`",
  bad_identifier:
    "an identifier (`eid`, `aid`, `duid`, `uid`, `sid`, a user or a recommendation_id) is no text, or too long",
  no_client: "`aid` is missing: the tracker needs the client id as its `appId`",
  no_device:
    "`duid` is missing: without a device nobody's taste can be learnt; let the tracker keep its cookie or local storage",
  no_product: "the event names no product: a product entity with an `id` is expected",
  too_many_products: "the event names too many products",
  incomplete_event: "what the event itself must have is missing, see docs/events.md",
  unknown_client: "`aid` names no client of this service: the tracker's `appId` must be a client id",
};

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

/** The report about a payload that is no event to be stored. */
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
