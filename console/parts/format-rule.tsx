import { Stack, Text } from "@mantine/core";
import type { CampaignDocument } from "../../src/storefront/campaigns-configuration.js";
import type { BannerRule, RuleDocument } from "../../src/storefront/rules-configuration.js";
import { fieldLabel, formatFilter } from "./conditions.js";
import { STRENGTHS } from "./rule-actions.js";
import type { DeepPartial } from "../../src/schema/typed.js";
import { shownLocal } from "./moments.js";
import { ProductPicture } from "./product-picture.js";
import { ProductLines } from "./products.js";

/** Formats a value of a draft. The value may be malformed. */
export const shown = (value: unknown): string =>
  value === undefined || value === null ? "–" : typeof value === "string" ? value : JSON.stringify(value);

/** Formats a local time in a campaign's time zone. */
export const formatLocalTime = (local: unknown): string =>
  typeof local === "string" && !Number.isNaN(Date.parse(`${local}Z`)) ? shownLocal(local) : shown(local);

export const formatCampaign = ({ starts_at, ends_at, time_zone }: CampaignDocument): string =>
  [
    ...(starts_at == null ? [] : [`from ${formatLocalTime(starts_at)}`]),
    ...(ends_at == null ? [] : [`until ${formatLocalTime(ends_at)}`]),
    `time zone ${shown(time_zone)}`,
  ].join(", ");

export function actionOf(rule: RuleDocument): string {
  switch (rule.action) {
    case "pin":
      return `Pin to position ${shown(rule.position)}`;
    case "reserve":
      return `Reserve position ${shown(rule.position)}`;
    case "boost":
    case "bury":
      return `${rule.action === "boost" ? "Boost" : "Bury"}: ${strengthOf(rule.points)}`;
    case "banner":
      return "Show a banner";
    case "hide":
      return "Hide";
    case undefined:
    default:
      return shown((rule as { readonly action?: unknown }).action);
  }
}

function strengthOf(points: unknown = 3): string {
  const strength = STRENGTHS.find(({ value }) => Number(value) === points);
  return strength === undefined ? `${shown(points)} points` : strength.label.toLowerCase();
}

export function Target({ rule }: { rule: RuleDocument }) {
  if (rule.action === "pin") return <ProductLines ids={typeof rule.product === "string" ? [rule.product] : []} />;
  if (rule.action === "banner") return <Banner rule={rule} />;
  const { products, filters } = rule as { readonly products?: unknown; readonly filters?: unknown };
  if (filters != null) return formatFilter(filters, fieldLabel);
  return <ProductLines ids={Array.isArray(products) ? products.filter((one) => typeof one === "string") : []} />;
}

/** Preview of a banner. The banner's URL is shown as text, not as a link, because a draft may contain any text. */
const Banner = ({ rule: { text, image, url } }: { rule: DeepPartial<BannerRule> }) => (
  <Stack gap={4}>
    {image != null && <ProductPicture images={image} width={96} />}
    <Text>{shown(text)}</Text>
    {url != null && <Text size="xs">Links to {shown(url)}</Text>}
  </Stack>
);

const few = (texts: readonly string[]) =>
  texts.length > 5 ? `${texts.slice(0, 5).join(", ")} and ${texts.length - 5} more` : texts.join(", ");

/** Words that precede the query of a rule, by match type. */
const MATCHES = { is: "", contains: "contains ", begins_with: "begins with " } as const;

export function scopeOf(when: RuleDocument["when"]): string {
  const { queries, match = "is", exact = false, requests = "all", categories, filters } = when ?? {};
  const texts = (value: unknown) => (Array.isArray(value) ? value.map(shown) : []);
  const parts = [
    ...(requests === "all" ? [] : [requests === "searches" ? "Searches only" : "Listings only"]),
    ...texts(queries).map((query) => `${MATCHES[match]}“${query}”${exact ? ", exact spelling" : ""}`),
    ...texts(categories),
    ...(filters == null ? [] : [formatFilter(filters, fieldLabel)]),
  ];
  return parts.length === 0 ? "All pages" : few(parts);
}
