import { isTimeZone } from "../lib/zone-clock.js";
import { hintOf, type ValidationError } from "../schema/validation-errors.js";
import { campaignPeriod, ownPeriod, type Period } from "./campaigns.js";
import type { Campaign } from "./campaigns-configuration.js";
import type { WrittenRule } from "./rules-configuration.js";

/** Maximum number of reported errors; a longer list is of no use to an editor. */
const MAX_ERRORS = 100;

/** Validates campaigns and the campaign references of rules, after schema validation. */
export function campaignErrors(campaigns: readonly Campaign[], rules: readonly WrittenRule[]): ValidationError[] {
  const errors: ValidationError[] = [];
  /** Campaign periods by campaign key; null for campaigns with invalid times. */
  const periods = new Map<string, Period | null>();
  for (const [at, campaign] of campaigns.entries()) {
    const path = `campaigns.${at}`;
    const wrong = [
      ...(periods.has(campaign.key) ? [error(`${path}.key`, "must be unique")] : []),
      ...wrongTimes(campaign, path),
    ];
    periods.set(campaign.key, wrong.length === 0 ? campaignPeriod(campaign) : null);
    errors.push(...wrong);
  }
  for (const [at, rule] of rules.entries()) {
    if (errors.length >= MAX_ERRORS) return errors.slice(0, MAX_ERRORS);
    if (rule.campaign !== null) errors.push(...wrongCampaign(rule, rule.campaign, `rules.${at}`, periods));
  }
  return errors;
}

const error = (path: string, text: string): ValidationError => ({ path, message: `\`${path}\` ${text}` });

function wrongTimes({ starts_at, ends_at, time_zone }: Campaign, path: string): ValidationError[] {
  const wrong = Object.entries({ starts_at, ends_at }).flatMap(([name, local]) =>
    local === null || isDay(local) ? [] : [error(`${path}.${name}`, `must be a valid date, got "${local}"`)],
  );
  if (!isTimeZone(time_zone)) {
    const nearest = hintOf(time_zone, ["UTC", ...Intl.supportedValuesOf("timeZone")], "");
    const text = `must be a time zone of the IANA database, like \`Europe/Berlin\`, got ${JSON.stringify(time_zone)}`;
    wrong.push(error(`${path}.time_zone`, `${text}${nearest === "" ? "" : `; ${nearest}`}`));
  }
  if (wrong.length > 0) return wrong;
  const { from, until } = campaignPeriod({ starts_at, ends_at, time_zone });
  return from < until
    ? []
    : [
        error(
          `${path}.ends_at`,
          `(${ends_at}) must be after \`starts_at\` (${starts_at}) in the time zone ${time_zone}`,
        ),
      ];
}

/** Returns false for dates that do not exist, such as the 30th of February. */
const isDay = (local: string): boolean => new Date(`${local}Z`).toISOString().startsWith(local);

function wrongCampaign(
  rule: WrittenRule,
  name: string,
  path: string,
  periods: ReadonlyMap<string, Period | null>,
): ValidationError[] {
  const period = periods.get(name);
  if (period === undefined) {
    const known = [...periods.keys()];
    const hint = known.length === 0 ? "the configuration has no campaigns" : hintOf(name, known);
    return [{ path: `${path}.campaign`, message: `unknown campaign \`${name}\`; ${hint}` }];
  }
  if (period === null) return [];
  const { from, until } = ownPeriod(rule);
  if (from >= period.until) {
    const end = new Date(period.until).toISOString();
    return [error(`${path}.starts_at`, `(${rule.starts_at}) must be before its campaign \`${name}\` ends (${end})`)];
  }
  if (until > period.from) return [];
  const start = new Date(period.from).toISOString();
  return [error(`${path}.ends_at`, `(${rule.ends_at}) must be after its campaign \`${name}\` begins (${start})`)];
}
