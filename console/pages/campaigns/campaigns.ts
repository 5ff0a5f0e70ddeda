import { isTimeZone } from "../../../src/lib/zone-clock.js";
import { campaignPeriod, ownPeriod } from "../../../src/storefront/campaigns.js";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { counted } from "../../parts/format-numbers.js";
import { OWN_ZONE } from "../../parts/moments.js";
import { itemsOf } from "../../parts/items.js";

/** Returns the campaigns of a configuration, or an empty list if that part of the document is malformed. */
export const campaignsOf = ({ campaigns }: ConfigurationDocument): readonly CampaignDocument[] =>
  itemsOf<CampaignDocument>(campaigns) ?? [];

/** Returns the time zone of a campaign, or the user's time zone if the campaign's time zone is invalid or missing. */
export function zoneOf(campaigns: readonly CampaignDocument[], key: string | null | undefined): string {
  const zone = campaigns.find((one) => key != null && one.key === key)?.time_zone;
  return zone !== undefined && isTimeZone(zone) ? zone : OWN_ZONE;
}

export const rulesIn = ({ rules }: ConfigurationDocument, key: string | undefined): RuleDocument[] =>
  (itemsOf<RuleDocument>(rules) ?? []).filter(({ campaign }) => campaign != null && campaign === key);

/**
 * Replaces the campaigns of a configuration. Renaming a campaign updates its rules; deleting a campaign deletes its
 * rules.
 * @param next the current campaigns, with exactly one campaign changed, added or deleted
 */
export function withCampaigns(
  configuration: ConfigurationDocument,
  next: readonly CampaignDocument[],
): ConfigurationDocument {
  const before = campaignsOf(configuration);
  const changed = { ...configuration, campaigns: next };
  const rules = itemsOf<RuleDocument>(configuration.rules);
  const at = before.findIndex((one, position) => one !== next[position]);
  const key = before[at]?.key;
  // Rules stay unchanged if two campaigns have the same name, because the campaign of a rule is then ambiguous.
  if (rules === null || key === undefined || before.filter((one) => one.key === key).length > 1) return changed;
  if (next.length < before.length) return { ...changed, rules: rules.filter(({ campaign }) => campaign !== key) };
  const name = next[at]?.key;
  if (name === undefined || name === key) return changed;
  return { ...changed, rules: rules.map((rule) => (rule.campaign === key ? { ...rule, campaign: name } : rule)) };
}

/**
 * Returns "Scheduled" or "Ended" for a campaign or rule that is not active now, else `null`. Malformed start and end
 * times are ignored.
 * @param campaign campaign of a rule, whose period also applies
 * @param now milliseconds since 1970
 */
export function stateOf(
  item: Pick<RuleDocument, "starts_at" | "ends_at">,
  campaign: CampaignDocument | undefined,
  now: number,
): "Scheduled" | "Ended" | null {
  const periods = [
    periodOf(item, null),
    ...(campaign === undefined ? [] : [periodOf(campaign, campaign.time_zone ?? "")]),
  ];
  if (periods.some(({ until }) => until <= now)) return "Ended";
  return periods.some(({ from }) => from > now) ? "Scheduled" : null;
}

type Times = { readonly starts_at?: string | null | undefined; readonly ends_at?: string | null | undefined };

/**
 * Returns the period of a campaign or rule. Malformed start and end times are ignored.
 * @param time_zone time zone of local times; `null` if the times contain a time zone
 */
export function periodOf({ starts_at = null, ends_at = null }: Times, time_zone: string | null) {
  try {
    return time_zone === null ? ownPeriod({ starts_at, ends_at }) : campaignPeriod({ starts_at, ends_at, time_zone });
  } catch {
    return { from: -Infinity, until: Infinity };
  }
}

export const formatRules = (rules: number): string => counted(rules, "rule");
