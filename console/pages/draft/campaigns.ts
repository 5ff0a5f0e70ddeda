import { isTimeZone } from "../../../src/lib/zone-clock.js";
import { campaignPeriod } from "../../../src/storefront/campaigns.js";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { count } from "../../parts/format-numbers.js";
import { OWN_ZONE } from "../../parts/moments.js";
import { itemsOf } from "./items.js";

/** Returns the campaigns of a draft, or an empty list if that part of the document is malformed. */
export const campaignsOf = ({ campaigns }: ConfigurationDocument): readonly CampaignDocument[] =>
  itemsOf<CampaignDocument>(campaigns) ?? [];

/** Returns the time zone of a campaign, or the user's own time zone if the campaign has no valid one. */
export function zoneOf(campaigns: readonly CampaignDocument[], key: string | null | undefined): string {
  const zone = campaigns.find((one) => key != null && one.key === key)?.time_zone;
  return zone !== undefined && isTimeZone(zone) ? zone : OWN_ZONE;
}

/** Returns the draft's rules, including banners, that belong to a campaign. */
export const rulesIn = ({ rules }: ConfigurationDocument, key: string | undefined): RuleDocument[] =>
  (itemsOf<RuleDocument>(rules) ?? []).filter(({ campaign }) => campaign != null && campaign === key);

/**
 * Replaces the campaigns of a draft. Renaming a campaign updates its rules; deleting a campaign deletes its rules.
 * @param next the current campaigns with exactly one changed, added or deleted
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
  // If two campaigns share a name, the rules cannot be assigned to one of them and stay unchanged.
  if (rules === null || key === undefined || before.filter((one) => one.key === key).length > 1) return changed;
  if (next.length < before.length) return { ...changed, rules: rules.filter(({ campaign }) => campaign !== key) };
  const name = next[at]?.key;
  if (name === undefined || name === key) return changed;
  return { ...changed, rules: rules.map((rule) => (rule.campaign === key ? { ...rule, campaign: name } : rule)) };
}

/**
 * Returns the state of a campaign, or "–" if its times are missing or malformed.
 * @param now milliseconds since 1970
 */
export function stateOf({ starts_at = null, ends_at = null, time_zone = "" }: CampaignDocument, now: number): string {
  try {
    const { from, until } = campaignPeriod({ starts_at, ends_at, time_zone });
    return until <= now ? "over" : from <= now ? "runs" : "not begun";
  } catch {
    return "–";
  }
}

/** Formats a number of rules, such as "3 rules". */
export const formatRules = (rules: number): string => `${count(rules)} ${rules === 1 ? "rule" : "rules"}`;
