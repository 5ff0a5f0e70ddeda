import { localInput, OWN_ZONE } from "../../parts/moments.js";
import { itemsOf } from "../../parts/items.js";
import type { OpenedDraft } from "../../server/drafts/draft.js";
import type { CampaignDocument } from "../../../src/storefront/campaigns-configuration.js";
import type { RuleDocument } from "../../../src/storefront/rules-configuration.js";
import { periodOf } from "../campaigns/campaigns.js";

const MINUTE_MS = 60_000;

/**
 * Returns the earliest future start of the campaigns and rules that a draft changes, as a `datetime-local` value in the
 * user's time zone, rounded up to the minute. Returns "" if no start is scheduled.
 * @param now milliseconds since 1970
 */
export function firstStart(
  { configuration, changes }: Pick<OpenedDraft, "configuration" | "changes">,
  now: number,
): string {
  const isChanged = (section: string, key: unknown) =>
    changes.some(({ path }) => path.startsWith(`${section}[${String(key)}]`));
  const campaigns = itemsOf<CampaignDocument>(configuration.campaigns) ?? [];
  const rules = itemsOf<RuleDocument>(configuration.rules) ?? [];
  const starts = [
    ...campaigns
      .filter(({ key }) => isChanged("campaigns", key))
      .map((campaign) => periodOf(campaign, campaign.time_zone ?? "").from),
    ...rules.filter(({ key }) => isChanged("rules", key)).map((rule) => periodOf(rule, null).from),
  ].filter((from) => from > now && Number.isFinite(from));
  if (starts.length === 0) return "";
  const first = Math.ceil(Math.min(...starts) / MINUTE_MS) * MINUTE_MS;
  return localInput(new Date(first).toISOString(), OWN_ZONE);
}
