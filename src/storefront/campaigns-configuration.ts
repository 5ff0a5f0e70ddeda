import Type from "typebox";
import { closed, list, nullable, type DeepPartial, type Of } from "../schema/typed.js";
import { itemName } from "./fields-configuration.js";

/** Limit because the console shows a form row per campaign and every configuration change checks all of them. */
const MAX_CAMPAIGNS = 300;

const localTime = (description: string) =>
  nullable(
    Type.String({
      pattern: "^2\\d{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])T(?:[01]\\d|2[0-3]):[0-5]\\d$",
      "x-expected": "a time by the clocks of `time_zone`, to the minute and without an offset, like `2026-11-27T00:00`",
      default: null,
      description,
    }),
  );

export const CAMPAIGNS = list(
  closed({
    key: itemName("Names the campaign, in any words; each once. Rules are in it by their `campaign`."),
    starts_at: localTime(
      "A time by the clocks of `time_zone`: its rules are in force from then on. Of a time that clocks show twice, the first; one that they skip is counted on from before. Null: always were.",
    ),
    ends_at: localTime("The same: no longer in force from then on. Null: for ever."),
    time_zone: Type.String({
      minLength: 1,
      maxLength: 100,
      description: "Of both times: a name of the IANA time zone database, like `Europe/Berlin`, or `UTC`.",
    }),
  }),
  {
    maxItems: MAX_CAMPAIGNS,
    default: [],
    description: "Times that several rules and banners share, by the clocks of a place.",
  },
);

/** A period shared by rules and banners. Its times are local times of `time_zone`. */
export type Campaign = Of<typeof CAMPAIGNS>[number];
export type CampaignDocument = DeepPartial<Campaign>;
