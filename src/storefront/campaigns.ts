import { isTimeZone, zoneClock } from "../lib/zone-clock.js";
import type { Campaign } from "./campaigns-configuration.js";
import type { Rule, WrittenRule } from "./rules-configuration.js";

/** Half-open interval in milliseconds since 1970. Bounds may be infinite. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

type Times = Pick<Rule, "starts_at" | "ends_at">;

/** Returns the period in which a rule applies, regardless of its campaign. */
export const ownPeriod = ({ starts_at, ends_at }: Times): Period => ({
  from: starts_at === null ? -Infinity : Date.parse(starts_at),
  until: ends_at === null ? Infinity : Date.parse(ends_at),
});

/** Returns the period of a campaign. @throws {RangeError} if the runtime does not support the time zone */
export function campaignPeriod({ starts_at, ends_at, time_zone }: Omit<Campaign, "key">): Period {
  const { instantOf } = zoneClock(time_zone);
  return {
    from: starts_at === null ? -Infinity : instantOf(starts_at),
    until: ends_at === null ? Infinity : instantOf(ends_at),
  };
}

/**
 * Intersects the period of each rule with the period of its campaign. Rules with an empty intersection are omitted, as
 * are rules whose campaign uses a time zone that this runtime does not support.
 */
export function rulesInTime(rules: readonly WrittenRule[], campaigns: readonly Campaign[]): Rule[] {
  const known = campaigns.filter(({ time_zone }) => isTimeZone(time_zone));
  const periods = new Map(known.map((campaign) => [campaign.key, campaignPeriod(campaign)]));
  return rules.flatMap(({ campaign, ...rule }): Rule[] => {
    if (campaign === null) return [rule];
    const period = periods.get(campaign);
    if (period === undefined) return [];
    const own = ownPeriod(rule);
    const [from, until] = [Math.max(own.from, period.from), Math.min(own.until, period.until)];
    return from < until ? [{ ...rule, starts_at: isoOf(from), ends_at: isoOf(until) }] : [];
  });
}

const isoOf = (at: number): string | null => (Number.isFinite(at) ? new Date(at).toISOString() : null);
