import { isTimeZone, zoneClock } from "../lib/zone-clock.js";
import type { Campaign } from "./campaigns-configuration.js";
import type { Rule, WrittenRule } from "./rules-configuration.js";

/** From one instant until another, which does not belong to it: milliseconds since 1970, or infinite. */
export interface Period {
  readonly from: number;
  readonly until: number;
}

type Times = Pick<Rule, "starts_at" | "ends_at">;

/** When a rule says itself that it is in force. */
export const ownPeriod = ({ starts_at, ends_at }: Times): Period => ({
  from: starts_at === null ? -Infinity : Date.parse(starts_at),
  until: ends_at === null ? Infinity : Date.parse(ends_at),
});

/** @throws RangeError for a zone that the runtime does not know */
export function campaignPeriod({ starts_at, ends_at, time_zone }: Omit<Campaign, "key">): Period {
  const { instantOf } = zoneClock(time_zone);
  return {
    from: starts_at === null ? -Infinity : instantOf(starts_at),
    until: ends_at === null ? Infinity : instantOf(ends_at),
  };
}

/**
 * Rules with all of their times in themselves: one of a campaign is in force when both say so. Left out is one that never is, as are those
 * of a campaign in a zone that only the runtime of another process knows.
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
