import { isTimeZone } from "../../../src/lib/zone-clock.js";
import { campaignPeriod } from "../../../src/storefront/campaigns.js";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { count } from "../../parts/format-numbers.js";
import { OWN_ZONE } from "../../parts/moments.js";
import { itemsOf } from "./items.js";

/** The campaigns of a draft, which may hold anything. */
export const campaignsOf = ({ campaigns }: ConfigurationDocument): readonly CampaignDocument[] =>
  itemsOf<CampaignDocument>(campaigns) ?? [];

/** The zone of a campaign's clocks; where there is none that is known, that of whoever looks. */
export function zoneOf(campaigns: readonly CampaignDocument[], key: string | null | undefined): string {
  const zone = campaigns.find((one) => key != null && one.key === key)?.time_zone;
  return zone !== undefined && isTimeZone(zone) ? zone : OWN_ZONE;
}

/** The rules of a draft, banners among them, that are in a campaign. */
export const rulesIn = ({ rules }: ConfigurationDocument, key: string | undefined): RuleDocument[] =>
  (itemsOf<RuleDocument>(rules) ?? []).filter(({ campaign }) => campaign != null && campaign === key);

/**
 * A draft with other campaigns. What is renamed is renamed in its rules; the rules of one that is gone go with it.
 * @param next the same campaigns, but for one that is changed, added or gone
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
  // Of two of one name neither has the rules for itself.
  if (rules === null || key === undefined || before.filter((one) => one.key === key).length > 1) return changed;
  if (next.length < before.length) return { ...changed, rules: rules.filter(({ campaign }) => campaign !== key) };
  const name = next[at]?.key;
  if (name === undefined || name === key) return changed;
  return { ...changed, rules: rules.map((rule) => (rule.campaign === key ? { ...rule, campaign: name } : rule)) };
}

/** "–" where a draft says no times that can be read. @param now milliseconds since 1970 */
export function stateOf({ starts_at = null, ends_at = null, time_zone = "" }: CampaignDocument, now: number): string {
  try {
    const { from, until } = campaignPeriod({ starts_at, ends_at, time_zone });
    return until <= now ? "over" : from <= now ? "runs" : "not begun";
  } catch {
    return "–";
  }
}

/** As in "3 rules". */
export const formatRules = (rules: number): string => `${count(rules)} ${rules === 1 ? "rule" : "rules"}`;
