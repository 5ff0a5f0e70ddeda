import Type from "typebox";
import { closed, list, nullable, type DeepPartial, type Of } from "../schema/typed.js";
import { itemName } from "./fields-configuration.js";

/** Maximum number of campaigns. The console shows a form row per campaign, and all campaigns are checked at every configuration change. */
const MAX_CAMPAIGNS = 300;

const localTime = (description: string) =>
  nullable(
    Type.String({
      pattern: "^2\\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d$",
      "x-expected": "a local time in `time_zone` with minutes and without an offset, like `2026-11-27T00:00`",
      default: null,
      description,
    }),
  );

export const CAMPAIGNS = list(
  closed({
    key: itemName("Unique name of the campaign, which rules contain in `campaign`."),
    starts_at: localTime(
      "Local start time in the campaign's time zone, inclusive, such as 2026-11-27T00:00. Null: no start.",
    ),
    ends_at: localTime("Local end time in the campaign's time zone, exclusive. Null: no end."),
    time_zone: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "IANA time zone of the start and the end, such as `Europe/Berlin`, or `UTC`.",
    }),
  }),
  {
    maxItems: MAX_CAMPAIGNS,
    default: [],
    description: "Campaigns: periods during which several rules are active.",
  },
);

/** A campaign: a period shared by rules and banners, in local times of `time_zone`. */
export type Campaign = Of<typeof CAMPAIGNS>[number];
export type CampaignDocument = DeepPartial<Campaign>;
